// Linear interpolation between a particle and the four grid points of its cell (decyk2009, Ordered
// Charge Deposit and Parallel Particle Push): dx, dy in [0, 1) are the particle's distances from
// the cell's lower corner, which is the grid point of the same index.
#pragma once

#include "core/attributes.hpp"

namespace tycho::pic {

/// A value for each corner of a cell: the first letter is the side along x, the second along y,
/// l for lower and u for upper.
template <typename Real>
struct Corners {
  Real ll, ul, lu, uu;
};

/// The shares of a charge, as the paper's listing finds them.
template <typename Real>
TYCHO_HOST_DEVICE constexpr Corners<Real> linear_weights(Real dx, Real dy, Real charge) {
  const Real dxp = charge * dx;
  const Real amx = charge - dxp, amy = Real(1) - dy;
  return {amx * amy, dxp * amy, amx * dy, dxp * dy};
}

/// The field where the particle is.
template <typename Real>
TYCHO_HOST_DEVICE constexpr Real interpolated(const Corners<Real>& f, Real dx, Real dy) {
  const Real amx = Real(1) - dx, amy = Real(1) - dy;
  return dy * (dx * f.uu + amx * f.lu) + amy * (dx * f.ul + amx * f.ll);
}

}  // namespace tycho::pic
