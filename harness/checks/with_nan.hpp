// The maximum, the order and the median of numbers of which some may be NaN. A check must fail
// where one is. NaN compares false with every number, itself included: std::max may drop it, and
// what std::sort makes of it is undefined.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace tycho::checks {

/// The larger of two; NaN where either is.
inline double larger(double a, double b) { return a >= b || std::isnan(a) ? a : b; }

/// An ascending order, with NaN behind all numbers.
inline bool nan_last(double a, double b) { return std::isnan(b) ? !std::isnan(a) : a < b; }

/// Of an even number of values the larger of the two in the middle; NaN where one is, or of none.
inline double median(std::vector<double> values) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  for (const double value : values)
    if (std::isnan(value)) return value;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace tycho::checks
