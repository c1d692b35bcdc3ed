// Both parts of the force in a periodic box, and Ewald's sum of them.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "core/ewald.hpp"
#include "core/formulas/compact_split.hpp"
#include "core/formulas/long_range.hpp"
#include "core/formulas/periodic_wrap.hpp"
#include "core/formulas/short_range.hpp"
#include "core/philox.hpp"

namespace tycho {
namespace {

TEST(PeriodicBox, WrapsIntoTheBoxAndLeavesWhatIsThere) {
  const double box = 130;
  EXPECT_EQ(wrap_box(0.1, box), 0.1);
  EXPECT_EQ(wrap_box(129.99999999999997, box), 129.99999999999997);
  EXPECT_EQ(wrap_box(130.0, box), 0);
  EXPECT_EQ(wrap_box(-1e-17, box), 0);
  EXPECT_DOUBLE_EQ(wrap_box(-3.0, box), 127);
  EXPECT_DOUBLE_EQ(wrap_box(397.0, box), 7);
  EXPECT_TRUE(std::isnan(wrap_box(double(NAN), box)));
}

TEST(PeriodicBox, LooksAtTheNearestImage) {
  EXPECT_EQ(nearest_image(Vec3<double>{100, -70, 64}, 130.0), (Vec3<double>{-30, 60, 64}));
}

// The force is minus the derivative of the potential erfc(u) / r.
TEST(ShortRange, ForceIsTheSlopeOfThePotential) {
  const double r_s = 1.7;
  const ErfcSplit<double> split{1 / (2 * r_s)};
  for (const double r : {0.01, 0.5, 2.0, 5.0, 9.0}) {
    const double h = 1e-5 * r;
    const double slope =
        (split(r + h).potential / (r + h) - split(r - h).potential / (r - h)) / (2 * h);
    EXPECT_NEAR(split(r).force, -slope * r * r, 1e-8);
  }
  EXPECT_NEAR(split(1e-6).force, 1, 1e-12);
  EXPECT_LT(split(4.5 * r_s).force, 0.018);  // what the published cut leaves out
  EXPECT_LT(split(6 * r_s).force, 5e-4);     // and the accurate one
}

// The steepest slope of either factor, 2 / sqrt(pi), over half an entry of 3 / 1000.
TEST(ShortRange, TableIsWithinHalfAnEntryOfTheFunction) {
  const double r_s = 1.7;
  const ErfcSplit<double> exact{1 / (2 * r_s)};
  const auto table = split_table<double>();
  const TableSplit<double> looked{table.data(), kSplitTable / kSplitTableEnd / (2 * r_s)};
  double worst = 0;
  for (double r = 0; r < 6 * r_s; r += 0.0007) {
    worst = std::max(worst, std::abs(looked(r).force - exact(r).force));
    EXPECT_NEAR(looked(r).potential, exact(r).potential, 1.13 * 0.0015);
  }
  EXPECT_LT(worst, 1.3e-3);
  EXPECT_GT(worst, 1e-3);  // it is a table of this size
  EXPECT_EQ(looked(6 * r_s + 1e-9).force, 0);
}

TEST(CompactSplit, EndsAtItsRadiusAndItsForceIsTheSlopeOfThePotential) {
  const double radius = 3.1;
  const CompactSplit<double> split{1 / radius};
  for (const double r : {0.01, 0.5, 1.2, 2.0, 3.0}) {
    const double h = 1e-5 * r;
    const double slope =
        (split(r + h).potential / (r + h) - split(r - h).potential / (r - h)) / (2 * h);
    EXPECT_NEAR(split(r).force, -slope * r * r, 1e-8);
  }
  EXPECT_NEAR(split(1e-6).force, 1, 1e-12);
  EXPECT_NEAR(split(radius * (1 - 1e-9)).force, 0, 1e-12);
  EXPECT_NEAR(split(radius * (1 - 1e-9)).potential, 0, 1e-12);
  EXPECT_EQ(split(radius).force, 0);
  // What the point has and the ball has not, at the middle.
  const double near = 1e-4;
  EXPECT_NEAR((1 - split(near).potential) / near, -compact_self(radius), 1e-6);
}

// The ball's transform, 4 pi / q (integral of rho x sin(q x)), summed over thin shells; and the
// mean of the short-range potential.
TEST(CompactSplit, HasItsPartInFourierSpace) {
  constexpr int kShells = 20000;
  const CompactSplit<double> split{1};
  for (const double q : {0.03, 1.0, 5.0, 17.67, 40.0}) {
    double sum = 0, all = 0;
    for (int i = 0; i < kShells; ++i) {
      const double x = (i + 0.5) / kShells, rho = std::pow(1 - x * x, kBallPower);
      sum += rho * x * std::sin(q * x) / q;
      all += rho * x * x;
    }
    EXPECT_NEAR(compact_wave(q), sum / all, 2e-8) << q;
  }
  double mean = 0;
  for (int i = 0; i < kShells; ++i) {
    const double x = (i + 0.5) / kShells;
    mean -= 4 * std::numbers::pi * x * split(x).potential / kShells;
  }
  EXPECT_NEAR(mean, short_range_mean(compact_width(1)), 1e-7);
}

TEST(LongRange, FiltersAndDeconvolvesEachAxis) {
  const int n = 16;
  const double r_s = 1.25, k = 2 * std::numbers::pi * 3 / n, sinc = std::sin(k / 2) / (k / 2);
  const LongRangeAxis axis = long_range_axis(3, n, r_s);
  EXPECT_DOUBLE_EQ(axis.wave_sq, k * k);
  EXPECT_DOUBLE_EQ(axis.filter, std::exp(-k * k * r_s * r_s) / std::pow(sinc, 4));
  EXPECT_DOUBLE_EQ(long_range_axis(n - 3, n, r_s).filter, axis.filter);
  const LongRangeAxis none = long_range_axis(0, n, r_s);
  EXPECT_DOUBLE_EQ(long_range_green(none, axis, none),
                   -4 * std::numbers::pi * axis.filter / (k * k));
  EXPECT_EQ(long_range_green(none, none, none), 0);
}

// Four points are exact for polynomials of the fourth degree, and a plane stays one through a
// cloud.
TEST(LongRange, PullIsTheSlopeOfThePotential) {
  const int n = 12;
  std::vector<double> phi(n * n * n);
  for (int z = 0; z < n; ++z)
    for (int y = 0; y < n; ++y)
      for (int x = 0; x < n; ++x) phi[flat_cell(x, y, z, n)] = 3 * x - 2.0 * y + 0.5 * z;
  const auto pull = long_range_pull(phi.data(), 5.3 / n, 6.9 / n, 5.5 / n, n);
  EXPECT_NEAR(pull.acc.x, -3, 1e-12);
  EXPECT_NEAR(pull.acc.y, 2, 1e-12);
  EXPECT_NEAR(pull.acc.z, -0.5, 1e-12);
  EXPECT_NEAR(pull.pot, 3 * 4.8 - 2 * 6.4 + 0.5 * 5, 1e-12);
  const auto quartic = [](double x) { return x * x * x * x - 2 * x * x * x; };
  EXPECT_NEAR(four_point_force(quartic(1), quartic(2), quartic(4), quartic(5)), -(4 * 27 - 6 * 9),
              1e-11);
}

std::vector<tree::Pull<double>> pulls(const std::vector<Vec3<double>>& x,
                                      const std::vector<double>& mass, double box) {
  std::vector<std::int32_t> all(x.size());
  std::iota(all.begin(), all.end(), 0);
  return ewald(x, mass, box, 1e-9 * box, all, 1);
}

// Two ways to split the sum, by the number of bodies: a body without mass makes the difference.
TEST(Ewald, IsTheSameForFewAndForMany) {
  const Random random(6);
  const double box = 7;
  std::vector<Vec3<double>> x;
  std::vector<double> mass;
  for (std::uint64_t i = 0; i < 8192; ++i) {
    x.push_back(
        {random.uniform(i, 0, box, 0), random.uniform(i, 0, box, 1), random.uniform(i, 0, box, 2)});
    mass.push_back(i < 40 ? random.uniform(i, 0.5, 2.0, 3) : 0);
  }
  const std::vector<std::int32_t> some{0, 1, 2, 3, 4, 5};
  const auto many = ewald(x, mass, box, 1e-9 * box, some, 1);
  x.resize(40);
  mass.resize(40);
  const auto few = ewald(x, mass, box, 1e-9 * box, some, 1);
  for (std::size_t i = 0; i < some.size(); ++i) {
    const Vec3<double> off = many[i].acc - few[i].acc;
    EXPECT_LE(std::sqrt(dot(off, off) / dot(few[i].acc, few[i].acc)), 1e-6);
    EXPECT_NEAR(many[i].pot, few[i].pot, 1e-6 * std::abs(few[i].pot));
  }
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

}  // namespace
}  // namespace tycho
