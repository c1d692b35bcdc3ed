// Block time steps: powers of two, each taken only from times that are its multiples, so that many
// bodies step together (McMillan & Aarseth 1993). Host and device.
//
// At a block time t all bodies whose step divides t have just stepped, and every other step is
// longer than the largest power of two that divides t. So the next block time is t plus the
// shortest step of those that have just stepped: no search among the others.
#pragma once

#include <cmath>

#include "core/attributes.hpp"

namespace tycho::hermite {

struct StepRange {
  double least, most;  // powers of two
};

/// The largest power of two not above `value`, which is positive.
TYCHO_HOST_DEVICE inline double power_of_two_below(double value) {
  using std::frexp;
  using std::ldexp;
  int exponent = 0;
  frexp(value, &exponent);  // value = f 2^exponent with f in [1/2, 1)
  return ldexp(0.5, exponent);
}

/// Whether `value` is a whole number of `step`s. Exact: both are binary fractions of few digits.
TYCHO_HOST_DEVICE inline bool on_grid(double value, double step) {
  using std::floor;
  const double count = value / step;
  return count == floor(count);
}

/// The first step of a body at a time t that all steps divide. NaN gives the least.
TYCHO_HOST_DEVICE inline double first_block_step(double wanted, StepRange range) {
  if (!(wanted > range.least)) return range.least;
  return wanted >= range.most ? range.most : power_of_two_below(wanted);
}

/// The next step of a body that arrived at t with a step of `held`: as long as wanted, but at most
/// twice as long as before and only where t is on the longer step's grid. NaN gives the least.
TYCHO_HOST_DEVICE inline double next_block_step(double wanted, double held, double t,
                                                StepRange range) {
  double step = first_block_step(wanted, range);
  if (step > held) step = 2 * held <= range.most && on_grid(t, 2 * held) ? 2 * held : held;
  return step;
}

}  // namespace tycho::hermite
