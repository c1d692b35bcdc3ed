// The host's tree: by hand where it is small, by what must hold where it is not.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "core/formulas/opening.hpp"
#include "core/philox.hpp"
#include "core/tree/host_tree.hpp"

namespace tycho::tree {
namespace {

using V = Vec3<double>;
using Ints = std::vector<std::int32_t>;

struct Made {
  std::vector<V> x;
  std::vector<double> mass, softenings;
  Sorted sorted;
  Tree<double> tree;
};

Made make(std::vector<V> x, int leaf, const MomentsRule& rule = {}, int threads = 1,
          std::vector<double> softenings = {}) {
  Made made;
  made.x = std::move(x);
  for (std::size_t i = 0; i < made.x.size(); ++i)
    made.mass.push_back(1 + 0.5 * static_cast<double>(i % 7));
  made.softenings = std::move(softenings);
  sort(made.x, threads, made.sorted);
  build(made.sorted, leaf, threads, made.tree);
  moments(made.sorted, made.x, made.mass, made.softenings, rule, threads, made.tree);
  return made;
}

/// Half of them in a ball, half in a clump a thousand times smaller, some in one place.
std::vector<V> lumps(std::size_t n) {
  std::vector<V> x(n);
  const Random random(17);
  for (std::size_t i = 0; i < n; ++i) {
    const V at{random.uniform(i, -1, 2, 0), random.uniform(i, 0, 1, 1),
               random.uniform(i, -4, 1, 2)};
    x[i] = i % 2 ? at : V{0.7, 0.3, -2} + 1e-3 * at;
  }
  for (std::size_t i = n / 2; i < n / 2 + 40 && i < n; ++i) x[i] = x[n / 3];
  return x;
}

Ints of_cells(const Tree<double>& tree, std::int32_t Cell<double>::*member) {
  Ints values;
  for (const Cell<double>& cell : tree.cells) values.push_back(cell.*member);
  return values;
}

Ints levels(const Tree<double>& tree) {
  Ints values;
  for (const Cell<double>& cell : tree.cells) values.push_back(cell.level);
  return values;
}

// A cube of side 8 and a little; octant 0 has three bodies within a side of 1, of which two are
// within 1/8; octant 4 has one; octant 7 has two that part along z.
const std::vector<V> kSix{{7, 7, 7}, {0, 0, 0}, {8, 1, 1}, {1, 1, 1}, {7, 7, 5.5}, {0.1, 0.1, 0.1}};

TEST(HostTree, OfSixBodiesIsAsDrawnByHand) {
  const Made made = make(kSix, 1);
  EXPECT_EQ(made.tree.order, (Ints{1, 5, 3, 2, 4, 0}));
  EXPECT_EQ(of_cells(made.tree, &Cell<double>::first), (Ints{0, 0, 0, 0, 1, 2, 3, 4, 4, 5}));
  EXPECT_EQ(of_cells(made.tree, &Cell<double>::count), (Ints{6, 3, 2, 1, 1, 1, 1, 2, 1, 1}));
  EXPECT_EQ(of_cells(made.tree, &Cell<double>::next), (Ints{10, 6, 5, 4, 5, 6, 7, 10, 9, 10}));
  EXPECT_EQ(levels(made.tree), (Ints{0, 3, 6, 21, 21, 21, 21, 1, 21, 21}));
  const Shape shape = shape_of(made.tree);
  EXPECT_EQ(shape.cells, 10);
  EXPECT_EQ(shape.leaves, 6);
  EXPECT_EQ(shape.depth, 3);
  EXPECT_EQ(shape.largest_leaf, 1);
}

TEST(HostTree, OfSixBodiesWithTwoInALeafIsAsDrawnByHand) {
  const Made made = make(kSix, 2);
  EXPECT_EQ(of_cells(made.tree, &Cell<double>::first), (Ints{0, 0, 0, 2, 3, 4}));
  EXPECT_EQ(of_cells(made.tree, &Cell<double>::count), (Ints{6, 3, 2, 1, 1, 2}));
  EXPECT_EQ(of_cells(made.tree, &Cell<double>::next), (Ints{6, 4, 3, 4, 5, 6}));
  EXPECT_EQ(levels(made.tree), (Ints{0, 3, 6, 21, 21, 1}));
  const double side = made.tree.root.side;
  EXPECT_EQ(made.tree.boxes[5].side, side / 2);
  EXPECT_EQ(made.tree.boxes[5].centre, (V{0.75 * side, 0.75 * side, 0.75 * side}));
  EXPECT_EQ(made.tree.boxes[1].side, side / 8);
  EXPECT_EQ(made.tree.boxes[1].centre, (V{side / 16, side / 16, side / 16}));
}

TEST(HostTree, OfOneBodyIsOneLeaf) {
  const Made made = make({{3, -4, 5}}, 16);
  ASSERT_EQ(made.tree.size(), 1);
  EXPECT_EQ(made.tree.cells[0].next, 1);
  EXPECT_EQ(made.tree.cells[0].com, (V{3, -4, 5}));
  EXPECT_EQ(shape_of(made.tree).depth, 0);
}

TEST(HostTree, PutsBodiesInOnePlaceIntoOneLeafInTheOrderTheyCame) {
  std::vector<V> x(300, V{1, 2, 3});
  x.push_back({0, 0, 0});
  const Made made = make(x, 8);
  ASSERT_EQ(made.tree.size(), 3);
  EXPECT_EQ(made.tree.cells[2].count, 300);
  EXPECT_EQ(shape_of(made.tree).largest_leaf, 300);
  Ints expected(300);
  std::iota(expected.begin(), expected.end(), 0);
  EXPECT_EQ(Ints(made.tree.order.begin() + 1, made.tree.order.end()), expected);
}

TEST(HostTree, HasFewerThanTwoCellsABodyHoweverTheBodiesLie) {
  std::vector<V> x;  // pairs ever closer: each would be a chain of cells
  for (int k = 0; k < 40; ++k) {
    x.push_back({std::ldexp(1.0, -k), 0, 0});
    x.push_back({std::ldexp(1.0, -k), 1e-7, 0});
  }
  const Made made = make(x, 1);
  EXPECT_LT(made.tree.size(), 2 * static_cast<std::int32_t>(x.size()));
}

TEST(HostTree, IsSortedAsByAStableSort) {
  for (const std::size_t n : {1u, 2u, 4095u, 4096u, 20011u})
    for (const int threads : {1, 3}) {
      const std::vector<V> x = lumps(n);
      Sorted sorted;
      sort(x, threads, sorted);
      const auto key = [&](std::int32_t i) { return morton_key(x[i], sorted.root); };
      Ints order(n);
      std::iota(order.begin(), order.end(), 0);
      std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return key(a) < key(b); });
      ASSERT_EQ(sorted.order, order) << n << " bodies, " << threads << " threads";
      for (std::size_t k = 0; k < n; ++k) ASSERT_EQ(sorted.keys[k], key(order[k]));
    }
}

