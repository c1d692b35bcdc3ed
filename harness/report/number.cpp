#include "harness/report/number.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace tycho::report {

std::string number(double value, int digits) {
  if (std::isnan(value)) return "not a number";
  if (std::isinf(value)) return value > 0 ? "infinite" : "minus infinite";
  if (value == 0) return "0";
  std::array<char, 32> text{};
  const double rounded =
      (std::snprintf(text.data(), text.size(), "%.*e", digits - 1, value), std::atof(text.data()));
  const int exponent = static_cast<int>(std::floor(std::log10(std::fabs(rounded))));
  if (exponent < -3 || exponent > 6) {
    std::snprintf(text.data(), text.size(), "%.*g", digits, value);
    return text.data();
  }
  // Whole numbers carry no decimals; "4090.0" would claim a digit nobody asked for.
  const bool whole = value == std::floor(value) && std::fabs(value) < 1e7;
  const int decimals = whole ? 0 : std::max(0, digits - 1 - exponent);
  std::snprintf(text.data(), text.size(), "%.*f", decimals, whole ? value : rounded);
  return text.data();
}

std::string range(const std::vector<double>& values) {
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  const std::string from = number(*low, 3), to = number(*high, 3);
  return from == to ? from : from + " to " + to;
}

std::string listed(const std::vector<std::string>& parts) {
  constexpr std::size_t kShown = 4;
  std::string text;
  for (std::size_t i = 0; i < std::min(parts.size(), kShown); ++i)
    text += (i ? "; " : "") + parts[i];
  return parts.size() <= kShown ? text
                                : text + " and " + std::to_string(parts.size() - kShown) + " more";
}

std::string duration(double seconds) {
  struct Unit {
    double below, size;
    const char* name;
  };
  constexpr std::array<Unit, 6> kUnits{{{1e-6, 1e-9, "ns"},
                                        {1e-3, 1e-6, "\u00b5s"},
                                        {1, 1e-3, "ms"},
                                        {120, 1, "s"},
                                        {7200, 60, "min"},
                                        {HUGE_VAL, 3600, "h"}}};
  if (!std::isfinite(seconds)) return number(seconds);
  if (seconds == 0) return "0 s";
  for (const Unit& unit : kUnits) {
    if (std::fabs(seconds) < unit.below) return number(seconds / unit.size, 3) + " " + unit.name;
  }
  return number(seconds, 3) + " s";
}

std::string quantity(double value, const std::string& unit, int digits) {
  if (unit == "s") return duration(value);
  return unit.empty() ? number(value, digits) : number(value, digits) + " " + unit;
}

std::string count_text(std::int64_t count) {
  std::string digits = std::to_string(count);
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > (count < 0 ? 1 : 0); at -= 3)
    digits.insert(static_cast<std::size_t>(at), ",");
  return digits;
}

std::string cube_text(std::int64_t count) {
  const std::int64_t side = std::llround(std::cbrt(static_cast<double>(count)));
  return side > 1 && side * side * side == count ? std::to_string(side) + "^3" : count_text(count);
}

std::string plural(std::int64_t count, const std::string& thing) {
  return count_text(count) + " " + thing + (count == 1 ? "" : "s");
}

std::string exact(double value) {
  if (std::isnan(value)) return "nan";
  std::array<char, 32> text{};
  constexpr double kAllDigits = 1e15;  // of a whole number: 1700000, not 1.7e+06
  if (value == std::floor(value) && std::abs(value) < kAllDigits) {
    std::snprintf(text.data(), text.size(), "%.0f", value);
    return text.data();
  }
  std::snprintf(text.data(), text.size(), "%.17g", value);
  // The shortest form that reads back the same.
  for (int digits = 6; digits < 17; ++digits) {
    std::array<char, 32> shorter{};
    std::snprintf(shorter.data(), shorter.size(), "%.*g", digits, value);
    if (std::atof(shorter.data()) == value) return shorter.data();
  }
  return text.data();
}

}  // namespace tycho::report
