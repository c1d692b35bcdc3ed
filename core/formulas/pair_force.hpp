// The force of one body on another, for host and device alike.
//
//   a_i = sum_j m_j r_ij / (|r_ij|^2 + eps^2)^(3/2),   r_ij = x_j - x_i,   G = 1
//
// bertinelli2025, section 1.1 (the listing of computeAcceleration).
#pragma once

#include <cmath>

#include "core/attributes.hpp"
#include "core/vec3.hpp"

namespace tycho {

/// Flops of one pair by the convention of bertinelli2025: 3 for the difference, 6 for the softened
/// square, 4 for the inverse cube, 1 for the mass, 6 for the sum.
inline constexpr double kPairForceFlops = 20;

/// The smallest squared softening a force loop may use. A body's pair with itself then gives
/// m * 0 / tiny^(3/2) = 0 with a finite factor, so that no loop needs a branch to skip it (heavy
/// bodies are held in a unit that keeps the factor finite: core/formulas/mass_unit.hpp), and bodies
/// further apart than sqrt(tiny / epsilon) feel no difference: 3e-9 in single precision.
template <typename Real>
inline constexpr Real kLeastSofteningSq = Real(1e-24);
template <>
inline constexpr double kLeastSofteningSq<double> = 1e-190;

template <typename Real>
TYCHO_HOST_DEVICE constexpr Real softening_sq(Real softening) {
  const Real squared = softening * softening;
  return squared > kLeastSofteningSq<Real> ? squared : kLeastSofteningSq<Real>;
}

/// The same for a loop that passes over pairs at distance zero where there is no softening: such a
/// loop takes a softening below the floor for none, since its inverse cube would overflow.
template <typename Real>
TYCHO_HOST_DEVICE constexpr Real softening_sq_or_none(double squared) {
  return squared >= static_cast<double>(kLeastSofteningSq<Real>) ? static_cast<Real>(squared)
                                                                 : Real(0);
}

/// m / (r^2 + eps^2)^(3/2): the factor that the separation is multiplied by.
template <typename Real>
TYCHO_HOST_DEVICE inline Real pair_factor(Real distance_sq_softened, Real mass) {
  using std::sqrt;
  const Real inverse = Real(1) / sqrt(distance_sq_softened);
  return mass * inverse * inverse * inverse;
}

/// The acceleration that body j gives body i; `separation` is x_j - x_i.
template <typename Real>
TYCHO_HOST_DEVICE inline Vec3<Real> pair_force(const Vec3<Real>& separation, Real mass,
                                               Real softening_squared) {
  return pair_factor(dot(separation, separation) + softening_squared, mass) * separation;
}

}  // namespace tycho
