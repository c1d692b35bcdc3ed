// The stages of scheme = particle that stay on the host. As on the CPU side, so that only the walk
// differs.
#pragma once

#include <span>

#include "core/bodies/tree_pm.hpp"
#include "core/tree/individual_steps.hpp"

namespace tycho::gpu::tree_pm {

using tree::Ticks;
using tycho::tree_pm::HostBodies;

/// u += factor g by the short range, of the bodies whose step begins or ends now; one factor a
/// rung.
void kick(HostBodies& bodies, std::span<const double> factors, const Ticks& ticks, int threads);
/// u += factor g by the long range, of all.
void kick_long(HostBodies& bodies, double factor, int threads);
/// x += factor u of all, around the box.
void drift(HostBodies& bodies, double factor, double box, int threads);

/// `scale` as in bodies.hpp.
tree::Rungs choose_rungs(HostBodies& bodies, const Ticks& ticks, double eta, double softening,
                         double scale, int threads);

}  // namespace tycho::gpu::tree_pm
