// A number as a file spells it: 3 stays 3, and 3.0 stays 3.0. A file that is read and written again
// must be the same file.
#pragma once

#include <cstdint>
#include <type_traits>
#include <variant>

namespace tycho::result {

class Number {
 public:
  Number() = default;
  template <typename T>
  requires std::is_arithmetic_v<T> Number(T value) {  // NOLINT: a number is a number
    if constexpr (std::is_integral_v<T>)
      value_ = static_cast<std::int64_t>(value);
    else
      value_ = static_cast<double>(value);
  }

  /// NaN where the file has null.
  double value() const {
    return std::visit([](auto held) { return static_cast<double>(held); }, value_);
  }
  const std::variant<double, std::int64_t>& spelling() const { return value_; }
  friend bool operator==(const Number& a, const Number& b) { return a.value() == b.value(); }

 private:
  std::variant<double, std::int64_t> value_;
};

}  // namespace tycho::result
