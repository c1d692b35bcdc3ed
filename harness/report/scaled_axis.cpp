#include "harness/report/scaled_axis.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "harness/report/number.hpp"

namespace tycho::report {

namespace {

std::string short_text(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%g", value);
  return text.data();
}

/// Of ticks that are all small or all large, each as a power of ten: 1e-4 beside 5e-5.
std::string power_text(double value) {
  if (value == 0) return "0";
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.5e", value);
  std::string all = text.data();
  const std::size_t e = all.find('e');
  std::string mantissa = all.substr(0, e);
  mantissa.erase(mantissa.find_last_not_of('0') + 1);
  if (mantissa.ends_with('.')) mantissa.pop_back();
  return mantissa + all.substr(e);
}

/// 1, 2 or 5 times a power of ten, at most `most` of them in the span.
double tick_step(double span, int most) {
  const double least = span / most, decade = std::pow(10, std::floor(std::log10(least)));
  for (const double digit : {1, 2, 5})
    if (digit * decade >= least * (1 - 1e-9)) return digit * decade;
  return 10 * decade;
}

// What a file may hold is not what an axis can show: ticks are whole multiples of a step, which
// must be a number that differs from 0, and the multiples whole numbers that differ from each
// other.
constexpr double kFarthest = 1e300, kNearest = 1e-300, kNarrowest = 1e-12;

/// Whether ticks can be told apart between the two; NaN has none.
bool has_extent(double low, double high) {
  const double span = high - low, largest = std::max(std::fabs(low), std::fabs(high));
  return largest <= kFarthest && span > kNearest && span > kNarrowest * largest;
}

}  // namespace

ScaledAxis::ScaledAxis(const Axis& axis, const std::vector<double>& values, Fit fit, int most)
    : scale_(axis.scale) {
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (const double value : values) {
    if (!std::isfinite(scaled(value))) continue;
    low = std::min(low, scaled(value));
    high = std::max(high, scaled(value));
  }
  const bool linear = scale_ == Scale::kLinear;
  if (!(low <= high)) low = 0, high = 1;
  low = std::clamp(low, -kFarthest, kFarthest);
  high = std::clamp(high, -kFarthest, kFarthest);
  if (fit == Fit::kFromZero && linear) low = std::min(low, 0.0);
  if (!has_extent(low, high)) {
    const double most_of_all = std::max(std::fabs(low), std::fabs(high));
    const double wider = linear && most_of_all > kNearest ? 0.1 * most_of_all : 0.5;
    low -= wider;
    high += wider;
  }
  if (fit == Fit::kMargin) {
    const double margin = 0.03 * (high - low);
    low -= margin;
    high += margin;
  }
  if (axis.least < axis.most && has_extent(scaled(axis.least), scaled(axis.most))) {
    low = scaled(axis.least);
    high = scaled(axis.most);
    fit = Fit::kExactly;
  }
  least_ = low;
  most_ = high;
  if (!axis.ticks.empty()) {
    for (const auto& [value, label] : axis.ticks)
      if (at(value) >= -1e-9 && at(value) <= 1 + 1e-9) ticks_.push_back({at(value), label, ""});
  } else if (linear) {
    add_linear_ticks(most, fit);
  } else {
    add_powers(scale_ == Scale::kLog2 ? 2 : 10, most, fit);
  }
}

double ScaledAxis::scaled(double value) const {
  if (scale_ == Scale::kLinear) return value;
  if (!(value > 0)) return std::nan("");
  return scale_ == Scale::kLog2 ? std::log2(value) : std::log10(value);
}

double ScaledAxis::at(double value) const { return (scaled(value) - least_) / (most_ - least_); }

void ScaledAxis::add_linear_ticks(int most, Fit fit) {
  const double step = tick_step(most_ - least_, most);
  if (fit == Fit::kTicks || fit == Fit::kFromZero) {
    least_ = step * std::floor(least_ / step + 1e-9) + 0.0;
    most_ = step * std::ceil(most_ / step - 1e-9);
  }
  const double first = std::ceil(least_ / step - 1e-9) + 0.0;  // 0 where it is -0
  const double largest = std::max(std::fabs(least_), std::fabs(most_));
  const bool powers = largest < 1e-3 || largest >= 1e6;
  for (double k = first; k * step <= most_ + 1e-9 * step; ++k)
    ticks_.push_back({at(k * step), powers ? power_text(k * step) : short_text(k * step), ""});
}

// At every power of the base, or every second, third, ... where they are too many; between the
// powers of ten minor ticks at 2, 3, ... 9.
void ScaledAxis::add_powers(double base, int most, Fit fit) {
  if (fit == Fit::kTicks || fit == Fit::kFromZero) {
    least_ = std::floor(least_ + 1e-9);
    most_ = std::ceil(most_ - 1e-9);
    if (most_ == least_) ++most_;
  }
  const double span = most_ - least_, every = std::max(1.0, std::ceil(span / most));
  const auto between = [&](double scaled) { return (scaled - least_) / span; };
  const double first = std::ceil(least_ - 1e-9) + 0.0;  // 0 where it is -0
  for (double power = first; power <= most_ + 1e-9; ++power)
    if (std::fmod(power, every) == 0)
      ticks_.push_back(base == 2 ? Tick{between(power), exact(std::exp2(power)), ""}
                                 : Tick{between(power), "10", short_text(power)});
  if (base == 2 || every > 1) return;
  for (double power = std::floor(least_); power < most_; ++power)
    for (int digit = 2; digit <= 9; ++digit)
      if (const double x = between(power + std::log10(digit)); x > 0 && x < 1)
        ticks_.push_back({x, "", ""});
}

}  // namespace tycho::report
