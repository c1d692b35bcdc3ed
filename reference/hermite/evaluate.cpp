// acc, jerk and pot: sums of core/formulas/hermite.hpp pair_pull over all j but the body itself.
#include <limits>

#include "core/formulas/hermite.hpp"
#include "core/parallel_for.hpp"
#include "reference/hermite/field.hpp"

namespace tycho::reference::hermite {

void evaluate(const Field& field, std::size_t nj, std::span<const IBody> block, double softening_sq,
              int threads, std::span<Force> forces) {
  using namespace tycho::hermite;
  parallel_for(block.size(), threads, [&](std::ptrdiff_t i) {
    const IBody& body = block[i];
    Pull<double> sum;
    double nearest = std::numeric_limits<double>::infinity();
    std::int32_t neighbour = -1;
    for (std::size_t j = 0; j < nj; ++j) {
      if (field.index[j] == body.index && body.index != -1) continue;
      const Vec3<double> r = field.position(j) - body.x;
      const double distance_sq = dot(r, r);
      sum += pair_pull(r, field.velocity(j) - body.v, field.mass[j],
                       inverse_distance(distance_sq + softening_sq));
      if (distance_sq < nearest) {
        nearest = distance_sq;
        neighbour = field.index[j];
      }
    }
    forces[i] = {sum.acc, sum.jerk, sum.pot, neighbour};
  });
}

}  // namespace tycho::reference::hermite
