// Steps of dt / 2^k, each body its own: core/formulas/individual_step.hpp for all bodies.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/formulas/individual_step.hpp"

namespace tycho::reference {

/// Time within a step of the algorithm, in ticks of the deepest rung.
struct Ticks {
  double dt;    // of the whole step
  int deepest;  // rung
  std::int64_t now = 0;

  std::int64_t all() const { return std::int64_t{1} << deepest; }
};

/// What steps the due bodies take from here.
struct Rungs {
  int deepest = 0;           // of all bodies
  std::int64_t floored = 0;  // of the due: those that wanted a shorter step than there is
};

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
    if (tree::is_due(ticks.now, rungs[i], ticks.deepest)) {
      const double most = wanted(i);
      const int rung = tree::rung_of(most, ticks.dt, ticks.deepest);
      rungs[i] = static_cast<std::uint8_t>(tree::next_rung(rung, ticks.now, ticks.deepest));
      floored += !(tree::step_of(ticks.deepest, ticks.dt) <= most);
    }
    deepest = std::max<int>(deepest, rungs[i]);
  }
  return {deepest, floored};
}

}  // namespace tycho::reference
