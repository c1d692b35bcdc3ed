#include <array>
#include <cctype>
#include <cstdint>
#include <cstdio>

#include "harness/report/document.hpp"

namespace tycho::report {

namespace {

/// A power as it is printed: of "512^3" what follows the 2, "³". Where no power begins at `at`,
/// nothing; else moves `at` to its last character.
std::string power(const std::string& text, std::size_t& at) {
  static constexpr const char* kRaised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  const auto digit = [&](std::size_t i) {
    return i < text.size() && std::isdigit(static_cast<unsigned char>(text[i]));
  };
  const bool behind_a_number =
      at > 0 && (std::isalnum(static_cast<unsigned char>(text[at - 1])) || text[at - 1] == ')');
  const bool minus = at + 1 < text.size() && text[at + 1] == '-';
  std::size_t next = at + (minus ? 2 : 1);
  if (text[at] != '^' || !behind_a_number || !digit(next)) return "";
  std::string raised = minus ? "⁻" : "";
  for (; digit(next); ++next) raised += kRaised[text[next] - '0'];
  at = next - 1;
  return raised;
}

}  // namespace

std::string raise_powers(const std::string& text) {
  std::string raised;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::string own = power(text, at);
    raised += own.empty() ? std::string(1, text[at]) : own;
  }
  return raised;
}

std::string escape_html(const std::string& text) {
  std::string escaped;
  for (const char c : raise_powers(text)) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\'':
        escaped += "&#39;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

std::string slug(const std::string& text) {
  std::string name;
  for (const char c : text) {
    const bool kept =
        std::isalnum(static_cast<unsigned char>(c)) || c == '.' || c == '-' || c == '_';
    name += kept ? c : '-';
  }
  // A leading dot would hide the file, and ".." would leave the folder.
  if (name.empty() || name.front() == '.') name.insert(name.begin(), '_');
  // A file's name has 255 bytes at most, endings and all. What tells two long names apart may stand
  // at their ends: a sum over all of the text takes its place (FNV-1a).
  constexpr std::size_t kLongest = 150;
  if (name.size() <= kLongest) return name;
  std::uint64_t sum = 0xcbf29ce484222325;
  for (const char c : text) sum = (sum ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  std::array<char, 20> tail{};
  std::snprintf(tail.data(), tail.size(), "-%016llx", static_cast<unsigned long long>(sum));
  return name.substr(0, kLongest - 17) + tail.data();
}

}  // namespace tycho::report
