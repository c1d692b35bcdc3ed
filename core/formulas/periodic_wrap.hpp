// A coordinate brought back into a periodic box, and the nearest image of what is in it.
#pragma once

#include <cmath>

#include "core/attributes.hpp"
#include "core/vec3.hpp"

namespace tycho {

/// x - floor(x) rounds to exactly 1 for a tiny negative x; 1 and 0 are the same position, and only
/// 0 is in the box. NaN stays NaN, so that it shows.
template <typename Real>
TYCHO_HOST_DEVICE inline Real wrap_unit(Real x) {
  using std::floor;
  const Real wrapped = x - floor(x);
  return wrapped >= Real(1) ? Real(0) : wrapped;
}

/// The same in [0, box): what lies in the box stays to the bit.
template <typename Real>
TYCHO_HOST_DEVICE inline Real wrap_box(Real x, Real box) {
  using std::floor;
  const Real wrapped = x - box * floor(x / box);
  return wrapped >= box || wrapped < Real(0) ? Real(0) : wrapped;
}

/// A separation of two points of the box, along one axis, to the nearest image.
template <typename Real>
TYCHO_HOST_DEVICE constexpr Real nearest_image(Real separation, Real box) {
  const Real half = Real(0.5) * box;
  return separation > half ? separation - box
                           : (separation < -half ? separation + box : separation);
}

template <typename Real>
TYCHO_HOST_DEVICE constexpr Vec3<Real> nearest_image(const Vec3<Real>& separation, Real box) {
  return {nearest_image(separation.x, box), nearest_image(separation.y, box),
          nearest_image(separation.z, box)};
}

}  // namespace tycho
