#include "harness/report/number.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <span>

#include "core/joined.hpp"

namespace tycho::report {

namespace {

/// 26630 as "26,630"; thousands stay together, "4090".
std::string with_thousands(const std::string& text) {
  const std::size_t first = text.front() == '-' ? 1 : 0;
  const std::size_t whole = std::min(text.find('.'), text.size()) - first;
  constexpr std::size_t kTogether = 4;
  if (whole <= kTogether) return text;
  std::string apart = text;
  for (std::size_t at = first + whole - 3; at > first; at -= std::min<std::size_t>(at, 3))
    apart.insert(at, ",");
  return apart;
}

}  // namespace

std::string number(double value, int digits) {
  if (std::isnan(value)) return "not a number";
  if (std::isinf(value)) return value > 0 ? "infinite" : "minus infinite";
  if (value == 0) return "0";
  std::array<char, 32> text{};
  const double rounded =
      (std::snprintf(text.data(), text.size(), "%.*e", digits - 1, value), std::atof(text.data()));
  const int exponent = static_cast<int>(std::floor(std::log10(std::fabs(rounded))));
  if (exponent < -3 || exponent > 6) {
    // A number that fewer digits give exactly is a limit: 1e-06. What is measured keeps the zeros
    // at its end, 1.870e-07, which say how well it is known.
    std::array<char, 32> brief{};
    std::snprintf(brief.data(), brief.size(), "%.*g", digits, value);
    return std::atof(brief.data()) == value ? brief.data() : text.data();
  }
  // Whole numbers carry no decimals; "4090.0" would claim a digit nobody asked for.
  const bool whole = value == std::floor(value) && std::fabs(value) < 1e7;
  const int decimals = whole ? 0 : std::max(0, digits - 1 - exponent);
  std::snprintf(text.data(), text.size(), "%.*f", decimals, whole ? value : rounded);
  return with_thousands(text.data());
}

std::string range(const std::vector<double>& values) {
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  const std::string from = number(*low, 3), to = number(*high, 3);
  return from == to ? from : from + " to " + to;
}

std::string percent_range(std::vector<double> parts) {
  for (double& part : parts) part *= 100;
  return range(parts) + "%";
}

std::string listed(const std::vector<std::string>& parts) {
  constexpr std::size_t kShown = 4;
  const std::string text = joined(std::span(parts).first(std::min(parts.size(), kShown)), "; ");
  return parts.size() <= kShown ? text
                                : text + " and " + std::to_string(parts.size() - kShown) + " more";
}

std::string duration(double seconds, int digits) {
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
    if (std::fabs(seconds) < unit.below)
      return number(seconds / unit.size, digits) + " " + unit.name;
  }
  return number(seconds, digits) + " s";
}

std::string quantity(double value, const std::string& unit, int digits) {
  if (unit == "s") return duration(value);
  if (unit.empty()) return number(value, digits);
  // "838 x 1e9/s" is a number, "838 1e9/s" are two.
  const bool counts = std::isdigit(static_cast<unsigned char>(unit.front()));
  return number(value, digits) + (counts ? " \u00d7 " : " ") + unit;
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

std::string words_of(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

std::string lowered(std::string words) {
  if (words.size() > 1 && std::islower(static_cast<unsigned char>(words[1])))
    words[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(words[0])));
  return words;
}

std::string plural(std::int64_t count, const std::string& thing) {
  return count_text(count) + " " + thing + (count == 1 ? "" : "s");
}

std::string limit_text(double limit) {
  constexpr std::size_t kAsWritten = 6;
  const std::string text = exact(limit);
  return text.size() <= kAsWritten ? text : number(limit);
}

std::string printed_text(double value) {
  const std::string text = exact(value);
  for (int digits = 0; std::fabs(value) < 1e-3 && value != 0 && digits < 17; ++digits) {
    std::array<char, 32> power{};
    std::snprintf(power.data(), power.size(), "%.*e", digits, value);
    if (std::atof(power.data()) == value) return power.data();
  }
  return text.find_first_not_of("-.0123456789") == std::string::npos ? with_thousands(text) : text;
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
