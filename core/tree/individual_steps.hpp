// Steps of dt / 2^k, each body its own: core/formulas/individual_step.hpp for all bodies on the
// host, for the CPU side and for the GPU schemes whose tree the host builds.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "core/tree/ticks.hpp"

namespace tycho::tree {

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

/// Places in the tree's order of the bodies whose step ends now, along that order or, with `by_id`,
/// as the bodies came. `order` is Tree::order.
inline void list_due(std::span<const std::uint8_t> rungs, const Ticks& ticks,
                     std::span<const std::int32_t> order, bool by_id,
                     std::vector<std::int32_t>& due) {
  due.resize(order.size());
  for (std::size_t j = 0; j < order.size(); ++j)
    due[by_id ? order[j] : j] = static_cast<std::int32_t>(j);
  if (ticks.deepest > 0)
    std::erase_if(due, [&](std::int32_t j) { return !ticks.due(rungs[order[j]]); });
}

}  // namespace tycho::tree
