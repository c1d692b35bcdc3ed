// Ewald's sum: all pairs, and the quicker one by cells, which is held against it.
#include "core/ewald.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <numeric>

#include "core/formulas/periodic_wrap.hpp"
#include "core/philox.hpp"

namespace tycho {
namespace {

std::vector<std::int32_t> all_of(std::size_t n) {
  std::vector<std::int32_t> all(n);
  std::iota(all.begin(), all.end(), 0);
  return all;
}

std::vector<tree::Pull<double>> pulls(const std::vector<Vec3<double>>& x,
                                      const std::vector<double>& mass, double box) {
  return ewald(x, mass, box, 1e-9 * box, all_of(x.size()), 1);
}

// One body and its images: Wigner's constant of the simple cubic lattice.
TEST(Ewald, GivesALatticeItsConstant) {
  const auto one = pulls({{1, 4, 2}}, {3}, 5);
  EXPECT_NEAR(one[0].pot, 3 * 2.837297479 / 5, 1e-8);
  EXPECT_NEAR(one[0].acc.x, 0, 1e-12);
  // Eight bodies on a lattice of half the side are the same lattice.
  std::vector<Vec3<double>> corners;
  for (int i = 0; i < 8; ++i)
    corners.push_back({1 + 2.5 * (i & 1), 2.5 * (i >> 1 & 1), 2.5 * (i >> 2)});
  const auto eight = pulls(corners, std::vector<double>(8, 3.0), 5);
  EXPECT_NEAR(eight[5].pot, 3 * 2.837297479 / 2.5, 1e-7);
}

TEST(Ewald, PullsBodiesByTheSlopeOfTheirPotentialAndEachOtherEqually) {
  const Random random(5);
  const double box = 7;
  std::vector<Vec3<double>> x;
  std::vector<double> mass;
  for (std::uint64_t i = 0; i < 5; ++i) {
    x.push_back(
        {random.uniform(i, 0, box, 0), random.uniform(i, 0, box, 1), random.uniform(i, 0, box, 2)});
    mass.push_back(random.uniform(i, 0.5, 2.0, 3));
  }
  const auto at = pulls(x, mass, box);
  Vec3<double> sum;
  for (std::size_t i = 0; i < x.size(); ++i) sum += mass[i] * at[i].acc;
  EXPECT_NEAR(std::sqrt(dot(sum, sum)), 0, 1e-10);
  const double h = 1e-4;
  auto before = x, after = x;
  before[2].y -= h;
  after[2].y += h;
  const double slope = (pulls(after, mass, box)[2].pot - pulls(before, mass, box)[2].pot) / (2 * h);
  EXPECT_NEAR(at[2].acc.y, -slope, 1e-6 * std::abs(slope));
}

constexpr double kSide = 65;

struct Box {
  std::vector<Vec3<double>> x;
  std::vector<double> mass;
  std::vector<std::int32_t> targets;
  double softening = 0;

  EwaldBodies bodies() const { return {x, mass, kSide, softening, targets}; }
};

/// As a universe begins: a lattice of `side` bodies along an edge, each moved by a fiftieth of the
/// separation, at random and by two waves, so that forces nearly cancel.
Box beginning(int side) {
  const Random random(1);
  Box box;
  const double d = kSide / side, k = 2 * std::numbers::pi / kSide;
  for (int z = 0; z < side; ++z)
    for (int y = 0; y < side; ++y)
      for (int x = 0; x < side; ++x) {
        const std::uint64_t i = box.x.size();
        const Vec3<double> at{d * x, d * y, d * z};
        const Vec3<double> moved{0.02 * d * std::sin(k * at.y) + random.uniform(i, 0, 0.01 * d, 0),
                                 0.02 * d * std::cos(2 * k * at.y),
                                 random.uniform(i, -0.02 * d, 0, 1)};
        const Vec3<double> to = at + moved;
        box.x.push_back({wrap_box(to.x, kSide), wrap_box(to.y, kSide), wrap_box(to.z, kSide)});
        box.mass.push_back(1);
      }
  box.targets = all_of(box.x.size());
  box.softening = 2.8 * d / 30;
  return box;
}

/// As one ends: half of the bodies in lumps of some softening lengths, one about the box's corner;
/// unequal masses, two bodies at one place.
Box lumps(std::size_t n) {
  const Random random(2);
  Box box;
  for (std::uint64_t i = 0; i < n; ++i) {
    const auto along = [&](int axis) {
      const double lump = i % 8 == 1 ? 0 : random.uniform(i % 8, 0, kSide, 10 + axis);
      return i % 2 ? wrap_box(lump + random.uniform(i, -1, 1, axis), kSide)
                   : random.uniform(i, 0, kSide, axis);
    };
    box.x.push_back({along(0), along(1), along(2)});
    box.mass.push_back(random.uniform(i, 0.5, 2.0, 3));
  }
  box.x[5] = box.x[3];
  box.targets = all_of(n);
  box.softening = 2.8 * kSide / std::cbrt(static_cast<double>(n)) / 30;
  return box;
}

/// The root mean square of the differences over that of the pulls.
double difference(const std::vector<tree::Pull<double>>& a,
                  const std::vector<tree::Pull<double>>& b) {
  double off = 0, size = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Vec3<double> d = a[i].acc - b[i].acc;
    off += dot(d, d);
    size += dot(b[i].acc, b[i].acc);
  }
  return std::sqrt(off / size);
}

/// The largest difference of the potentials over their root mean square.
double difference_of_potentials(const std::vector<tree::Pull<double>>& a,
                                const std::vector<tree::Pull<double>>& b) {
  double off = 0, sq = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    off = std::max(off, std::abs(a[i].pot - b[i].pot));
    sq += b[i].pot * b[i].pot;
  }
  return off / std::sqrt(sq / static_cast<double>(a.size()));
}