// The last order is where a sort begins: nearly right, of other bodies, or of another number.
TEST(HostTree, IsSortedTheSameWhateverOrderItBeginsWith) {
  std::vector<V> x = lumps(20011);
  for (std::size_t k = 300; k < 900; ++k) x[7 * k % x.size()] = x[5];  // equal keys
  const auto fresh = [&] {
    Sorted sorted;
    sort(x, 1, sorted);
    return sorted;
  };
  for (const int threads : {1, 3}) {
    Sorted sorted;
    sorted.from_last = true;
    sort(lumps(4096), threads, sorted);
    sort(x, threads, sorted);
    EXPECT_EQ(sorted.order, fresh().order);
    for (V& at : x) at = at + 1e-4 * V{at.y, -at.x, at.x * at.z};
    sort(x, threads, sorted);
    EXPECT_EQ(sorted.order, fresh().order);
    EXPECT_EQ(sorted.keys, fresh().keys);
    std::reverse(sorted.order.begin(), sorted.order.end());
    sort(x, threads, sorted);
    EXPECT_EQ(sorted.order, fresh().order);
  }
}

class LargeHostTree : public testing::TestWithParam<int> {
 protected:
  static constexpr std::size_t kBodies = 20011;
};

TEST_P(LargeHostTree, DividesEveryCellAmongItsChildrenAndHasEveryBodyInOneLeaf) {
  const int leaf = GetParam();
  const Made made = make(lumps(kBodies), leaf);
  const Tree<double>& tree = made.tree;
  for (std::int32_t c = 0; c < tree.size(); ++c) {
    const Cell<double>& cell = tree.cells[c];
    if (is_leaf(cell, c)) {
      EXPECT_TRUE(cell.count <= leaf || cell.level == kDeepestLevel) << c;
      continue;
    }
    EXPECT_GT(cell.count, leaf);
    std::int32_t next_body = cell.first, children = 0;
    for (std::int32_t k = c + 1; k < cell.next; k = tree.cells[k].next, ++children) {
      ASSERT_EQ(tree.cells[k].first, next_body);
      EXPECT_GT(tree.cells[k].level, cell.level);
      next_body += tree.cells[k].count;
    }
    ASSERT_EQ(next_body, cell.first + cell.count);
    EXPECT_GE(children, 2);
    EXPECT_LE(children, 8);
  }
  for (const double leaves : leaves_of_bodies(tree)) ASSERT_EQ(leaves, 1);
  EXPECT_TRUE(std::is_sorted(made.sorted.keys.begin(), made.sorted.keys.end()));
}

