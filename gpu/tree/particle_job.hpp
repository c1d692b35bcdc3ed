// A walk a thread through the host's tree: what its kernels are given.
#pragma once

#include "core/tree/walk_terms.hpp"

namespace tycho::gpu::tree {

/// The grid of the kernel, whose threads each take their share of the bodies.
struct ParticleShape {
  int threads_per_block, blocks;
};

/// Interactions with cells, with bodies, and cells opened whose inside this rank lacks.
inline constexpr int kCounted = 3;

/// All pointers are to device memory.
template <typename Real>
struct ParticleJob {
  tycho::tree::TreeView<Real> tree;
  const std::int32_t* slots;  // of the bodies that walk
  const Real* accuracy;       // alpha |a_old| of each; null without the relative criterion
  int count;
  tycho::tree::Pull<Real>* pulls;  // of each
  std::int32_t* work;              // interactions of each; null: not wanted
  unsigned long long* counted;     // kCounted numbers, of all walks together
};

}  // namespace tycho::gpu::tree
