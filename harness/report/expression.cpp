#include "harness/report/expression.hpp"

#include <cctype>
#include <cmath>
#include <cstdlib>

#include "core/error.hpp"

namespace tycho::report {

namespace {

// One function a level of precedence; ^ binds strongest and to the right.
class Parser {
 public:
  Parser(const std::string& text, const std::map<std::string, double>& names)
      : text_(text), names_(names) {}

  double whole() {
    const double value = sum();
    if (peek() != '\0') fail("unexpected '" + std::string(1, peek()) + "'");
    return value;
  }

 private:
  double sum() {
    double value = product();
    for (;;) {
      if (take('+')) {
        value += product();
      } else if (take('-')) {
        value -= product();
      } else {
        return value;
      }
    }
  }
  double product() {
    double value = power();
    for (;;) {
      if (take('*')) {
        value *= power();
      } else if (take('/')) {
        value /= power();
      } else {
        return value;
      }
    }
  }
  double power() {
    if (take('-')) return -power();
    const double base = atom();
    return take('^') ? std::pow(base, power()) : base;
  }
  double atom() {
    if (take('(')) {
      if (++depth_ > 50) fail("too many brackets");
      const double value = sum();
      if (!take(')')) fail("a bracket is not closed");
      --depth_;
      return value;
    }
    const char next = peek();
    if (std::isdigit(static_cast<unsigned char>(next)) || next == '.') {
      char* end = nullptr;
      const double value = std::strtod(text_.c_str() + at_, &end);
      at_ = static_cast<std::size_t>(end - text_.c_str());
      return value;
    }
    std::string name;
    while (at_ < text_.size() &&
           (std::isalnum(static_cast<unsigned char>(text_[at_])) || text_[at_] == '_'))
      name += text_[at_++];
    if (name.empty()) fail("a number or a name is missing");
    for (const auto& [known, function] :
         {std::pair<const char*, double (*)(double)>{"abs", std::fabs},
          {"exp", std::exp},
          {"sqrt", std::sqrt},
          {"cos", std::cos}}) {
      if (name != known) continue;
      if (peek() != '(') fail(name + " needs a bracket");
      return function(atom());
    }
    const auto found = names_.find(name);
    if (found == names_.end()) fail("no published value has the id '" + name + "'");
    return found->second;
  }
  char peek() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool take(char wanted) {
    if (peek() != wanted) return false;
    ++at_;
    return true;
  }
  [[noreturn]] void fail(const std::string& why) const {
    throw UsageError("expression '" + text_ + "': " + why + " at character " +
                     std::to_string(at_ + 1));
  }

  const std::string& text_;
  const std::map<std::string, double>& names_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

double evaluate(const std::string& expression, const std::map<std::string, double>& names) {
  return Parser(expression, names).whole();
}

}  // namespace tycho::report