TEST_P(LargeHostTree, HoldsItsBodiesInItsBoxes) {
  const Made made = make(lumps(kBodies), GetParam());
  for (std::size_t c = 0; c < made.tree.cells.size(); ++c) {
    const auto& cell = made.tree.cells[c];
    const auto& box = made.tree.boxes[c];
    for (std::int32_t j = cell.first; j < cell.first + cell.count; ++j) {
      const V off = made.tree.bodies[j].at - box.centre;
      ASSERT_LE(std::max({std::fabs(off.x), std::fabs(off.y), std::fabs(off.z)}),
                0.5 * box.side + 1e-14);
    }
  }
}

// The sums over the bodies of each cell in their order against those the tree made from the leaves
// up. A coordinate of up to 4 is known to 4e-16, and enters a second moment times mass and side.
TEST_P(LargeHostTree, KnowsTheMomentsOfEveryCell) {
  const Made made = make(lumps(kBodies), GetParam());
  for (std::size_t c = 0; c < made.tree.cells.size(); ++c) {
    const auto& cell = made.tree.cells[c];
    double mass = 0;
    V sum;
    for (std::int32_t j = cell.first; j < cell.first + cell.count; ++j) {
      mass += made.tree.bodies[j].mass;
      sum += made.tree.bodies[j].mass * made.tree.bodies[j].at;
    }
    const V com = (1 / mass) * sum;
    ASSERT_NEAR(cell.mass, mass, 1e-12 * mass);
    ASSERT_LT(std::sqrt(dot(com - cell.com, com - cell.com)), 1e-12);
    Quadrupole<double> s;
    for (std::int32_t j = cell.first; j < cell.first + cell.count; ++j)
      s += second_moments(made.tree.bodies[j].mass, made.tree.bodies[j].at - com);
    const auto& have = made.tree.quadrupoles[c];
    const double limit = 1e-12 * (s.xx + s.yy + s.zz) + 4e-15 * mass * made.tree.boxes[c].side;
    ASSERT_NEAR(have.xx, s.xx, limit);
    ASSERT_NEAR(have.yy, s.yy, limit);
    ASSERT_NEAR(have.zz, s.zz, limit);
    ASSERT_NEAR(have.xy, s.xy, limit);
    ASSERT_NEAR(have.xz, s.xz, limit);
    ASSERT_NEAR(have.yz, s.yz, limit);
  }
}

