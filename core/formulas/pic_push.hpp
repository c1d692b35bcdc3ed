// The leapfrog of decyk2009 (Parallel Particle Push), velocities at half steps:
//
//   v(t + dt/2) = v(t - dt/2) + f(x(t)) dt,   x(t + dt) = x(t) + v(t + dt/2) dt
//
// with f = (q/m) E. The position is relative to the cell or absolute; it may leave either, and is
// brought back by core/formulas/pic_crossing.hpp.
#pragma once

#include "core/attributes.hpp"

namespace tycho::pic {

/// q/m of an electron, in these units.
template <typename Real>
inline constexpr Real kChargeOverMass = Real(-1);

template <typename Real>
TYCHO_HOST_DEVICE constexpr Real kicked(Real velocity, Real field, Real dt) {
  return velocity + kChargeOverMass<Real> * dt * field;
}

template <typename Real>
TYCHO_HOST_DEVICE constexpr Real moved(Real position, Real velocity, Real dt) {
  return position + velocity * dt;
}

}  // namespace tycho::pic
