// Parts of particles as whole numbers: a sum of whole numbers does not depend on its order, nor on
// which ranks have which of them.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace tycho::mesh {

/// How many units a particle is, so that a sum of all particles fits into 63 bits, and a unit is no
/// smaller than double tells apart.
inline double whole_units(std::size_t particles) {
  const int bits = 62 - static_cast<int>(std::bit_width(particles));
  return std::ldexp(1.0, std::min(bits, std::numeric_limits<double>::digits - 1));
}

/// The part of a particle in whole units.
template <typename Real>
std::int64_t in_units(Real part, double units) {
  return std::llround(static_cast<double>(part) * units);
}

}  // namespace tycho::mesh
