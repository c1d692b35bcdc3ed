// Both parts of the force in a periodic box.
#include <gtest/gtest.h>

#include <cmath>

#include "core/formulas/compact_split.hpp"
#include "core/formulas/long_range.hpp"
#include "core/formulas/periodic_wrap.hpp"
#include "core/formulas/short_range.hpp"

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

}  // namespace
}  // namespace tycho
