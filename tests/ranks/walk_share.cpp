// Groups shared out among ranks: each is walked once, whole, and what a rank walks for stands
// together, whatever the groups and the number of ranks are.
#include "core/tree/walk_share.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "core/philox.hpp"

namespace tycho::test {
namespace {

struct Group {
  unsigned first, count;
};

/// Groups of 1 to `largest` bodies, over all that walk, in no order.
std::vector<Group> groups_over(unsigned walkers, unsigned largest) {
  std::vector<Group> groups;
  for (unsigned first = 0; first < walkers;) {
    const double draw = Random(17).uniform(first, largest);
    const unsigned wanted = 1 + static_cast<unsigned>(draw * largest);
    groups.push_back({first, std::min(wanted, walkers - first)});
    first += groups.back().count;
  }
  std::rotate(groups.begin(), groups.begin() + static_cast<std::ptrdiff_t>(groups.size() / 3),
              groups.end());
  return groups;
}

std::vector<unsigned> cuts_of(const std::vector<Group>& groups, unsigned walkers, int ranks) {
  std::vector<unsigned> cuts(static_cast<std::size_t>(ranks) + 1);
  for (const Group& group : groups)
    tree::WalkShare{0, ranks, cuts.data()}.note(group.first, group.count, walkers);
  return cuts;
}

constexpr int kRanks[] = {1, 2, 3, 4, 7, 12, 36, 64};

TEST(WalkShare, EveryGroupIsOfOneRankAndWithinItsCuts) {
  for (const unsigned walkers : {0u, 1u, 5u, 63u, 64u, 307u, 4099u})
    for (const unsigned largest : {1u, 32u, 64u})
      for (const int ranks : kRanks) {
        const std::vector<Group> groups = groups_over(walkers, largest);
        const std::vector<unsigned> cuts = cuts_of(groups, walkers, ranks);
        EXPECT_EQ(cuts.front(), 0u);
        EXPECT_EQ(cuts.back(), walkers);
        EXPECT_TRUE(std::is_sorted(cuts.begin(), cuts.end()));
        for (const Group& group : groups) {
          int takers = 0;
          for (int rank = 0; rank < ranks; ++rank) {
            if (!tree::WalkShare{rank, ranks}.takes(group.first, walkers)) continue;
            ++takers;
            const auto r = static_cast<std::size_t>(rank);
            EXPECT_GE(group.first, cuts[r]);
            EXPECT_LE(group.first + group.count, cuts[r + 1]);
          }
          EXPECT_EQ(takers, 1) << group.first << " of " << walkers << " on " << ranks;
        }
      }
}

TEST(WalkShare, WithMoreRanksThanGroupsSomeHaveNone) {
  const std::vector<unsigned> cuts = cuts_of({{0, 30}, {30, 20}}, 50, 5);
  // Parts begin at 0, 10, 20, 30 and 40: the first group is of the first rank, the second of the
  // fourth, at whose part it begins.
  EXPECT_EQ(cuts, (std::vector<unsigned>{0, 30, 30, 30, 50, 50}));
}

// A rank has at most a group more than its part of the bodies.
TEST(WalkShare, IsEqualToWithinAGroup) {
  const unsigned walkers = 40009, largest = 64;
  for (const int ranks : kRanks) {
    const std::vector<unsigned> cuts = cuts_of(groups_over(walkers, largest), walkers, ranks);
    for (std::size_t r = 0; r + 1 < cuts.size(); ++r)
      EXPECT_LE(cuts[r + 1] - cuts[r], walkers / static_cast<unsigned>(ranks) + 1 + largest);
  }
}

// Products of bodies and ranks do not fit 32 bits.
TEST(WalkShare, HoldsForAsManyBodiesAs32BitsNumber) {
  const unsigned walkers = 4000000000u;
  const tree::WalkShare share{63, 64};
  EXPECT_EQ(share.part(64, walkers), walkers);
  EXPECT_EQ(share.part(63, walkers), 3937500000u);
  EXPECT_TRUE(share.takes(walkers - 1, walkers));
}

}  // namespace
}  // namespace tycho::test
