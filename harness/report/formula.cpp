#include "harness/report/formula.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>

#include "harness/report/number.hpp"

namespace tycho::report {

namespace {

bool is_number(const std::string& text) {
  return !text.empty() && std::all_of(text.begin(), text.end(),
                                      [](unsigned char letter) { return std::isdigit(letter); });
}

/// What a placeholder or a number at the end of a name stands for: "N" of {n}, "2N" of {2*n},
/// "65,536" of 65536.
std::string argument(const std::string& text) {
  if (is_number(text)) return count_text(std::atoll(text.c_str()));
  std::string inside = text.substr(1, text.size() - 2);
  std::erase(inside, '*');
  std::replace(inside.begin(), inside.end(), 'n', 'N');
  return inside;
}

class Writer {
 public:
  Writer(const std::string& text, const Symbols& symbols) : text_(text), symbols_(symbols) {}

  std::string whole() {
    std::string out;
    while (at_ < text_.size()) out += next(out);
    return out;
  }

 private:
  /// The next part, after what was written before it.
  std::string next(const std::string& before) {
    const char c = text_[at_];
    if (std::isspace(static_cast<unsigned char>(c))) return ++at_, "";
    if (c == '*') return ++at_, " \u00d7 ";
    if (c == '/' || c == '+') return ++at_, std::string(" ") + c + " ";
    if (c == '-') {
      ++at_;
      // A power keeps the sign that raise_powers() knows.
      if (before.ends_with('^')) return "-";
      const bool sign = before.empty() || before.ends_with('(') || before.ends_with(' ');
      return sign ? "\u2212" : " \u2212 ";
    }
    if (std::isdigit(static_cast<unsigned char>(c)) || c == '.') return a_number(before);
    if (std::isalpha(static_cast<unsigned char>(c)) || c == '{') return name();
    return ++at_, std::string(1, c);
  }

  /// "10^9" of 1e9, "2 x 10^9" of 2e9.
  std::string a_number(const std::string& before) {
    char* end = nullptr;
    std::strtod(text_.c_str() + at_, &end);
    const std::string text = text_.substr(at_, static_cast<std::size_t>(end - text_.c_str()) - at_);
    at_ += text.size();
    const std::size_t e = text.find('e');
    if (e == std::string::npos)
      return is_number(text) && !before.ends_with('^') && !before.ends_with('-')
                 ? count_text(std::atoll(text.c_str()))
                 : text;
    const std::string factor = text.substr(0, e);
    return (factor == "1" ? "" : factor + " \u00d7 ") + "10^" + text.substr(e + 1);
  }

  std::string name() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_of_a_name()) {
      if (text_[at_] == '{') at_ = std::min(text_.find('}', at_), text_.size() - 1);
      ++at_;
    }
    const std::string name = text_.substr(begin, at_ - begin);
    if (name == "abs") return "|" + inside() + "|";
    if (name == "sqrt") return "\u221a(" + inside() + ")";
    if (const auto found = symbols_.find(name); found != symbols_.end()) return found->second;
    if (name.starts_with('{')) return argument(name);
    const std::size_t last = name.rfind('_');
    if (last == std::string::npos) return name;
    const std::string tail = name.substr(last + 1);
    const auto found = symbols_.find(name.substr(0, last));
    const bool ends = is_number(tail) || tail.starts_with('{');
    return ends && found != symbols_.end() ? found->second + " at " + argument(tail) : name;
  }

  bool is_of_a_name() const {
    const char c = text_[at_];
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '{';
  }

  /// What the bracket holds that opens here.
  std::string inside() {
    const std::size_t begin = ++at_;
    for (int depth = 1; at_ < text_.size(); ++at_) {
      if (text_[at_] == '(') ++depth;
      if (text_[at_] == ')' && --depth == 0) break;
    }
    const std::string held = text_.substr(begin, at_ - begin);
    ++at_;
    return Writer(held, symbols_).whole();
  }

  const std::string& text_;
  const Symbols& symbols_;
  std::size_t at_ = 0;
};

}  // namespace

std::string formula_text(const std::string& expression, const Symbols& symbols) {
  return Writer(expression, symbols).whole();
}

}  // namespace tycho::report
