#include "harness/report/factor.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>

#include "harness/report/number.hpp"
#include "harness/report/verdict.hpp"

namespace tycho::report {

namespace {

constexpr int kLeastDigits = 2, kMostDigits = 3;
constexpr double kEndless = 1000;  // times the factor: a time may be nothing, by its lower end

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

std::string with_digits(double factor, int digits) {
  if (!std::isfinite(factor) || factor == 0) return number(factor);
  // number() shows all digits of a whole number.
  const double unit = std::pow(10, place_of_first_digit(factor) - digits + 1);
  return number(unit < 1 ? factor : std::round(factor / unit) * unit, digits);
}

}  // namespace

std::optional<Known> known(const Run& run, const std::string& quantity) {
  const auto found = measured(run, quantity);
  if (!found) return std::nullopt;
  return Known{found->value, found->noisy};
}

Known known(const PublishedValue& value) {
  if (value.value == 0) return {{0, 0, 0}};
  const double unit =
      std::pow(10, place_of_first_digit(value.value) - digits_shown(value.value) + 1);
  const double half = 0.5 * value.last_digit.value_or(unit);
  return {{value.value, value.value - half, value.value + half}};
}

Known factor_of(const Known& over, const Known& under) {
  return {quotient(over.value, under.value), over.noisy || under.noisy};
}

std::string factor_text(const Known& factor) {
  const auto& [value, low, high] = factor.value;
  if (factor.noisy)
    return factor_end_text(low) +
           (high < kEndless * value ? " to " + factor_end_text(high) : std::string(" or more"));
  const double half = (high - low) / 2;
  if (!(half > 0) || value == 0) return with_digits(value, kMostDigits);
  if (!std::isfinite(half)) return with_digits(value, kLeastDigits);
  const int first_uncertain = place_of_first_digit(value) - place_of_first_digit(half) + 1;
  return with_digits(value, std::clamp(first_uncertain, kLeastDigits, kMostDigits));
}

std::string factor_end_text(double end) { return with_digits(end, kLeastDigits); }

int digits_of(const PublishedValue& value) {
  const int digits = value.last_digit
                         ? place_of_first_digit(std::round(value.value / *value.last_digit)) + 1
                         : digits_shown(value.value);
  return std::clamp(digits, 1, kMostDigits);
}

}  // namespace tycho::report
