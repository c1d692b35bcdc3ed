// core/formulas/individual_step.hpp for all bodies on the host. For code compiled with OpenMP.
#pragma once

#include <algorithm>
#include <vector>

#include "core/tree/individual_steps.hpp"

namespace tycho::tree {

/// The next step of every body that has just ended one; `wanted(i)` is the longest it may take.
template <typename Wanted>
Rungs choose_rungs(std::vector<std::uint8_t>& rungs, const Ticks& ticks, int threads,
                   const Wanted& wanted) {
  int deepest = 0;
  std::int64_t floored = 0;
  const std::ptrdiff_t n = static_cast<std::ptrdiff_t>(rungs.size());
#pragma omp parallel for num_threads(threads) if (threads > 1) schedule(static) \
    reduction(max : deepest) reduction(+ : floored)
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    if (ticks.due(rungs[i])) {
      const double most = wanted(i);
      const int rung = rung_of(most, ticks.dt, ticks.deepest);
      rungs[i] = static_cast<std::uint8_t>(next_rung(rung, ticks.now, ticks.deepest));
      floored += !(step_of(ticks.deepest, ticks.dt) <= most);
    }
    deepest = std::max<int>(deepest, rungs[i]);
  }
  return {deepest, floored};
}

}  // namespace tycho::tree
