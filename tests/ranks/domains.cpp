// What must hold between ranks at every step: every body on one rank, no leaf cut, the one tree's
// cells to the bit; what one rank gets from the others, and that faults on the way are found.
#include "core/domains/domains.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <mutex>

#include "core/bodies/barnes_hut.hpp"
#include "core/steps/holding.hpp"
#include "core/steps/tree_on_host.hpp"
#include "reference/barnes_hut/walk.hpp"
#include "tests/ranks/invariance.hpp"

namespace tycho::test {
namespace {

using barnes_hut::HostBodies;

/// A Plummer sphere.
Particles sphere(std::size_t n) {
  Particles p = lumpy(n);
  for (std::size_t i = 0; i < n; ++i) {
    const auto draw = [&](std::uint32_t k) { return Random(5).uniform(i, k); };
    const double r = 1 / std::sqrt(std::pow(0.999 * draw(0) + 1e-9, -2.0 / 3) - 1);
    const double c = 2 * draw(1) - 1, s = std::sqrt(1 - c * c), angle = 6.283185307179586 * draw(2);
    p.set_position(i, {r * s * std::cos(angle), r * s * std::sin(angle), r * c});
  }
  return p;
}

tree::Options options(double theta, int leaf) {
  tree::Options o;
  o.theta = theta;
  o.leaf = leaf;
  return o;
}

/// The bodies of one rank and the tree it makes with the others.
struct OnRank {
  OnRank(const Particles& p, Ranks& given, double theta, int leaf)
      : ranks(given), holding(given), tree(options(theta, leaf), true, false, given) {
    bodies = holding.held(HostBodies(p));
  }

  void migrate(std::span<const std::int64_t> work = {}) {
    holding.migrate(tree.owners(bodies.x, work), bodies);
  }
  void grow() {
    tree.sort(bodies.x);
    tree.build();
    tree.moments(bodies.x, bodies.mass, {}, false);
    tree.list_due(bodies.rung, {1, 0});
    if (!ranks.alone())
      tree.exchange(
          {}, [](std::int32_t) { return 0.0; }, false);
  }

