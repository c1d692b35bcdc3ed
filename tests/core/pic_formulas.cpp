// The formulas of the particle-in-cell code.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/formulas/pic_crossing.hpp"
#include "core/formulas/pic_green.hpp"
#include "core/formulas/pic_push.hpp"
#include "core/formulas/pic_weights.hpp"

namespace tycho::pic {
namespace {

TEST(PicWeights, SumToTheChargeAndKeepItsCentre) {
  const double dx = 0.3, dy = 0.85, charge = -0.7;
  const Corners<double> w = linear_weights(dx, dy, charge);
  EXPECT_NEAR(w.ll + w.ul + w.lu + w.uu, charge, 1e-16);
  EXPECT_NEAR(w.ul + w.uu, charge * dx, 1e-16);
  EXPECT_NEAR(w.lu + w.uu, charge * dy, 1e-16);
}

TEST(PicWeights, InterpolateABilinearFieldExactly) {
  const auto field = [](double x, double y) { return 2 + 3 * x - 5 * y + 7 * x * y; };
  const Corners<double> f{field(0, 0), field(1, 0), field(0, 1), field(1, 1)};
  for (const double dx : {0.0, 0.1, 0.75})
    for (const double dy : {0.0, 0.4, 0.99})
      EXPECT_NEAR(interpolated(f, dx, dy), field(dx, dy), 1e-14);
}

// A deposit and an interpolation by different weights would give a particle a force of its own.
TEST(PicWeights, AreTheSameToTheGridAndBack) {
  const double dx = 0.3, dy = 0.85;
  const Corners<double> f{1.5, -2, 0.25, 4}, w = linear_weights(dx, dy, 1.0);
  EXPECT_NEAR(w.ll * f.ll + w.ul * f.ul + w.lu * f.lu + w.uu * f.uu, interpolated(f, dx, dy),
              1e-15);
}

TEST(PicPush, AcceleratesAnElectronAgainstTheField) {
  EXPECT_DOUBLE_EQ(kicked(1.0, 3.0, 0.1), 0.7);
  EXPECT_DOUBLE_EQ(moved(1.0, 3.0, 0.1), 1.3);
}

TEST(PicCrossing, FindsTheNextCell) {
  EXPECT_EQ(crossed(0.25).cells, 0);
  EXPECT_EQ(crossed(1.25).cells, 1);
  EXPECT_EQ(crossed(1.25).offset, 0.25);
  EXPECT_EQ(crossed(-0.25).cells, -1);
  EXPECT_EQ(crossed(-0.25).offset, 0.75);
  EXPECT_EQ(crossed(1.0).cells, 1);
  EXPECT_EQ(crossed(1.0).offset, 0);
  EXPECT_EQ(crossed(-1.0).cells, -1);
  EXPECT_EQ(crossed(-1.0).offset, 0);
}

template <typename Real>
void expect_never_one() {
  const Real one = 1;
  for (Real tiny = 1; tiny > std::numeric_limits<Real>::denorm_min(); tiny /= 2) {
    for (const Real offset : {-tiny, tiny, one - tiny, one + tiny, 2 - tiny, tiny - one}) {
      if (too_far(offset)) continue;
      const Crossing<Real> c = crossed(offset);
      ASSERT_TRUE(c.offset >= 0 && c.offset < 1) << offset;
      // The same place, to the rounding of one addition.
      ASSERT_NEAR(c.cells + c.offset, offset, std::numeric_limits<Real>::epsilon()) << offset;
    }
  }
}

TEST(PicCrossing, NeverEndsAtOne) {
  expect_never_one<float>();
  expect_never_one<double>();
  EXPECT_EQ(-1e-9f + 1.0f, 1.0f);  // why
  EXPECT_EQ(crossed(-1e-9f).cells, 0);
  EXPECT_EQ(crossed(-1e-9f).offset, 0);
}

TEST(PicCrossing, KnowsWhatItCannotFollow) {
  EXPECT_FALSE(too_far(-1.0));
  EXPECT_FALSE(too_far(1.999));
  EXPECT_TRUE(too_far(2.0));
  EXPECT_TRUE(too_far(-1.0001));
  EXPECT_TRUE(too_far(std::nan("")));
  EXPECT_TRUE(too_far(std::numeric_limits<double>::infinity()));
}

TEST(PicCrossing, WrapsAroundTheBox) {
  EXPECT_EQ(wrapped_cell(-1, 12), 11);
  EXPECT_EQ(wrapped_cell(12, 12), 0);
  EXPECT_EQ(wrapped_cell(5, 12), 5);
  EXPECT_EQ(wrapped_position(-0.25, 12.0), 11.75);
  EXPECT_EQ(wrapped_position(12.25, 12.0), 0.25);
  EXPECT_EQ(wrapped_position(12.0, 12.0), 0);
  EXPECT_EQ(wrapped_position(-1e-9f, 12.0f), 0);
  EXPECT_EQ(wrapped_position(-13.0, 12.0), -1) << "further than a box: still outside";
}

TEST(PicGreen, IsThatOfPointsWhereParticlesHaveNoSize) {
  const double k = 2 * std::numbers::pi * 3 / 16;
  EXPECT_DOUBLE_EQ(green(3, 0, 16, 24, 0), 1 / (k * k));
  EXPECT_DOUBLE_EQ(green(13, 0, 16, 24, 0), 1 / (k * k));
  const double ky = 2 * std::numbers::pi * 5 / 24;
  EXPECT_DOUBLE_EQ(green(3, 19, 16, 24, 0), 1 / (k * k + ky * ky));
}

TEST(PicGreen, FallsOffTwiceWithTheShape) {
  const double k = 2 * std::numbers::pi * 3 / 16, size = 0.9,
               shape = std::exp(-k * k * size * size / 2);
  EXPECT_DOUBLE_EQ(green(3, 0, 16, 24, size), shape * shape / (k * k));
}

TEST(PicGreen, HasNoMeanAndNoModeWithoutADerivative) {
  EXPECT_EQ(green(0, 0, 16, 24, 0), 0);
  EXPECT_EQ(green(8, 3, 16, 24, 0), 0);
  EXPECT_EQ(green(3, 12, 16, 24, 0), 0);
  EXPECT_EQ(wave_number(13, 16), -wave_number(3, 16));
}

}  // namespace
}  // namespace tycho::pic