TEST_P(LargeHostTree, IsTheSameForAnyNumberOfThreads) {
  const Made one = make(lumps(kBodies), GetParam()),
             three = make(lumps(kBodies), GetParam(), {}, 3);
  EXPECT_EQ(one.tree.order, three.tree.order);
  ASSERT_EQ(one.tree.size(), three.tree.size());
  for (std::int32_t c = 0; c < one.tree.size(); ++c) {
    const auto &a = one.tree.cells[c], &b = three.tree.cells[c];
    ASSERT_TRUE(a.com == b.com && a.mass == b.mass && a.opening == b.opening && a.next == b.next &&
                a.first == b.first && a.count == b.count && a.level == b.level)
        << c;
    ASSERT_EQ(one.tree.boxes[c].centre, three.tree.boxes[c].centre);
    ASSERT_EQ(one.tree.quadrupoles[c].xy, three.tree.quadrupoles[c].xy);
  }
}

INSTANTIATE_TEST_SUITE_P(Leaves, LargeHostTree, testing::Values(1, 5, 16));

TEST(HostTree, KnowsTheOpeningOfEveryCellByEitherCriterion) {
  MomentsRule rule;
  rule.theta = 0.4;
  Made made = make(lumps(997), 4, rule);
  const auto& box = made.tree.boxes[0];
  const V off = made.tree.cells[0].com - box.centre;
  EXPECT_GT(dot(off, off), 0.01);
  EXPECT_DOUBLE_EQ(made.tree.cells[0].opening,
                   std::pow(box.side / 0.4 + std::sqrt(dot(off, off)), 2));
  rule.relative = true;
  set_opening(rule, 1, made.tree);
  EXPECT_DOUBLE_EQ(made.tree.cells[0].opening, made.tree.cells[0].mass * box.side * box.side);
}

TEST(HostTree, KnowsTheLargestSofteningAndWhetherTheyDiffer) {
  const Made made = make(kSix, 2, {}, 1, {0.5, 0.1, 0.3, 0.2, 0.5, 0.1});
  std::vector<double> largest;
  Ints mixed;
  for (const auto& cell : made.tree.cells) {
    largest.push_back(cell.softening);
    mixed.push_back(cell.mixed);
  }
  // Bodies in their order: 0.1 0.1 | 0.2 | 0.3 | 0.5 0.5.
  EXPECT_EQ(largest, (std::vector<double>{0.5, 0.2, 0.1, 0.2, 0.3, 0.5}));
  EXPECT_EQ(mixed, (Ints{1, 1, 0, 0, 0, 0}));
  // 0.1 0.1 | 0.5 | 0.5 | 0.5 0.5: the root's children have one largest length, and differ within.
  const Made within = make(kSix, 2, {}, 1, {0.5, 0.1, 0.5, 0.5, 0.5, 0.1});
  EXPECT_EQ(within.tree.cells[4].softening, within.tree.cells[1].softening);
  EXPECT_EQ(within.tree.cells[0].mixed, 1);
}

TEST(HostTree, CountsACellWithoutMassAsItsCentre) {
  Made made = make(kSix, 2);
  std::fill(made.mass.begin(), made.mass.end(), 0.0);
  moments(made.sorted, made.x, made.mass, {}, {}, 1, made.tree);
  EXPECT_EQ(made.tree.cells[0].mass, 0);
  EXPECT_EQ(made.tree.cells[0].com, made.tree.boxes[0].centre);
}

TEST(HostTree, IsNarrowedAboutItsRootsCentre) {
  std::vector<V> x = lumps(503);
  for (V& at : x) at += V{1e8, -3e8, 2e8};
  const Made made = make(x, 4);
  Tree<float> out;
  narrow(made.tree, 1, out);
  EXPECT_EQ(out.origin, centre(made.tree.root));
  for (std::size_t j = 0; j < x.size(); ++j) {
    const V exact = made.tree.bodies[j].at - out.origin;
    ASSERT_NEAR(out.bodies[j].at.x, exact.x, 1e-6);
    ASSERT_NEAR(out.bodies[j].at.z, exact.z, 1e-6);
  }
  EXPECT_EQ(out.cells[0].next, made.tree.cells[0].next);
  EXPECT_EQ(out.order, made.tree.order);
}

