// How an evaluation is shared out among the thread blocks of a grid of fixed size: groups of
// targets times parts of the sources. Host and device, so that a kernel that finds the number of
// targets in device memory cuts its work as the host would.
#pragma once

#include <cstdint>

#include "core/attributes.hpp"
#include "gpu/support/warp.hpp"

namespace tycho::gpu::hermite {

inline constexpr int kTile = kWarp;  // sources a warp takes at a time
inline constexpr int kUnit = 8;      // sources of a unit, in which warps share them out

/// Threads and warps of a thread block. Of few targets one thread block fills a multiprocessor, so
/// that few parts are left to join; of many two do, so that one sums while the other joins.
template <bool kFew>
inline constexpr int kThreads = (kFew ? 16 : 8) * kWarp;
template <bool kFew>
inline constexpr int kWarps = kThreads<kFew> / kWarp;

inline constexpr int kMostRounds = 8;  // items taken one after the other at most, where a group's
                                       // sources are shared out among clusters
inline constexpr int kMostParts = 64;  // partial sums that one thread block adds up
inline constexpr int kFewestSources = 256;  // of a thread block that shares a group's
inline constexpr int kFewestGroups = 32;    // where a lane takes more than one target

/// Thread blocks of a cluster, where there are clusters. Clusters of 2 have all 132 multiprocessors
/// of an H200 at once, clusters of 4 only 120.
inline constexpr int kCluster = 2;

/// Whether the targets are so few that the way to their results counts as much as the sums: then a
/// lane has one target and clusters join a group's parts. Measured on an H200 in ds, the time as
/// few over the time as many: 0.89 for 128 against 65536 and 0.97 for 512, 0.95 and 1.08 against
/// 262144, 0.96 for all of 1024.
///
/// Of the 14.3 us of 64 against 65536 (belleman2007/blocks) 6.1 are the sums' at the rate of all
/// against all. Two thread blocks of 8 warps a multiprocessor in clusters of 4 take 0.8 us longer:
/// they leave 8 of the 132 multiprocessors over.
TYCHO_HOST_DEVICE constexpr bool are_few(int targets, int sources) {
  const std::int64_t pairs = static_cast<std::int64_t>(targets) * sources;
  return targets <= 128 || pairs <= (targets <= 512 ? 1 << 25 : 1 << 23);
}

/// The thread blocks that run at once, and how many of them make a cluster, within which they see
/// each other's shared memory: 1 where the device has no clusters. No thread blocks: the device has
/// too little shared memory for one.
struct Crew {
  int thread_blocks, cluster;
  int most_bodies;  // targets that a lane holds at once, by the shared memory
  constexpr int clusters() const { return thread_blocks / cluster; }
};

struct Plan {
  int bodies;  // targets a lane
  int groups;  // of targets() targets
  int parts;   // clusters that share a group's sources; 0: a thread block takes them all

  TYCHO_HOST_DEVICE constexpr int targets() const { return kWarp * bodies; }  // a group
  /// Taken by a thread block each where parts is 0, else by a cluster.
  TYCHO_HOST_DEVICE constexpr int items() const { return parts > 0 ? groups * parts : groups; }
};

/// What a plan needs to know besides the number of targets.
struct Share {
  int most_parts;  // 0: so few sources that a thread block takes them all
  int clusters;
  Crew crew;

  TYCHO_HOST_DEVICE constexpr Share(int sources, const Crew& with)
      : most_parts(sources / (kFewestSources * with.cluster)),
        clusters(with.thread_blocks / with.cluster),
        crew(with) {
    if (most_parts > kMostParts) most_parts = kMostParts;
    if (most_parts < 1) most_parts = sources > kFewestSources ? 1 : 0;
  }
};

/// More targets a lane read a source fewer times, but only with work for every thread block; then
/// as many parts as leave the fewest thread blocks idle in the last round. Of few targets
/// (crew.most_bodies = 1) there is one round: parts are joined at the end of each, which takes as
/// long as some tiles do. Divisions are few: every thread of a kernel makes its plan before
/// anything else.
TYCHO_HOST_DEVICE constexpr Plan make_plan(int targets, const Share& share) {
  const int most_bodies = share.crew.most_bodies;
  Plan plan{most_bodies, 0, 0};
  for (int shift = most_bodies == 4 ? 7 : most_bodies == 2 ? 6 : 5;; --shift, plan.bodies /= 2) {
    plan.groups = (targets + (1 << shift) - 1) >> shift;
    const std::int64_t thread_blocks =
        static_cast<std::int64_t>(plan.groups) *
        (share.most_parts > 0 ? share.most_parts * share.crew.cluster : 1);
    if (plan.bodies == 1 ||
        (plan.groups >= kFewestGroups && 5 * thread_blocks >= 4 * share.crew.thread_blocks))
      break;
  }
  // The turns of all takers in all rounds, and the turns in which a taker is idle.
  struct Rounds {
    int turns, idle;
    TYCHO_HOST_DEVICE constexpr Rounds(int items, int takers)
        : turns(items <= takers ? takers : (items + takers - 1) / takers * takers),
          idle(turns - items) {}
    TYCHO_HOST_DEVICE constexpr bool good() const { return 20 * idle < turns; }
    TYCHO_HOST_DEVICE constexpr bool better_than(const Rounds& other) const {
      return std::int64_t{idle} * other.turns < std::int64_t{other.idle} * turns;
    }
  };
  Rounds best(plan.groups, share.crew.thread_blocks);
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

/// The sources, shared out among warps. Shares differ by one unit at most.
struct Shares {
  int sources;
  int each, left;  // every warp has `each` units, and the first `left` warps one more

  TYCHO_HOST_DEVICE constexpr Shares(int all, int warps)
      : sources(all), each((all + kUnit - 1) / kUnit / warps), left((all + kUnit - 1) / kUnit) {
    left -= each * warps;
  }
  /// The first source of a warp; its share ends where the next warp's begins.
  TYCHO_HOST_DEVICE constexpr int first(int warp) const {
    const int source = kUnit * (warp * each + (warp < left ? warp : left));
    return source < sources ? source : sources;
  }
};

/// Thread blocks of a crew that a plan has work for, in whole clusters.
constexpr int thread_blocks_for(const Plan& plan, const Crew& crew) {
  const int each = plan.parts > 0 ? crew.cluster : 1;
  const int clusters = (plan.items() * each + crew.cluster - 1) / crew.cluster;
  return (clusters < crew.clusters() ? clusters : crew.clusters()) * crew.cluster;
}

/// What any plan may need, in partial sums of 32 targets and in counters: a group's sources are
/// shared out among clusters only where all items fit in kMostRounds rounds.
constexpr std::int64_t most_partials(const Crew& crew) {
  return static_cast<std::int64_t>(kMostRounds) * crew.clusters() * crew.most_bodies;
}
constexpr std::int64_t most_counters(const Crew& crew) {
  return static_cast<std::int64_t>(kMostRounds) * crew.thread_blocks;
}

}  // namespace tycho::gpu::hermite
