#include <array>
#include <cctype>
#include <cstdint>
#include <cstdio>

#include "harness/report/document.hpp"

namespace tycho::report {

namespace {

bool is_digit(const std::string& text, std::size_t at) {
  return at < text.size() && std::isdigit(static_cast<unsigned char>(text[at]));
}

/// A letter, a digit, or what joins them in the name of a run or a commit.
bool is_of_a_name(const std::string& text, std::size_t at) {
  return at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) ||
                              text[at] == '_' || text[at] == '=' || text[at] == '.');
}

std::string raised_digit(char digit) {
  static constexpr const char* kRaised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  return kRaised[digit - '0'];
}

/// A power as it is printed: of "512^3" what follows the 2, "³". Where no power begins at `at`,
/// nothing; else moves `at` to its last character.
std::string power(const std::string& text, std::size_t& at) {
  const auto digit = [&](std::size_t i) { return is_digit(text, i); };
  const bool behind_a_number =
      at > 0 && (std::isalnum(static_cast<unsigned char>(text[at - 1])) || text[at - 1] == ')');
  const bool minus = at + 1 < text.size() && text[at + 1] == '-';
  std::size_t next = at + (minus ? 2 : 1);
  if (text[at] != '^' || !behind_a_number || !digit(next)) return "";
  std::string raised = minus ? "⁻" : "";
  for (; digit(next); ++next) raised += raised_digit(text[next]);
  at = next - 1;
  return raised;
}

/// A number as a program writes it, as it is printed: "1.87e-07" as "1.87×10⁻⁷", "1e-06" as "10⁻⁶".
/// Where none begins at `at`, nothing; else moves `at` to its last character.
std::string decimal_power(const std::string& text, std::size_t& at) {
  if (!is_digit(text, at) || (at > 0 && is_of_a_name(text, at - 1))) return "";
  std::size_t next = at;
  while (is_digit(text, next)) ++next;
  if (next < text.size() && text[next] == '.' && is_digit(text, next + 1))
    for (++next; is_digit(text, next);) ++next;
  const std::string mantissa = text.substr(at, next - at);
  if (next >= text.size() || text[next] != 'e') return "";
  constexpr std::size_t kMostDigits = 3;  // more, or a long whole number: the name of a commit
  if (mantissa.find('.') == std::string::npos && mantissa.size() > kMostDigits) return "";
  const bool minus = next + 1 < text.size() && text[next + 1] == '-';
  next += minus || (next + 1 < text.size() && text[next + 1] == '+') ? 2 : 1;
  std::size_t first = next;
  while (is_digit(text, next)) ++next;
  const bool ends_sentence = next < text.size() && text[next] == '.' && !is_digit(text, next + 1);
  if (next == first || next - first > kMostDigits || (is_of_a_name(text, next) && !ends_sentence))
    return "";
  while (first + 1 < next && text[first] == '0') ++first;
  std::string raised = (mantissa == "1" ? "10" : mantissa + "×10") + (minus ? "⁻" : "");
  for (; first < next; ++first) raised += raised_digit(text[first]);
  at = next - 1;
  return raised;
}

}  // namespace

std::string raise_powers(const std::string& text) {
  std::string raised;
  for (std::size_t at = 0; at < text.size(); ++at) {
    std::string own = power(text, at);
    if (own.empty()) own = decimal_power(text, at);
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
