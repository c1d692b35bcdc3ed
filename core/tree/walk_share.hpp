// Which of the groups that walk together are a rank's, where every rank has all bodies and the
// tree, and the walk alone is shared out.
//
// The bodies that walk are cut, in their order, into equal parts, one a rank. A group is never cut,
// since what its bodies meet depends on who else is in it: a rank walks the groups that begin in
// its part, to the end of the last. So every group is walked once, and the bodies that a rank walks
// for stand together; with fewer groups than ranks some ranks have none.
#pragma once

#include "core/attributes.hpp"

namespace tycho::tree {

struct WalkShare {
  int rank = 0, ranks = 1;
  /// ranks + 1 numbers, all 0 before the groups are noted. Number r is the place, among the bodies
  /// that walk, of the first body that rank r walks for; the last number is how many walk.
  unsigned* cuts = nullptr;

  /// Where the part of rank r begins, of `walkers` bodies that walk.
  TYCHO_HOST_DEVICE unsigned part(int r, unsigned walkers) const {
    return static_cast<unsigned>(static_cast<unsigned long long>(walkers) * r / ranks);
  }

  /// Whether this rank walks the group that begins at body `first`.
  TYCHO_HOST_DEVICE bool takes(unsigned first, unsigned walkers) const {
    return first >= part(rank, walkers) && first < part(rank + 1, walkers);
  }

  /// Every group is noted once, in any order. Where a part begins behind `first` and not behind the
  /// group's end, its rank begins at that end. Groups stand one behind another, so of every part
  /// that does not begin with the first body this is one group.
  TYCHO_HOST_DEVICE void note(unsigned first, unsigned count, unsigned walkers) const {
    const unsigned end = first + count;
    const unsigned long long behind = (first + 1ull) * ranks;
    for (int r = static_cast<int>((behind + walkers - 1) / walkers);
         r <= ranks && part(r, walkers) <= end; ++r)
      cuts[r] = end;
  }
};

}  // namespace tycho::tree
