// Bodies of the schemes whose tree the host builds, in double on the host in the order they came,
// and the stages that stay there. As in the CPU side, so that only the walk differs.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "core/vec3.hpp"
#include "gpu/barnes_hut/ticks.hpp"

namespace tycho::gpu::barnes_hut {

struct HostBodies {
  std::vector<double> mass;
  std::vector<Vec3<double>> x, v, acc;
  std::vector<double> pot;
  std::vector<std::uint8_t> rung;  // a step of dt / 2^rung; all 0 with steps = shared

  std::size_t size() const { return mass.size(); }
};

/// v += (step / 2) a of the bodies whose step begins or ends now.
void kick(HostBodies& bodies, const Ticks& ticks, int threads);
/// x += step v of all bodies.
void drift(HostBodies& bodies, double step, int threads);

/// What steps the due bodies take from here.
struct HostRungs {
  int deepest = 0;           // of all bodies
  std::int64_t floored = 0;  // of the due: those that wanted a shorter step than there is
};
/// `wanted(i)` is the longest step that body i may take; asked of the due only.
template <typename Wanted>
HostRungs choose_rungs(std::vector<std::uint8_t>& rungs, const Ticks& ticks, int threads,
                       const Wanted& wanted) {
  int deepest = 0;
  std::int64_t floored = 0;
  const std::ptrdiff_t n = static_cast<std::ptrdiff_t>(rungs.size());
#pragma omp parallel for num_threads(threads) if (threads > 1) schedule(static) \
    reduction(max : deepest) reduction(+ : floored)
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    if (ticks.due(rungs[i])) {
      const double most = wanted(i);
      rungs[i] = static_cast<std::uint8_t>(
          tree::next_rung(tree::rung_of(most, ticks.dt, ticks.deepest), ticks.now, ticks.deepest));
      floored += !(tree::step_of(ticks.deepest, ticks.dt) <= most);
    }
    deepest = std::max<int>(deepest, rungs[i]);
  }
  return {deepest, floored};
}
/// `softening` (eps) is one for all or one a body.
HostRungs choose_rungs(HostBodies& bodies, const Ticks& ticks, double eta,
                       std::span<const double> softening, int threads);

}  // namespace tycho::gpu::barnes_hut
