// The arithmetic of the device's tree build, on the host: which cells begin at a body, against a
// tree split from the top.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "core/philox.hpp"
#include "gpu/tree/levels.hpp"

namespace tycho::gpu::tree {
namespace {

using Keys = std::vector<std::uint64_t>;

struct Cell {
  int begin, level, end;
  auto operator<=>(const Cell&) const = default;
};

void split(const Keys& keys, int leaf, const Cell& cell, std::set<Cell>& cells) {
  cells.insert(cell);
  if (cell.end - cell.begin <= leaf || cell.level == tycho::tree::kDeepestLevel) return;
  for (int begin = cell.begin; begin < cell.end;) {
    int end = begin;
    while (end < cell.end && tycho::tree::octant(keys[end], cell.level + 1) ==
                                 tycho::tree::octant(keys[begin], cell.level + 1))
      ++end;
    split(keys, leaf, {begin, cell.level + 1, end}, cells);
    begin = end;
  }
}

std::set<Cell> from_levels(const Keys& keys, int leaf) {
  const int n = static_cast<int>(keys.size());
  std::set<Cell> cells;
  for (int i = 0; i < n; ++i) {
    int window = -1;
    for (int first = i - leaf; first <= i; ++first)
      window = std::max(window, window_level(keys.data(), n, leaf, first));
    const Levels levels = levels_from(keys.data(), i, window);
    for (int level = levels.first; level <= levels.last; ++level)
      cells.insert({i, level, cell_end(keys.data(), n, i, level)});
  }
  return cells;
}

Keys some_keys(int n, int kind) {
  const Random random(5);
  Keys keys;
  for (int i = 0; i < n; ++i) {
    const double u = random.uniform(i, 0, 1, 0), v = random.uniform(i, 0, 1, 1);
    const auto any = static_cast<std::uint64_t>(u * 0x1p63);
    switch (kind) {
      case 0:  // spread out
        keys.push_back(any);
        break;
      case 1:  // many coincide
        keys.push_back(any & 0x7fff000000000000u);
        break;
      case 2:  // ever denser towards one end
        keys.push_back(any >> static_cast<int>(v * 60));
        break;
      default:  // all at one position
        keys.push_back(0x0123456789abcdefu);
    }
  }
  std::sort(keys.begin(), keys.end());
  return keys;
}

TEST(TreeLevels, GiveTheCellsOfATreeSplitFromTheTop) {
  for (const int kind : {0, 1, 2, 3})
    for (const int n : {1, 2, 3, 17, 500, 3001})
      for (const int leaf : {1, 2, 16, 33}) {
        const Keys keys = some_keys(n, kind);
        std::set<Cell> expected;
        split(keys, leaf, {0, 0, n}, expected);
        EXPECT_EQ(from_levels(keys, leaf), expected) << kind << " " << n << " " << leaf;
      }
}

TEST(TreeLevels, CountTheDigitsThatKeysShare) {
  EXPECT_EQ(common_level(5, 5), 21);
  EXPECT_EQ(common_level(5, 4), 20);
  EXPECT_EQ(common_level(0x7000000000000000u, 0x6fffffffffffffffu), 0);
  EXPECT_EQ(common_level(std::uint64_t{1} << 59, 0), 1);
  EXPECT_EQ(common_level(8, 0), 19);
}

}  // namespace
}  // namespace tycho::gpu::tree
