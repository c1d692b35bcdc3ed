// When a cell of a tree is too near to be taken as a whole. Host and device.
#pragma once

#include <cmath>

#include "core/attributes.hpp"
#include "core/vec3.hpp"

namespace tycho::tree {

/// The largest theta. A body in a cell is at most sqrt(3)/2 sides from its centre, so with theta up
/// to 1 it is always within side / theta + offset of the centre of mass: nobody meets a cell it is
/// in, and so itself.
inline constexpr double kLargestTheta = 1;

/// Geometric criterion: a cell is opened by bodies nearer to its centre of mass than
///
///   side / theta + |centre of mass - centre|
///
/// The second term is the guard for cells whose mass sits in a corner (Barnes 1994; Salmon & Warren
/// 1994): without it a body beside a large cell may be far from its centre of mass. This is the
/// square of that distance.
template <typename Real>
TYCHO_HOST_DEVICE inline Real geometric_opening(Real side, Real theta, Real offset) {
  const Real distance = side / theta + offset;
  return distance * distance;
}

/// Relative criterion of Gadget (Springel 2005, eq. 18), with G = 1: a cell is opened where
///
///   M side^2 > alpha |a_old| r^4
///
/// The left side is a property of the cell.
template <typename Real>
TYCHO_HOST_DEVICE constexpr Real relative_opening(Real mass, Real side) {
  return mass * side * side;
}

/// `accuracy` is alpha |a_old|, `opening` the cell's relative_opening.
template <typename Real>
TYCHO_HOST_DEVICE constexpr bool opened_relative(Real opening, Real accuracy, Real distance_sq) {
  return opening > accuracy * (distance_sq * distance_sq);
}

/// A cell is opened whatever the criterion says by a body this near to its centre along all three
/// axes, in sides of the cell (Gadget).
inline constexpr double kAlwaysOpened = 0.6;

/// `from_centre` is the body's separation from the centre of the cell.
template <typename Real>
TYCHO_HOST_DEVICE inline bool opened_always(const Vec3<Real>& from_centre, Real side) {
  using std::fabs;
  const Real reach = Real(kAlwaysOpened) * side;
  return fabs(from_centre.x) < reach && fabs(from_centre.y) < reach && fabs(from_centre.z) < reach;
}

/// The square of the least distance from a point to a cube around `centre`: 0 inside. For groups of
/// bodies, which open a cell where the nearest point of their box would.
template <typename Real>
TYCHO_HOST_DEVICE inline Real distance_sq_to_box(const Vec3<Real>& point, const Vec3<Real>& centre,
                                                 const Vec3<Real>& half_extent) {
  using std::fabs;
  const auto beyond = [](Real separation, Real half) {
    const Real d = fabs(separation) - half;
    return d > Real(0) ? d : Real(0);
  };
  const Vec3<Real> d{beyond(point.x - centre.x, half_extent.x),
                     beyond(point.y - centre.y, half_extent.y),
                     beyond(point.z - centre.z, half_extent.z)};
  return dot(d, d);
}

}  // namespace tycho::tree
