// Particles as a mesh in the unit box takes them: of one mass, inside the box, in its precision.
#pragma once

#include <cstdint>
#include <vector>

#include "core/particles.hpp"

namespace tycho {

template <typename Real>
struct BoxParticles {
  std::vector<Real> x, y, z;
  std::vector<Real> vx, vy, vz;
  double mass = 0;           // of each
  std::int64_t wrapped = 0;  // how many lay outside [0, 1)^3 and were brought in
};

/// Wraps after rounding to Real, where 0.99999999999 is 1. Throws UsageError naming the first
/// particle whose position is not finite, or whose mass is not that of the first (the mesh counts
/// particles, as published).
template <typename Real>
BoxParticles<Real> in_unit_box(const Particles& particles);

}  // namespace tycho
