#include "harness/checks/pulls.hpp"

#include <cmath>

#include "core/formulas/hermite.hpp"

namespace tycho::checks {

std::vector<DirectPull> direct_pulls(const Particles& p, double softening,
                                     std::span<const std::size_t> targets) {
  std::vector<DirectPull> out(targets.size());
#pragma omp parallel for schedule(static) if (p.size() > 512)
  for (std::size_t t = 0; t < targets.size(); ++t) {
    const std::size_t i = targets[t];
    hermite::Pull<double> sum;
    double nearest_sq = HUGE_VAL;
    for (std::size_t j = 0; j < p.size(); ++j) {
      if (j == i) continue;
      const Vec3<double> r = p.position(j) - p.position(i);
      const double distance_sq = dot(r, r);
      sum += hermite::pair_pull(r, p.velocity(j) - p.velocity(i), p.mass[j],
                                hermite::inverse_distance(distance_sq + softening * softening));
      if (distance_sq < nearest_sq) {
        nearest_sq = distance_sq;
        out[t].neighbour = j;
      }
    }
    out[t].jerk = sum.jerk;
    out[t].potential = sum.pot;
    out[t].nearest = std::sqrt(nearest_sq);
  }
  return out;
}

}  // namespace tycho::checks
