// The kernel of scheme = particle.
#pragma once

#include "core/tree/walk_terms.hpp"
#include "gpu/barnes_hut/host_walk.hpp"

namespace tycho::gpu::barnes_hut {

/// All on the device.
template <typename Real>
struct ParticleJob {
  tree::TreeView<Real> tree;
  const std::int32_t* places;  // of the bodies that walk, in the tree's order
  const Real* accuracy;        // alpha |a_old| of each; null without the relative criterion
  Real radius;                 // the spline's h, where bodies have none of their own
  int count;
  tree::Pull<Real>* pulls;      // of each
  unsigned long long* counted;  // interactions with cells, with bodies
};

template <typename Real>
void walk_particle(const ParticleJob<Real>& job, const HostWalkRule& rule, ParticleShape shape,
                   const Stream& stream);

}  // namespace tycho::gpu::barnes_hut
