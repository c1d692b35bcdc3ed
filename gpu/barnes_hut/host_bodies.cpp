// Compiled as the CPU side is, without contraction: the bodies go where the CPU's go, to the bit.
#include "gpu/barnes_hut/host_bodies.hpp"

#include <cmath>

#include "core/formulas/individual_step.hpp"
#include "core/formulas/leapfrog.hpp"
#include "core/parallel_for.hpp"
#include "core/tree/choose_rungs.hpp"

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

tree::Rungs choose_rungs(HostBodies& b, const Ticks& ticks, double eta,
                         std::span<const double> softening, int threads) {
  return tree::choose_rungs(b.rung, ticks, threads, [&](std::ptrdiff_t i) {
    const double eps = softening[softening.size() == 1 ? 0 : i];
    return wanted_step(eta, eps, std::sqrt(dot(b.acc[i], b.acc[i])));
  });
}

}  // namespace tycho::gpu::barnes_hut