class Grouping : public testing::TestWithParam<int> {};

TEST_P(Grouping, PutsEveryBodyIntoOneGroupAndAllMassIntoEveryList) {
  const int ncrit = GetParam();
  const Made made = make(lumps(5003), 8);
  Groups groups;
  group(made.tree, ncrit, 1, groups);
  const double total = std::accumulate(made.mass.begin(), made.mass.end(), 0.0);
  std::int32_t next_body = 0;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    EXPECT_EQ(groups.first[g], next_body);
    next_body += groups.count[g];
    // The 40 bodies in one place are one leaf, whatever ncrit.
    EXPECT_LE(groups.count[g], std::max(ncrit, 48));
    double mass = 0;
    for (std::int64_t s = groups.start[g]; s < groups.start[g + 1]; ++s)
      mass += groups.sources[s].mass;
    ASSERT_NEAR(mass, total, 1e-9 * total);
  }
  EXPECT_EQ(next_body, 5003);
}

TEST_P(Grouping, TakesOnlyCellsThatNoneOfItsBodiesWouldOpen) {
  const Made made = make(lumps(2003), 8);
  Groups groups, again;
  group(made.tree, GetParam(), 1, groups);
  group(made.tree, GetParam(), 3, again);
  EXPECT_EQ(groups.start, again.start);
  for (std::size_t g = 0; g < groups.size(); ++g) {
    // Every source is either a body or a cell that all bodies of the group are far from.
    std::int64_t cells = 0;
    for (std::int64_t s = groups.start[g]; s < groups.start[g + 1]; ++s) {
      const Source<double>& source = groups.sources[s];
      EXPECT_EQ(source.at, again.sources[s].at);
      for (std::int32_t c = 0; c < made.tree.size(); ++c) {
        const Cell<double>& cell = made.tree.cells[c];
        if (cell.count == 1 || !(cell.com == source.at) || cell.mass != source.mass) continue;
        ++cells;
        for (std::int32_t j = groups.first[g]; j < groups.first[g] + groups.count[g]; ++j) {
          const V r = cell.com - made.tree.bodies[j].at;
          ASSERT_GT(dot(r, r), cell.opening);
        }
      }
    }
    EXPECT_LE(cells, groups.cells[g]);
  }
}

INSTANTIATE_TEST_SUITE_P(Ncrit, Grouping, testing::Values(1, 64, 500));

TEST(Groups, OfNoMoreThanNcritBodiesAreDirectSummation) {
  const Made made = make(lumps(701), 8);
  Groups groups;
  group(made.tree, 701, 1, groups);
  ASSERT_EQ(groups.size(), 1u);
  EXPECT_EQ(groups.cells[0], 0);
  ASSERT_EQ(groups.sources.size(), 701u);
  for (std::size_t j = 0; j < 701; ++j) ASSERT_EQ(groups.sources[j].at, made.x[made.tree.order[j]]);
}

TEST(TreeBytes, AreNoLessThanWhatATreeTakes) {
  for (const int leaf : {1, 4, 16}) {
    const Made made = make(lumps(20011), leaf);
    const std::int64_t cells = made.tree.size(), bodies = 20011;
    const std::int64_t taken =
        cells * static_cast<std::int64_t>(sizeof(Cell<double>) + sizeof(CellBox<double>) +
                                          sizeof(Quadrupole<double>)) +
        bodies * static_cast<std::int64_t>(sizeof(Source<double>) + 2 * sizeof(Keyed) +
                                           sizeof(std::uint64_t) + 2 * sizeof(std::int32_t));
    EXPECT_GE(tree_bytes(bodies, leaf, true), taken) << leaf;
    EXPECT_LT(tree_bytes(bodies, leaf, true), 4 * taken) << leaf;
  }
}

}  // namespace
}  // namespace tycho::tree