  Ranks& ranks;
  tree::Holding holding;
  tree::TreeOnHost tree;
  HostBodies bodies;
};

template <typename T>
bool same_bits(const T& a, const T& b) {
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}

class DomainsOfRanks : public testing::TestWithParam<int> {};

// With so small a theta every rank opens everything, and its tree is the whole one.
TEST_P(DomainsOfRanks, TheTreeIsThatOfOneRankToTheBit) {
  const Particles p = sphere(2003);
  OnRank one(p, alone(), 1e-9, 8);
  one.grow();
  const tree::Tree<double>& expected = one.tree.tree();
  run_as_threads({GetParam()}, [&](Ranks& ranks) {
    OnRank mine(p, ranks, 1e-9, 8);
    mine.migrate();
    mine.grow();
    const tree::Tree<double>& found = mine.tree.tree();
    ASSERT_EQ(expected.cells.size(), found.cells.size());
    for (std::int32_t c = 0; c < found.size(); ++c) {
      const tree::Cell<double>&a = expected.cells[c], &b = found.cells[c];
      ASSERT_TRUE(same_bits(a.com, b.com) && same_bits(a.mass, b.mass) &&
                  same_bits(a.opening, b.opening) && a.next == b.next && a.level == b.level &&
                  same_bits(expected.quadrupoles[c], found.quadrupoles[c]) &&
                  same_bits(expected.boxes[c], found.boxes[c]))
          << "cell " << c;
      if (!tree::is_leaf(a, c)) continue;
      ASSERT_EQ(a.count, b.count) << "leaf " << c << " is cut";
      for (std::int32_t j = 0; j < a.count; ++j)
        ASSERT_TRUE(same_bits(expected.bodies[a.first + j], found.bodies[b.first + j]))
            << "body " << j << " of leaf " << c;
    }
  });
}

TEST_P(DomainsOfRanks, EveryBodyIsOnOneRankAndNoneIsLost) {
  const Particles p = sphere(2003);
  std::mutex one_at_a_time;
  std::vector<int> seen(p.size());
  std::vector<std::uint64_t> ids;
  run_as_threads({GetParam()}, [&](Ranks& ranks) {
    OnRank mine(p, ranks, 0.75, 8);
    for (int step = 0; step < 3; ++step) {
      for (std::size_t i = 0; i < mine.bodies.size(); ++i)
        mine.bodies.x[i] += 0.3 * step * mine.bodies.v[i];
      mine.migrate();
    }
    const std::lock_guard lock(one_at_a_time);
    for (std::size_t i = 0; i < mine.bodies.size(); ++i) {
      const auto given = static_cast<std::size_t>(mine.bodies.given[i]);
      ++seen.at(given);
      EXPECT_EQ(mine.bodies.id[i], p.id[given]);
      EXPECT_EQ(mine.bodies.mass[i], p.mass[given]);
      if (i > 0) {
        EXPECT_LT(mine.bodies.given[i - 1], mine.bodies.given[i]);
      }
    }
  });
  EXPECT_EQ(seen, std::vector<int>(p.size(), 1));
}

TEST_P(DomainsOfRanks, TheWorkIsSharedOut) {
  const std::size_t n = 4001;
  const Particles p = sphere(n);
  const auto cost = [](std::int64_t given) { return 1 + 9 * (given % 2); };
  std::int64_t all = 0;
  for (std::size_t i = 0; i < n; ++i) all += cost(static_cast<std::int64_t>(i));
  run_as_threads({GetParam()}, [&](Ranks& ranks) {
    OnRank mine(p, ranks, 0.75, 8);
    std::vector<std::int64_t> work;
    for (const std::int64_t given : mine.bodies.given) work.push_back(cost(given));
    mine.migrate(work);
    std::int64_t own = 0;
    for (const std::int64_t given : mine.bodies.given) own += cost(given);
    // A cut is off by half a cell at most, and cells of 8 bodies are not divided.
    EXPECT_LE(ranks.largest(own), all / ranks.size() + 8 * 10 + all / (16 * ranks.size()));
  });
}

INSTANTIATE_TEST_SUITE_P(Ranks, DomainsOfRanks, testing::Values(2, 3, 4, 7, 12));

// The traffic of a step must stay far below what every rank's having all bodies would be.
TEST(EssentialTree, OfASphereOnEightRanksIsAtMostThreeMegabytes) {
  const Particles p = sphere(131072);
  run_as_threads({8, 300}, [&](Ranks& ranks) {
    OnRank mine(p, ranks, 0.75, 16);
    mine.migrate();
    const Traffic before = ranks.traffic();
    for (Vec3<double>& x : mine.bodies.x) x += 1e-4 * Vec3<double>{1 + x.y, x.z, -x.x};
    mine.migrate();
    mine.grow();
    const std::int64_t most = ranks.largest((ranks.traffic() - before).bytes);
    EXPECT_LE(most, 3'000'000);
    const std::int64_t cells = ranks.largest(mine.tree.imported().cells),
                       bodies = ranks.largest(mine.tree.imported().bodies);
    if (ranks.rank() != 0) return;
    testing::Test::RecordProperty("received_bytes", std::to_string(most));
    testing::Test::RecordProperty("imported_cells", std::to_string(cells));
    testing::Test::RecordProperty("imported_bodies", std::to_string(bodies));
  });
}

/// All own bodies through a tree.
tree::Walked walk(OnRank& mine, const tree::Tree<double>& through) {
  const barnes_hut::WalkRule rule{.softening = 0.01};
  return reference::barnes_hut::walk(through, rule, mine.tree.due(), 1, mine.bodies);
}

TEST(EssentialTree, ACellPrunedTooFarIsOpenedAndCounted) {
  const Particles p = sphere(2003);
  run_as_threads({3}, [&](Ranks& ranks) {
    OnRank mine(p, ranks, 0.75, 8);
    mine.migrate();
    mine.grow();
    EXPECT_EQ(walk(mine, mine.tree.tree()).missing, 0);

    // A walker that is said to be far away opens nothing.
    tree::Sorted sorted;
    tree::Tree<double> branches, whole;
    const tree::MomentsRule rule{true, false, 0.75, 0};
    const tree::Cube<double> root = domains::cube_around_all(mine.bodies.x, 1, ranks);
    tree::sort(mine.bodies.x, root, 1, sorted);
    std::vector<domains::Weighted> weighted;
    for (const std::uint64_t key : sorted.keys) weighted.push_back({key, 1});
    const domains::Domains domains = domains::split(weighted, 8, ranks);
    tree::build(sorted, domains::branches_of(sorted.keys, domains, ranks.rank()), 8, 1, branches);
    tree::moments(sorted, mine.bodies.x, mine.bodies.mass, {}, rule, 1, branches);
    const tree::Walkers far{{1e6, 0, 0}, {1e6, 0, 0}, 0, 0, ranks.rank()};
    tree::exchange_essentials(branches, sorted.keys, std::span(&far, 1), {}, rule, false, 1, ranks,
                              whole);
    EXPECT_GT(walk(mine, whole).missing, 0);
  });
}

TEST(CubeAroundAll, HoldsTheFarthestBodyOfAnyRank) {
  for (const double far : {9, -9})
    for (const Vec3<double>& at : {Vec3<double>{far, 0, 0}, {0, far, 0}, {0, 0, far}})
      run_as_threads({3}, [&](Ranks& ranks) {
        const std::vector<Vec3<double>> mine{{1, 2, 3},
                                             ranks.rank() == 1 ? at : Vec3<double>{2, 1, 1}};
        EXPECT_GT(domains::cube_around_all(mine, 1, ranks).side, 5);
      });
}

TEST(Migration, ADroppedMigrantIsFound) {
  const Particles p = sphere(503);
  // Rank 0 is told that nothing comes from rank 1.
  const Tamper drop = [](int sender, int receiver, std::span<std::byte> data) {
    if (sender == 1 && receiver == 0 && data.size() == 8) std::memset(data.data(), 0, 8);
  };
  EXPECT_THROW(run_as_threads({3, 60, drop},
                              [&](Ranks& ranks) {
                                OnRank mine(p, ranks, 0.75, 8);
                                const std::vector<int> to_first(mine.bodies.size(), 0);
                                mine.holding.migrate(to_first, mine.bodies);
                              }),
               std::logic_error);
}

TEST(Migration, ABodyThatIsOnTwoRanksIsFound) {
  const Particles p = sphere(503);
  EXPECT_THROW(run_as_threads({3},
                              [&](Ranks& ranks) {
                                OnRank mine(p, ranks, 0.75, 8);
                                if (ranks.rank() == 1) mine.bodies.given[0] = 0;
                                mine.holding.all(mine.bodies);
                              }),
               std::logic_error);
}

}  // namespace
}  // namespace tycho::test
