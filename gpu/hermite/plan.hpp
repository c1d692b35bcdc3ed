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
inline constexpr int kMostRounds = 8;  // items taken one after the other at most, where a group's
                                       // sources are shared out among clusters
inline constexpr int kMostParts = 64;  // partial sums that one block adds up

/// Blocks of a cluster: the most that every device with clusters has, and the least whose slices of
/// a group a warp holds, a lane a target (join.cuh).
inline constexpr int kMostCluster = 8, kLeastCluster = 4;

/// The blocks that run at once, and how many of them make a cluster, whose blocks see each other's
/// shared memory: 1 where the device has none.
struct Crew {
  int blocks, cluster;
  TYCHO_HOST_DEVICE constexpr int clusters() const { return blocks / cluster; }
};

struct Plan {
  int bodies;  // targets a lane
  int groups;  // of 32 bodies targets
  int parts;   // clusters that share a group's sources; 0: a block takes them all

  TYCHO_HOST_DEVICE constexpr int targets() const { return kWarp * bodies; }  // a group
  /// Taken by a block each where parts is 0, else by a cluster.
  TYCHO_HOST_DEVICE constexpr int items() const { return parts > 0 ? groups * parts : groups; }
};

TYCHO_HOST_DEVICE constexpr int tiles_of(int sources) { return (sources + kTile - 1) / kTile; }

/// More targets a lane read a source fewer times, but only where no lane is idle for it and with
/// work for every block; then as many parts as leave the fewest blocks idle in the last round.
TYCHO_HOST_DEVICE constexpr Plan make_plan(int targets, int sources, const Crew& crew,
                                           int most_bodies) {
  const int tiles = tiles_of(sources), clusters = crew.clusters();
  // A warp has a tile or more. Sources that one block takes at once are not shared out.
  const int each = tiles / (kWarps * crew.cluster);
  const int most_parts = tiles <= kWarps ? 0 : each < 1 ? 1 : each < kMostParts ? each : kMostParts;
  const int fewest_lanes = (targets + kWarp - 1) / kWarp;
  Plan plan{most_bodies, 0, 0};
  for (;; plan.bodies /= 2) {
    plan.groups = (targets + plan.targets() - 1) / plan.targets();
    const std::int64_t blocks =
        static_cast<std::int64_t>(plan.groups) * (most_parts > 0 ? most_parts * crew.cluster : 1);
    const bool busy = 5 * blocks >= 4 * crew.blocks;
    const bool full = 5 * plan.groups * plan.bodies <= 6 * fewest_lanes;
    if (plan.bodies == 1 || (full && busy)) break;
  }
  // Places in all rounds that stay idle, in parts of 1024 of all.
  const auto idle = [](int items, int takers) {
    const int places = (items + takers - 1) / takers * takers;
    return 1024 * (places - items) / places;
  };
  constexpr int kFew = 51;  // 5%
  int least = idle(plan.groups, crew.blocks);
  for (int rounds = 1; rounds <= kMostRounds && least > kFew && most_parts > 0; ++rounds) {
    const int fitting = rounds * clusters / plan.groups;
    const int parts = fitting < 1 ? 1 : fitting < most_parts ? fitting : most_parts;
    const int left = idle(plan.groups * parts, clusters);
    if (left < least) {
      least = left;
      plan.parts = parts;
    }
    if (parts == most_parts) break;
  }
  return plan;
}

/// The tiles of one of `splits` parts: first .. last - 1. Parts differ by one tile at most.
TYCHO_HOST_DEVICE constexpr int first_tile(int split, int splits, int tiles) {
  const int each = tiles / splits, left = tiles % splits;
  return split * each + (split < left ? split : left);
}

/// What any plan may need, in partial sums of 32 targets and in counters: a group's sources are
/// shared out among clusters only where all items fit in kMostRounds rounds.
constexpr std::int64_t most_partials(const Crew& crew, int most_bodies) {
  return static_cast<std::int64_t>(kMostRounds) * crew.clusters() * most_bodies;
}
constexpr std::int64_t most_counters(const Crew& crew) {
  return static_cast<std::int64_t>(kMostRounds) * crew.blocks;
}

}  // namespace tycho::gpu::hermite
