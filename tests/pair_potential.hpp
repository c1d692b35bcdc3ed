// The potential that core/formulas/pair_force.hpp is minus the gradient of.
#pragma once

#include <cmath>

#include "core/vec3.hpp"

namespace tycho {

/// The potential energy per unit mass of body i in the field of body j.
template <typename Real>
Real pair_potential(const Vec3<Real>& separation, Real mass, Real softening_squared) {
  return -mass / std::sqrt(dot(separation, separation) + softening_squared);
}

}  // namespace tycho
