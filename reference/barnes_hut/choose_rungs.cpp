// The next step of every body that has just ended one.
#include <algorithm>
#include <cmath>

#include "core/formulas/individual_step.hpp"
#include "reference/barnes_hut/bodies.hpp"

namespace tycho::reference::barnes_hut {

Rungs choose_rungs(Bodies& b, const Ticks& ticks, double eta, std::span<const double> softening,
                   int threads) {
  int deepest = 0;
  std::int64_t floored = 0;
  const std::ptrdiff_t n = static_cast<std::ptrdiff_t>(b.size());
#pragma omp parallel for num_threads(threads) if (threads > 1) schedule(static) \
    reduction(max : deepest) reduction(+ : floored)
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    if (tree::is_due(ticks.now, b.rung[i], ticks.deepest)) {
      const double eps = softening[softening.size() == 1 ? 0 : i];
      const double wanted = tree::wanted_step(eta, eps, std::sqrt(dot(b.acc[i], b.acc[i])));
      const int rung = tree::rung_of(wanted, ticks.dt, ticks.deepest);
      b.rung[i] = static_cast<std::uint8_t>(tree::next_rung(rung, ticks.now, ticks.deepest));
      floored += !(tree::step_of(ticks.deepest, ticks.dt) <= wanted);
    }
    deepest = std::max<int>(deepest, b.rung[i]);
  }
  return {deepest, floored};
}

}  // namespace tycho::reference::barnes_hut
