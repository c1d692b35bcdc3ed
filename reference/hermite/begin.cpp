// The first step of every body, from its acceleration and jerk alone (core/formulas/hermite.hpp
// first_step), as a block step.
#include <algorithm>
#include <cmath>

#include "core/formulas/hermite.hpp"
#include "reference/hermite/bodies.hpp"

namespace tycho::reference::hermite {

double begin(Bodies& b, const std::vector<Force>& forces,
             const tycho::hermite::StepOptions& options) {
  using namespace tycho::hermite;
  const StepRange range = options.range();
  double shortest = HUGE_VAL;
  for (std::size_t j = 0; j < b.size(); ++j) {
    b.acc[j] = forces[j].acc;
    b.jerk[j] = forces[j].jerk;
    const double wanted = first_step(forces[j].acc, forces[j].jerk, options.accuracy);
    b.step[j] = first_block_step(wanted, range);
    shortest = std::min(shortest, b.step[j]);
  }
  return shortest;
}

}  // namespace tycho::reference::hermite
