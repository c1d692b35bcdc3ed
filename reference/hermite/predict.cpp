// x and v of all bodies at a block time: Makino & Aarseth (1992), eqs. 3 and 4.
#include "core/formulas/hermite.hpp"
#include "core/parallel_for.hpp"
#include "reference/hermite/bodies.hpp"

namespace tycho::reference::hermite {

void predict(const Bodies& b, double t, const std::vector<std::int32_t>& due, int threads,
             Field& field, std::vector<IBody>& targets) {
  parallel_for(b.size(), threads, [&](std::ptrdiff_t j) {
    const auto now = tycho::hermite::predicted(b.x[j], b.v[j], b.acc[j], b.jerk[j], t - b.time[j]);
    field.set(j, now.x, now.v);
  });
  targets.clear();
  for (const std::int32_t j : due) targets.push_back({field.position(j), field.velocity(j), j});
}

}  // namespace tycho::reference::hermite
