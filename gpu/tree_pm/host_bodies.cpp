// Compiled as the CPU side is, without contraction: the bodies go where the CPU's go, to the bit.
#include "gpu/tree_pm/host_bodies.hpp"

#include <cmath>

#include "core/formulas/periodic_wrap.hpp"
#include "core/parallel_for.hpp"
#include "core/tree/choose_rungs.hpp"

namespace tycho::gpu::tree_pm {

void kick(HostBodies& b, std::span<const double> factors, const Ticks& ticks, int threads) {
  parallel_for(b.size(), threads, [&](std::ptrdiff_t i) {
    if (ticks.due(b.rung[i])) b.u[i] += factors[b.rung[i]] * b.short_g[i];
  });
}

void kick_long(HostBodies& b, double factor, int threads) {
  parallel_for(b.size(), threads, [&](std::ptrdiff_t i) { b.u[i] += factor * b.long_g[i]; });
}

void drift(HostBodies& b, double factor, double box, int threads) {
  parallel_for(b.size(), threads, [&](std::ptrdiff_t i) {
    const Vec3<double> x = b.x[i] + factor * b.u[i];
    b.x[i] = {wrap_box(x.x, box), wrap_box(x.y, box), wrap_box(x.z, box)};
  });
}

tree::Rungs choose_rungs(HostBodies& b, const Ticks& ticks, double eta, double softening,
                         double scale, int threads) {
  return tree::choose_rungs(b.rung, ticks, threads, [&](std::ptrdiff_t i) {
    return tree::wanted_step(eta, softening, scale * std::sqrt(dot(b.g(i), b.g(i))));
  });
}

}  // namespace tycho::gpu::tree_pm
