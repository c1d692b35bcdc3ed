// The loops around the walk of a group: over all groups, which threads share, and over the bodies
// of one group, whose sums are added up a block at a time. For the *_best.cpp, compiled with
// OpenMP.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/tree/tally.hpp"
#include "reference/group_walk/groups.hpp"

namespace tycho::reference::group_walk {

/// Bodies that stay in registers while a list goes by.
inline constexpr int kBlock = 4;

/// Calls sum.operator()<kBodies>(slots) for blocks of kBodies slots, one after the other: of
/// kBlock, and at the end of one each.
template <typename Sum>
void for_blocks(std::span<const std::int32_t> slots, const Sum& sum) {
  for (std::size_t k = 0; k < slots.size();) {
    if (slots.size() - k >= kBlock) {
      sum.template operator()<kBlock>(slots.subspan(k, kBlock));
      k += kBlock;
    } else {
      sum.template operator()<1>(slots.subspan(k, 1));
      k += 1;
    }
  }
}

/// Walks for the bodies in `slots`, ascending, in groups of at most `group_size`. make_walk() makes
/// what a thread walks with: its run(slots) walks for a group, and its with_cells and with_bodies
/// count what all its groups have met.
template <typename MakeWalk>
tycho::tree::Walked walk_in_groups(const tycho::tree::Tree<double>& tree,
                                   std::span<const std::int32_t> slots, int group_size, int threads,
                                   const MakeWalk& make_walk) {
  const std::vector<Group> groups = groups_of(tree, slots, group_size);
  const std::ptrdiff_t n = static_cast<std::ptrdiff_t>(groups.size());
  std::int64_t with_cells = 0, with_bodies = 0;
#pragma omp parallel num_threads(threads) if (threads > 1) reduction(+ : with_cells, with_bodies)
  {
    auto walk = make_walk();
#pragma omp for schedule(dynamic, 4)
    for (std::ptrdiff_t g = 0; g < n; ++g)
      walk.run(slots.subspan(groups[g].first, groups[g].count));
    with_cells += walk.with_cells;
    with_bodies += walk.with_bodies;
  }
  return {static_cast<double>(slots.size()), static_cast<double>(with_cells),
          static_cast<double>(with_bodies)};
}

}  // namespace tycho::reference::group_walk
