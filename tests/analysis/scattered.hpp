// Made-up matter in a periodic box.
#pragma once

#include <cmath>
#include <numbers>

#include "core/formulas/periodic_wrap.hpp"
#include "core/particles.hpp"
#include "core/philox.hpp"

namespace tycho::scattered {

inline Vec3<double> inside(const Vec3<double>& p, double box) {
  return {box * wrap_unit(p.x / box), box * wrap_unit(p.y / box), box * wrap_unit(p.z / box)};
}

/// Evenly over the box at random, of mass 1.
inline Particles uniform(std::size_t n, double box, std::uint64_t seed) {
  Particles p(n);
  const Random places(seed), heights(seed, 1);
  for (std::size_t i = 0; i < n; ++i) {
    const auto [x, y] = places.uniform2(i);
    p.mass[i] = 1;
    p.set_position(i, {box * x, box * y, box * heights.uniform(i)});
  }
  return p;
}

/// An even direction.
inline Vec3<double> direction(const Random& random, std::size_t i) {
  const auto [u, v] = random.uniform2(i);
  const double z = 2 * u - 1, across = std::sqrt(1 - z * z), angle = 2 * std::numbers::pi * v;
  return {across * std::cos(angle), across * std::sin(angle), z};
}

/// Moves particles first to first + n into a sphere around `centre`: the share s of its mass lies
/// within radius_of(s).
template <typename RadiusOf>
void plant(Particles& p, std::size_t first, std::size_t n, const Vec3<double>& centre, double box,
           std::uint64_t seed, const RadiusOf& radius_of) {
  const Random directions(seed, 2);
  for (std::size_t i = 0; i < n; ++i) {
    const double share = (static_cast<double>(i) + 0.5) / static_cast<double>(n);
    const Vec3<double> place = centre + radius_of(share) * direction(directions, i);
    p.set_position(first + i, inside(place, box));
  }
}

}  // namespace tycho::scattered
