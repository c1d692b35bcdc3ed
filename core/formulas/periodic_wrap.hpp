// A coordinate brought back into the periodic unit box [0, 1).
#pragma once

#include <cmath>

#include "core/attributes.hpp"

namespace tycho {

/// x - floor(x) rounds to exactly 1 for a tiny negative x; 1 and 0 are the same place, and only 0
/// is in the box. NaN stays NaN, so that it shows.
template <typename Real>
TYCHO_HOST_DEVICE inline Real wrap_unit(Real x) {
  using std::floor;
  const Real wrapped = x - floor(x);
  return wrapped >= Real(1) ? Real(0) : wrapped;
}

}  // namespace tycho
