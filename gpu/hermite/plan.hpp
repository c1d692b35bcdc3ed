// How an evaluation is shared out among the blocks of a grid of fixed size: groups of targets times
// parts of the sources. Host and device, so that a kernel that finds the number of targets in
// device memory cuts its work as the host would.
#pragma once

#include <cstdint>

#include "core/attributes.hpp"

namespace tycho::gpu::hermite {

inline constexpr int kWarp = 32;
inline constexpr int kTile = kWarp;  // sources a warp takes at a time
inline constexpr int kWarps = 8;     // of a block: each takes every eighth tile of the block's part
inline constexpr int kThreads = kWarp * kWarps;
inline constexpr int kPartsAtOnce = 16;  // partial sums that one block adds up
inline constexpr int kMostRounds = 8;    // items a block takes one after the other at most, where
                                         // the sources are split

inline constexpr int kFewestGroups = 8;  // where a lane takes more than one target

struct Plan {
  int bodies;  // targets a lane
  int groups;  // of 32 bodies targets
  int splits;  // parts of the sources

  TYCHO_HOST_DEVICE constexpr int targets() const { return kWarp * bodies; }  // a group
  TYCHO_HOST_DEVICE constexpr int items() const { return groups * splits; }
  /// Sums of kPartsAtOnce parts each, where there are too many for one block.
  TYCHO_HOST_DEVICE constexpr int joints() const {
    return (splits + kPartsAtOnce - 1) / kPartsAtOnce;
  }
};

TYCHO_HOST_DEVICE constexpr int tiles_of(int sources) { return (sources + kTile - 1) / kTile; }

/// More targets a lane read a source fewer times, but only with work for every block; then as many
/// parts as leave the fewest blocks idle in the last round.
TYCHO_HOST_DEVICE constexpr Plan make_plan(int targets, int sources, int blocks, int most_bodies) {
  const int tiles = tiles_of(sources);
  const int most_splits = tiles / kWarps > 1 ? tiles / kWarps : 1;
  Plan plan{most_bodies, 0, 1};
  for (;; plan.bodies /= 2) {
    plan.groups = (targets + plan.targets() - 1) / plan.targets();
    // With few groups every block would have to add up many parts of many targets.
    const bool full = plan.groups >= kFewestGroups;
    const bool busy = 2 * static_cast<std::int64_t>(plan.groups) * most_splits >= blocks;
    if (plan.bodies == 1 || (full && busy)) break;
  }
  // Idle share of the last round, in parts of 1024 of all rounds.
  int best = 0;
  for (int rounds = 1; rounds <= kMostRounds; ++rounds) {
    const std::int64_t fitting = static_cast<std::int64_t>(rounds) * blocks / plan.groups;
    const int splits = fitting < 1             ? 1
                       : fitting < most_splits ? static_cast<int>(fitting)
                                               : most_splits;
    const std::int64_t items = static_cast<std::int64_t>(plan.groups) * splits;
    const std::int64_t taken = (items + blocks - 1) / blocks;
    const int used = static_cast<int>(1024 * items / (taken * blocks));
    if (used > best) {
      best = used;
      plan.splits = splits;
    }
    if (used > 973) break;  // 95%
  }
  return plan;
}

/// The tiles of one part: first .. last - 1. Parts differ by one tile at most.
TYCHO_HOST_DEVICE constexpr int first_tile(int split, int splits, int tiles) {
  return static_cast<int>(static_cast<std::int64_t>(tiles) * split / splits);
}

/// What any plan for up to this many targets may need, in partial sums of 32 targets and in
/// counters. Sources are split only where all items fit in kMostRounds rounds.
constexpr std::int64_t most_partials(int blocks, int most_bodies) {
  return static_cast<std::int64_t>(kMostRounds) * blocks * most_bodies;
}
constexpr std::int64_t most_joints(int blocks, int most_bodies) {
  return 2 * static_cast<std::int64_t>(kMostRounds) * blocks / kPartsAtOnce * most_bodies +
         most_bodies;
}
constexpr std::int64_t most_counters(std::int64_t targets, int blocks) {
  return 2 * (targets / kWarp + 1) + 2 * static_cast<std::int64_t>(kMostRounds) * blocks;
}

}  // namespace tycho::gpu::hermite
