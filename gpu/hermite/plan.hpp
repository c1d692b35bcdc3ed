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
inline constexpr int kFewestGroups = 32;  // where a lane takes more than one target

/// Blocks of a cluster, where there are clusters: a warp holds a block's slice of a group, a lane a
/// target (join.cuh). Clusters of 8 were no faster.
inline constexpr int kCluster = 4;

/// Whether the targets are so few that the way to their results counts more than the sums: then a
/// lane has one target and clusters join a group's parts. For many, clusters would leave
/// multiprocessors idle that they do not fit on. Measured on an H200, a block against 65536 in ds,
/// in us, clusters and plain blocks: 16.7 and 29.3 for 64, 23.1 and 30.2 for 128, 46.3 (when it
/// went through four rounds) and 39.6 for 256; all against all 9.4 and 13.0 for 1024, 64.1 and 55.5
/// for 4096.
///
/// Of 64 against 65536 (17.5 by belleman2007/blocks), what did not make it faster: three or four
/// small blocks on a multiprocessor in place of two (19.8 and 24.8), clusters of 2 (22.9) or 8,
/// fewer parts so that every warp has equally many tiles (18.2).
TYCHO_HOST_DEVICE constexpr bool are_few(int targets, int sources) {
  return targets <= 128 || static_cast<std::int64_t>(targets) * sources <= 1 << 23;
}

/// The blocks that run at once, and how many of them make a cluster, whose blocks see each other's
/// shared memory: 1 where the device has none.
struct Crew {
  int blocks, cluster;
  constexpr int clusters() const { return blocks / cluster; }
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

/// What a plan needs to know besides the number of targets.
struct Share {
  int most_parts;  // so that every warp has a tile; 0: so few sources that a block takes them at
                   // once
  int clusters;
  Crew crew;

  TYCHO_HOST_DEVICE constexpr Share(int sources, const Crew& with)
      : most_parts(tiles_of(sources) / (kWarps * with.cluster)),
        clusters(with.blocks / with.cluster),
        crew(with) {
    if (most_parts > kMostParts) most_parts = kMostParts;
    if (most_parts < 1) most_parts = tiles_of(sources) > kWarps ? 1 : 0;
  }
};

/// More targets a lane read a source fewer times, but only with work for every block; then as many
/// parts as leave the fewest blocks idle in the last round. Of few targets (most_bodies = 1) there
/// is one round: parts are joined at the end of each, which takes as long as some tiles do.
/// Divisions are few: every thread of a kernel makes its plan before anything else.
TYCHO_HOST_DEVICE constexpr Plan make_plan(int targets, const Share& share, int most_bodies) {
  Plan plan{most_bodies, 0, 0};
  for (int shift = most_bodies == 4 ? 7 : most_bodies == 2 ? 6 : 5;; --shift, plan.bodies /= 2) {
    plan.groups = (targets + (1 << shift) - 1) >> shift;
    const std::int64_t blocks = static_cast<std::int64_t>(plan.groups) *
                                (share.most_parts > 0 ? share.most_parts * share.crew.cluster : 1);
    if (plan.bodies == 1 || (plan.groups >= kFewestGroups && 5 * blocks >= 4 * share.crew.blocks))
      break;
  }
  // Places in all rounds that stay idle.
  struct Rounds {
    int places, idle;
    TYCHO_HOST_DEVICE constexpr Rounds(int items, int takers)
        : places(items <= takers ? takers : (items + takers - 1) / takers * takers),
          idle(places - items) {}
    TYCHO_HOST_DEVICE constexpr bool good() const { return 20 * idle < places; }
    TYCHO_HOST_DEVICE constexpr bool better_than(const Rounds& other) const {
      return std::int64_t{idle} * other.places < std::int64_t{other.idle} * places;
    }
  };
  Rounds best(plan.groups, share.crew.blocks);
  const int most_rounds = most_bodies == 1 ? 1 : kMostRounds;
  for (int rounds = 1; rounds <= most_rounds && share.most_parts > 0 && !best.good(); ++rounds) {
    const int fitting = rounds * share.clusters / plan.groups;
    const int parts = fitting < 1 ? 1 : fitting < share.most_parts ? fitting : share.most_parts;
    const Rounds with(plan.groups * parts, share.clusters);
    if (with.better_than(best)) {
      best = with;
      plan.parts = parts;
    }
    if (parts == share.most_parts) break;
  }
  return plan;
}

/// The tiles of one of `splits` parts: first .. last - 1. Parts differ by one tile at most.
TYCHO_HOST_DEVICE constexpr int first_tile(int split, int splits, int tiles) {
  const int each = tiles / splits, left = tiles % splits;
  return split * each + (split < left ? split : left);
}

/// Blocks of a crew that a plan has work for, in whole clusters.
constexpr int blocks_for(const Plan& plan, const Crew& crew) {
  const int each = plan.parts > 0 ? crew.cluster : 1;
  const int clusters = (plan.items() * each + crew.cluster - 1) / crew.cluster;
  return (clusters < crew.clusters() ? clusters : crew.clusters()) * crew.cluster;
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
