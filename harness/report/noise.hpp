// When an interval is so wide that its ends say more than its value.
#pragma once

#include <cmath>

#include "harness/report/load.hpp"
#include "harness/result/noise.hpp"

namespace tycho::report {

using result::kWidestInterval;

/// The interval from end to end, in parts of the value; 0 where there is none.
inline double width_of(const Estimate& estimate) {
  if (!(estimate.low < estimate.high)) return 0;
  return (estimate.high - estimate.low) / std::fabs(estimate.value);
}

inline bool noisy(const Estimate& estimate) { return width_of(estimate) > kWidestInterval; }

}  // namespace tycho::report
