// The kernels of scheme = grouped.
#pragma once

#include "core/formulas/multipole.hpp"
#include "core/tree/tree.hpp"
#include "gpu/support/stream.hpp"

namespace tycho::gpu::barnes_hut {

/// Bodies of a thread block: at most kGroupTargets neighbours in the tree's order, and their
/// group's list.
struct Chunk {
  std::int64_t list, length;
  std::int32_t first, count;
};
inline constexpr int kGroupTargets = 64;

/// What the library gives beside force and potential, and a treecode has no use for.
template <typename Real>
struct Extra {
  Vec3<Real> jerk;
  Real distance_sq;        // of the nearest neighbour
  std::int32_t neighbour;  // in the list; beyond it or -1 where there is none
};

/// All pointers are to device memory.
template <typename Real>
struct GroupJob {
  const tycho::tree::Source<Real>* sources;  // list after list
  const Vec3<Real>* source_velocity;         // normal only
  const tycho::tree::Source<Real>* targets;  // all bodies, in the tree's order
  const Vec3<Real>* target_velocity;         // normal only
  const Chunk* chunks;
  int chunk_count;
  Real softening_squared;
  tycho::tree::Pull<Real>* pulls;  // of each target, itself included in the potential
  Extra<Real>* extras;             // null: the optimized kernel
};

template <typename Real>
void walk_groups(const GroupJob<Real>& job, const Stream& stream);

}  // namespace tycho::gpu::barnes_hut
