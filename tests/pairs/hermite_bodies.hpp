// Bodies for the tests of the Hermite scheme, and sums over them that no kernel has touched.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "core/force_engine.hpp"
#include "core/formulas/hermite.hpp"
#include "core/particles.hpp"
#include "core/philox.hpp"

namespace tycho {

/// Unequal masses, no symmetry, one close pair, one body far out.
inline Particles crowd(std::size_t n, std::uint64_t seed = 20071115) {
  Particles p(n);
  const Random random(seed);
  for (std::size_t i = 0; i < n; ++i) {
    p.mass[i] = random.uniform(i, 0.1, 3.0, 0) / static_cast<double>(n);
    p.set_position(i, {random.uniform(i, -1, 1, 1), random.uniform(i, 0, 3, 2),
                       random.uniform(i, -0.5, 0.8, 3)});
    p.set_velocity(i, {random.uniform(i, -1, 0.5, 4), random.uniform(i, 0, 0.1, 5),
                       random.uniform(i, -0.3, 0.3, 6)});
    p.id[i] = 7 * i + 3;
  }
  if (n > 2) p.set_position(1, {p.x[0] + 1e-2, p.y[0], p.z[0] - 2e-2});
  if (n > 3) p.set_position(2, {40, -30, 20});
  return p;
}

/// What all bodies do to a target, save a body with the target's index: in double, one after the
/// other.
struct DirectSum {
  Vec3<double> acc, jerk;
  double pot = 0;
  double nearest_sq = HUGE_VAL;
  std::int32_t neighbour = -1;
};
inline DirectSum direct_sum(const std::vector<JBody>& bodies, std::size_t nj, const IBody& target,
                            double softening_sq, double t = 0) {
  DirectSum sum;
  for (std::size_t j = 0; j < nj; ++j) {
    const JBody& b = bodies[j];
    if (b.index == target.index && target.index != -1) continue;
    const auto now = hermite::predicted_g6(b.x, b.v, b.acc_2, b.jerk_6, b.snap_18, t - b.t);
    const Vec3<double> r = now.x - target.x;
    const double distance_sq = dot(r, r);
    const auto pull = hermite::pair_pull(r, now.v - target.v, b.mass,
                                         hermite::inverse_distance(distance_sq + softening_sq));
    sum.acc += pull.acc;
    sum.jerk += pull.jerk;
    sum.pot += pull.pot;
    if (distance_sq < sum.nearest_sq) {
      sum.nearest_sq = distance_sq;
      sum.neighbour = b.index;
    }
  }
  return sum;
}

inline double length(const Vec3<double>& v) { return std::sqrt(dot(v, v)); }

}  // namespace tycho
