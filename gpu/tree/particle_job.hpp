// A walk a thread through the host's tree: what its kernels are given.
#pragma once

#include "core/tree/walk_terms.hpp"

namespace tycho::gpu::tree {

/// The grid of the kernel, whose threads each take their share of the bodies.
struct ParticleShape {
  int threads_per_block, blocks;
};

/// All on the device.
template <typename Real>
struct ParticleJob {
  tycho::tree::TreeView<Real> tree;
  const std::int32_t* slots;  // of the bodies that walk
  const Real* accuracy;       // alpha |a_old| of each; null without the relative criterion
  int count;
  tycho::tree::Pull<Real>* pulls;  // of each
  unsigned long long* counted;     // interactions with cells, with bodies
};

}  // namespace tycho::gpu::tree
