// The stages that stay on the host where the host builds the tree. As on the CPU side, so that only
// the walk differs.
#pragma once

#include <span>

#include "core/bodies/barnes_hut.hpp"
#include "core/tree/individual_steps.hpp"

namespace tycho::gpu::barnes_hut {

using tycho::barnes_hut::HostBodies;

/// v += (step / 2) a of the bodies whose step begins or ends now.
void kick(HostBodies& bodies, const tree::Ticks& ticks, int threads);
/// x += step v of all bodies.
void drift(HostBodies& bodies, double step, int threads);

/// What steps the due bodies take from here; `softening` (eps) is one for all or one a body.
tree::Rungs choose_rungs(HostBodies& bodies, const tree::Ticks& ticks, double eta,
                         std::span<const double> softening, int threads);

}  // namespace tycho::gpu::barnes_hut
