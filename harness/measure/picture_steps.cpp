#include "harness/measure/picture_steps.hpp"

#include <cmath>

#include "harness/analysis/universe.hpp"

namespace tycho::measure {

std::vector<std::int64_t> even_picture_steps(int number, std::int64_t looks, std::int64_t steps) {
  std::vector<std::int64_t> taken;
  for (std::int64_t look = 0; number > 0 && look <= looks; ++look)
    if (look * (number - 1) % looks < number - 1) taken.push_back(steps * look / looks);
  return taken;
}

std::vector<std::int64_t> picture_steps(const std::vector<double>& redshifts,
                                        const Settings& settings, std::int64_t steps) {
  std::vector<std::int64_t> taken;
  for (const double z : redshifts) {
    const auto distance = [&](std::int64_t step) {
      return std::abs(std::log(analysis::scale_factor_after(settings, step) * (1 + z)));
    };
    std::int64_t nearest = taken.empty() ? 0 : taken.back();
    // One step beyond the last: what is nearest to it, the run does not reach.
    while (nearest <= steps && distance(nearest + 1) < distance(nearest)) ++nearest;
    if (nearest > steps) break;
    if (taken.empty() || nearest > taken.back()) taken.push_back(nearest);
  }
  return taken;
}

}  // namespace tycho::measure
