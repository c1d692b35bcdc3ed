// The staggered leapfrog of aubert2009: velocities at half steps, positions at whole ones.
#pragma once

#include "core/attributes.hpp"
#include "core/formulas/periodic_wrap.hpp"

namespace tycho {

/// v(t + dt/2) = v(t - dt/2) + dt a(t), eq. 11. With half a step it synchronises the velocity.
template <typename Real>
TYCHO_HOST_DEVICE constexpr Real kicked(Real velocity, Real acceleration, Real step) {
  return velocity + step * acceleration;
}

/// x(t + dt) = x(t) + dt v(t + dt/2), eq. 12, in the periodic unit box.
template <typename Real>
TYCHO_HOST_DEVICE inline Real drifted(Real position, Real velocity, Real step) {
  return wrap_unit(position + step * velocity);
}

}  // namespace tycho
