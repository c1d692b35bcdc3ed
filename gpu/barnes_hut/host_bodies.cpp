// Compiled as the CPU side is, without contraction: the bodies go where the CPU's go, to the bit.
#include "gpu/barnes_hut/host_bodies.hpp"

#include <algorithm>
#include <cmath>

#include "core/formulas/individual_step.hpp"
#include "core/formulas/leapfrog.hpp"
#include "core/parallel_for.hpp"

namespace tycho::gpu::barnes_hut {

using namespace tycho::tree;

void kick(HostBodies& b, const Ticks& ticks, int threads) {
  parallel_for(b.size(), threads, [&](std::ptrdiff_t i) {
    if (!ticks.due(b.rung[i])) return;
    const double half_step = 0.5 * step_of(b.rung[i], ticks.dt);
    b.v[i] = {kicked(b.v[i].x, b.acc[i].x, half_step), kicked(b.v[i].y, b.acc[i].y, half_step),
              kicked(b.v[i].z, b.acc[i].z, half_step)};
  });
}

void drift(HostBodies& b, double step, int threads) {
  parallel_for(b.size(), threads, [&](std::ptrdiff_t i) { b.x[i] += step * b.v[i]; });
}

HostRungs choose_rungs(HostBodies& b, const Ticks& ticks, double eta,
                       std::span<const double> softening, int threads) {
  int deepest = 0;
  std::int64_t floored = 0;
  const std::ptrdiff_t n = static_cast<std::ptrdiff_t>(b.size());
#pragma omp parallel for num_threads(threads) if (threads > 1) schedule(static) \
    reduction(max : deepest) reduction(+ : floored)
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    if (ticks.due(b.rung[i])) {
      const double eps = softening[softening.size() == 1 ? 0 : i];
      const double wanted = wanted_step(eta, eps, std::sqrt(dot(b.acc[i], b.acc[i])));
      b.rung[i] = static_cast<std::uint8_t>(
          next_rung(rung_of(wanted, ticks.dt, ticks.deepest), ticks.now, ticks.deepest));
      floored += !(step_of(ticks.deepest, ticks.dt) <= wanted);
    }
    deepest = std::max<int>(deepest, b.rung[i]);
  }
  return {deepest, floored};
}

}  // namespace tycho::gpu::barnes_hut
