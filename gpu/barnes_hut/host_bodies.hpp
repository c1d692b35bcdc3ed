// Bodies of the schemes whose tree the host builds, in double on the host in the order they came,
// and the stages that stay there. As in the CPU side, so that only the walk differs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/tree/individual_steps.hpp"
#include "core/vec3.hpp"

namespace tycho::gpu::barnes_hut {

struct HostBodies {
  std::vector<double> mass;
  std::vector<Vec3<double>> x, v, acc;
  std::vector<double> pot;
  std::vector<std::uint8_t> rung;  // a step of dt / 2^rung; all 0 with steps = shared

  std::size_t size() const { return mass.size(); }
};

/// v += (step / 2) a of the bodies whose step begins or ends now.
void kick(HostBodies& bodies, const tree::Ticks& ticks, int threads);
/// x += step v of all bodies.
void drift(HostBodies& bodies, double step, int threads);

/// What steps the due bodies take from here; `softening` (eps) is one for all or one a body.
tree::Rungs choose_rungs(HostBodies& bodies, const tree::Ticks& ticks, double eta,
                         std::span<const double> softening, int threads);

}  // namespace tycho::gpu::barnes_hut
