// The kernel of scheme = particle: the host's tree, a walk a thread.
#pragma once

#include "core/formulas/short_range.hpp"
#include "core/steps/tree_pm_on_host.hpp"
#include "gpu/support/stream.hpp"
#include "gpu/tree/particle_job.hpp"

namespace tycho::gpu::tree_pm {

/// `table` is split_table() on the device; the tree of the job has its boxes.
template <typename Real>
void walk_particle(const tree::ParticleJob<Real>& job, const tycho::tree_pm::WalkRule& rule,
                   const ShortRange<Real>* table, tree::ParticleShape shape, const Stream& stream);

}  // namespace tycho::gpu::tree_pm
