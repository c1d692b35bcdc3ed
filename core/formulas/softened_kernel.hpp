// The pull of a unit mass, softened. Host and device; G = 1.
//
// `factor` is what the separation (from the body to the source) is multiplied by to give the
// acceleration, `potential` the potential. Two bodies at one position do not pull at each other.
#pragma once

#include <cmath>

#include "core/attributes.hpp"

namespace tycho::tree {

template <typename Real>
struct Kernel {
  Real factor{}, potential{};
};

/// Plummer: factor = 1 / d^3, potential = -1 / d, d^2 = r^2 + eps^2. Without softening a distance
/// of zero gives zeros, not infinities.
template <typename Real>
TYCHO_HOST_DEVICE inline Kernel<Real> plummer_kernel(Real distance_sq, Real softening_squared) {
  using std::sqrt;
  const Real d_sq = distance_sq + softening_squared;
  const Real inverse = d_sq > Real(0) ? Real(1) / sqrt(d_sq) : Real(0);
  return {inverse * inverse * inverse, -inverse};
}

/// The spline's radius over the Plummer length whose potential it has in the centre: h = 2.8 eps
/// (Springel 2005, section 2.1).
inline constexpr double kSplineRadius = 2.8;

/// Gadget's cubic spline of radius h: Newton's from h on (Springel, Yoshida & White 2001, eqs. 71
/// and A1 ff.; Hernquist & Katz 1989).
template <typename Real>
TYCHO_HOST_DEVICE inline Kernel<Real> spline_kernel(Real distance_sq, Real h) {
  using std::sqrt;
  const Real r = sqrt(distance_sq);
  if (r >= h) {
    const Real inverse = r > Real(0) ? Real(1) / r : Real(0);
    return {inverse * inverse * inverse, -inverse};
  }
  const Real per_h = Real(1) / h;
  const Real u = r * per_h;
  const Real per_h_cube = per_h * per_h * per_h;
  if (u < Real(0.5))
    return {per_h_cube * (Real(32.0 / 3) + u * u * (Real(32) * u - Real(38.4))),
            per_h * (Real(-2.8) + u * u * (Real(16.0 / 3) + u * u * (Real(6.4) * u - Real(9.6))))};
  return {
      per_h_cube * (Real(64.0 / 3) - Real(48) * u + Real(38.4) * u * u -
                    Real(32.0 / 3) * u * u * u - Real(1.0 / 15) / (u * u * u)),
      per_h * (Real(-3.2) + Real(1.0 / 15) / u +
               u * u * (Real(32.0 / 3) + u * (Real(-16) + u * (Real(9.6) - Real(32.0 / 15) * u))))};
}

/// The same within the radius, at u = r / h, where 1 / u and 1 / h are known: no root, no division.
/// At u = 0 any number is good for 1 / u.
template <typename Real>
TYCHO_HOST_DEVICE inline Kernel<Real> spline_within(Real u, Real per_u, Real per_h) {
  const Real u_sq = u * u, per_h_cube = per_h * per_h * per_h;
  if (u < Real(0.5))
    return {per_h_cube * (Real(32.0 / 3) + u_sq * (Real(32) * u - Real(38.4))),
            per_h * (Real(-2.8) + u_sq * (Real(16.0 / 3) + u_sq * (Real(6.4) * u - Real(9.6))))};
  return {
      per_h_cube * (Real(64.0 / 3) + u * (Real(-48) + u * (Real(38.4) - Real(32.0 / 3) * u)) -
                    Real(1.0 / 15) * per_u * per_u * per_u),
      per_h * (Real(-3.2) + Real(1.0 / 15) * per_u +
               u_sq * (Real(32.0 / 3) + u * (Real(-16) + u * (Real(9.6) - Real(32.0 / 15) * u))))};
}

}  // namespace tycho::tree
