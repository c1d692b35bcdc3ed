#include "harness/report/factor.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>

#include "harness/report/noise.hpp"
#include "harness/report/number.hpp"
#include "harness/report/process_scatter.hpp"

namespace tycho::report {

namespace {

constexpr int kDigitsOfUnknown = 2, kDigitsOverCpu = 2;

/// As many as a number shows: 3 of "2.27", "733" and "0.595".
int digits_shown(double value) {
  const std::string text = exact(std::fabs(value));
  const std::size_t end = std::min(text.find('e'), text.size());
  const std::size_t first = std::min(text.find_first_of("123456789"), end);
  return static_cast<int>(std::count_if(text.begin() + static_cast<std::ptrdiff_t>(first),
                                        text.begin() + static_cast<std::ptrdiff_t>(end),
                                        [](unsigned char letter) { return std::isdigit(letter); }));
}

int place_of_first_digit(double value) {
  return static_cast<int>(std::floor(std::log10(std::fabs(value))));
}

}  // namespace

Known known(const Run& run, const Estimate& time, const Evidence& evidence) {
  Known side;
  if (const double half = width_of(time) / 2; half > 0) side.off = half;
  if (const auto scatter = process_scatter_beside(run, evidence))
    side.off = std::max(side.off.value_or(0), *scatter);
  if (!run.on_gpu()) side.most_digits = kDigitsOverCpu;
  return side;
}

Known known(const PublishedValue& value) {
  if (value.value == 0) return {};
  const double unit =
      std::pow(10, place_of_first_digit(value.value) - digits_shown(value.value) + 1);
  return {0.5 * value.last_digit.value_or(unit) / std::fabs(value.value), 3};
}

int digits_of(const PublishedValue& value) {
  constexpr int kMost = 3;
  const int digits = value.last_digit
                         ? place_of_first_digit(std::round(value.value / *value.last_digit)) + 1
                         : digits_shown(value.value);
  return std::clamp(digits, 1, kMost);
}

std::string factor_text(double factor, const std::vector<Known>& sides) {
  if (!std::isfinite(factor) || factor == 0) return number(factor);
  int most = 3;
  double squares = 0;
  for (const Known& side : sides) {
    most = std::min(most, side.off ? side.most_digits : kDigitsOfUnknown);
    squares += side.off.value_or(0) * side.off.value_or(0);
  }
  int digits = most;
  if (const double off = std::sqrt(squares) * std::fabs(factor); off > 0)
    digits = std::clamp(place_of_first_digit(factor) - place_of_first_digit(off) + 1, 1, most);
  // number() shows all digits of a whole number.
  const double unit = std::pow(10, place_of_first_digit(factor) - digits + 1);
  return number(unit < 1 ? factor : std::round(factor / unit) * unit, digits);
}

std::string factor_text(const Estimate& speedup) {
  const double half = width_of(speedup) / 2;
  return factor_text(speedup.value, {{half > 0 ? std::optional(half) : std::nullopt, 3}});
}

std::string factor_end_text(double end) { return factor_text(end, {{std::nullopt, 2}}); }

}  // namespace tycho::report
