// The kernel of scheme = particle.
#pragma once

#include "core/steps/barnes_hut_on_host.hpp"
#include "gpu/support/stream.hpp"
#include "gpu/tree/particle_job.hpp"

namespace tycho::gpu::barnes_hut {

template <typename Real>
void walk_particle(const tree::ParticleJob<Real>& job, const tycho::barnes_hut::WalkRule& rule,
                   tree::ParticleShape shape, const Stream& stream);

}  // namespace tycho::gpu::barnes_hut