#ifdef TYCHO_SANITIZED
constexpr int kBeginning = 8;
constexpr std::size_t kLumps = 500;
#else
constexpr int kBeginning = 16;
constexpr std::size_t kLumps = 3000;
#endif

// The limit is what core/ewald_by_cells.cpp promises.
TEST(EwaldByCells, IsTheSumOverAllPairsWhereForcesNearlyCancel) {
  const Box box = beginning(kBeginning);
  const auto right = ewald_all_pairs(box.bodies(), 2);
  const auto found = ewald_by_cells(box.bodies(), 2);
  EXPECT_LE(difference(found, right), 1e-6);
  EXPECT_LE(difference_of_potentials(found, right), 1e-6);
}

TEST(EwaldByCells, IsTheSumOverAllPairsInLumps) {
  const Box box = lumps(kLumps);
  const auto right = ewald_all_pairs(box.bodies(), 2);
  const auto found = ewald_by_cells(box.bodies(), 2);
  EXPECT_LE(difference(found, right), 1e-8);
  EXPECT_LE(difference_of_potentials(found, right), 1e-8);
}

// Pairs as far as 1.3 boxes and 200 waves, or a sixth of a box and 130,000.
TEST(EwaldByCells, DoesNotDependOnWhereItIsSplit) {
  for (const Box& box : {beginning(8), lumps(500)}) {
    const auto one = ewald_by_cells(box.bodies(), 2, 3);
    for (const double alpha : {6.0, 10.0, 17.0, 25.0}) {
      const auto other = ewald_by_cells(box.bodies(), 2, alpha);
      EXPECT_LE(difference(other, one), 1e-6) << alpha;
      EXPECT_LE(difference_of_potentials(other, one), 1e-6) << alpha;
    }
  }
}

TEST(EwaldByCells, GivesTheSameBitsOnAnyNumberOfThreads) {
  const Box box = lumps(700);
  const auto one = ewald_by_cells(box.bodies(), 1), three = ewald_by_cells(box.bodies(), 3);
  for (std::size_t i = 0; i < one.size(); ++i) {
    EXPECT_EQ(one[i].acc, three[i].acc);
    EXPECT_EQ(one[i].pot, three[i].pot);
  }
}

// `force = ewald` is checked against a sample of its own sums.
TEST(EwaldByCells, PullsASampleInItsOrderAsItPullsAll) {
  Box box = lumps(300);
  const auto all = ewald_by_cells(box.bodies(), 1);
  box.targets = {211, 2, 5, 3, 77};
  const auto some = ewald_by_cells(box.bodies(), 1);
  for (std::size_t t = 0; t < box.targets.size(); ++t) {
    EXPECT_EQ(some[t].acc, all[box.targets[t]].acc);
    EXPECT_EQ(some[t].pot, all[box.targets[t]].pot);
  }
}

// Less than one in 64: with a cut beyond the box.
TEST(EwaldByCells, PullsAFewAsItPullsAll) {
  Box box = lumps(700);
  const auto all = ewald_by_cells(box.bodies(), 1);
  box.targets = {611, 2, 5};
  const auto few = ewald_by_cells(box.bodies(), 1);
  EXPECT_LE(difference(few, {all[611], all[2], all[5]}), 1e-7);
  EXPECT_LE(difference_of_potentials(few, {all[611], all[2], all[5]}), 1e-7);
}

TEST(EwaldByCells, ShowsAPlaceThatIsNoNumber) {
  Box box = lumps(100);
  box.x[17].y = NAN;
  const auto found = ewald_by_cells(box.bodies(), 1);
  EXPECT_TRUE(std::isnan(found[17].acc.x));
}

}  // namespace
}  // namespace tycho
