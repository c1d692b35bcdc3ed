// The corrector and the next step of the due bodies: Makino & Aarseth (1992), eqs. 5 to 9.
#include <algorithm>
#include <cmath>

#include "core/formulas/hermite.hpp"
#include "core/parallel_for.hpp"
#include "reference/hermite/bodies.hpp"

namespace tycho::reference::hermite {

Outcome correct(Bodies& b, double t, const std::vector<std::int32_t>& due,
                const std::vector<IBody>& targets, const std::vector<Force>& forces,
                const tycho::hermite::StepOptions& options, int threads) {
  using namespace tycho::hermite;
  const StepRange range = options.range();
  const bool own_steps = options.shared_step() == 0;
  std::vector<char> at_floor(due.size(), 0);
  parallel_for(due.size(), threads, [&](std::ptrdiff_t k) {
    const std::int32_t j = due[k];
    const double dt = t - b.time[j];
    const Force& force = forces[k];
    const auto over = derivatives(b.acc[j], b.jerk[j], force.acc, force.jerk, dt);
    const auto motion = corrected({targets[k].x, targets[k].v}, over, dt);
    if (own_steps) {
      const double wanted = aarseth_step(force.acc, force.jerk, over, dt, options.accuracy);
      b.step[j] = next_block_step(wanted, b.step[j], t, range);
      at_floor[k] = !(wanted >= range.least);
    }
    b.x[j] = motion.x;
    b.v[j] = motion.v;
    b.acc[j] = force.acc;
    b.jerk[j] = force.jerk;
    b.time[j] = t;
  });
  Outcome outcome{HUGE_VAL, std::count(at_floor.begin(), at_floor.end(), 1)};
  for (const std::int32_t j : due) outcome.shortest = std::min(outcome.shortest, b.step[j]);
  return outcome;
}

}  // namespace tycho::reference::hermite
