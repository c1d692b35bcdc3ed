// The walk of scheme = particle: the host's tree, a walk a thread.
#pragma once

#include "gpu/barnes_hut/walk_particle.hpp"
#include "gpu/tree_pm/walk.hpp"

namespace tycho::gpu::tree_pm {

/// `table` is split_table() on the device; the job's radius does not matter, the tree has its
/// boxes.
template <typename Real>
void walk_particle(const barnes_hut::ParticleJob<Real>& job, const ShortRangeSettings& settings,
                   const ShortRange<Real>* table, barnes_hut::ParticleShape shape,
                   const Stream& stream);

}  // namespace tycho::gpu::tree_pm
