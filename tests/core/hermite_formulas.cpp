// The Hermite scheme's formulas against what they are made to reproduce exactly.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/formulas/block_step.hpp"
#include "core/formulas/hermite.hpp"

namespace tycho::hermite {
namespace {

using V = Vec3<double>;

void expect_near(const V& a, const V& b, double limit) {
  EXPECT_NEAR(a.x, b.x, limit);
  EXPECT_NEAR(a.y, b.y, limit);
  EXPECT_NEAR(a.z, b.z, limit);
}

TEST(PairPull, IsTheInverseSquareLawAndItsPotential) {
  // |(2, 3, 6)| = 7.
  const auto pull = pair_pull(V{2, 3, 6}, V{}, 5.0, inverse_distance(49.0));
  expect_near(pull.acc, (5.0 / 343) * V{2, 3, 6}, 1e-15);
  EXPECT_DOUBLE_EQ(pull.pot, -5.0 / 7);
  EXPECT_EQ(pull.jerk, V{});
}

TEST(PairPull, HasTheTimeDerivativeOfTheForceAsItsJerk) {
  const V r{0.3, -0.7, 0.4}, v{1.1, 0.2, -0.6};
  const double mass = 1.7, eps_sq = 0.04, h = 1e-5;
  const auto force_at = [&](double t) {
    const V moved = r + t * v;
    return pair_pull(moved, v, mass, inverse_distance(dot(moved, moved) + eps_sq)).acc;
  };
  const V slope = (0.5 / h) * (force_at(h) - force_at(-h));
  expect_near(pair_pull(r, v, mass, inverse_distance(dot(r, r) + eps_sq)).jerk, slope, 1e-8);
}

TEST(PairPull, OfTwoBodiesInOnePlaceIsNothingWithoutSoftening) {
  const auto pull = pair_pull(V{}, V{1, 2, 3}, 5.0, inverse_distance(0.0));
  EXPECT_EQ(pull.acc, V{});
  EXPECT_EQ(pull.jerk, V{});
  EXPECT_EQ(pull.pot, 0);
}

// Along a path of constant crackle both ends determine the rest: x to the fifth power of time.
struct Path {
  V x{0.1, -0.2, 0.3}, v{1, 0.5, -0.25}, a{0.7, -0.3, 0.2}, j{-1.5, 2, 0.4}, s{3, -7, 1.1},
      c{-11, 5, 2.3};
  V acc(double t) const { return a + t * (j + t / 2 * (s + t / 3 * c)); }
  V jerk(double t) const { return j + t * (s + t / 2 * c); }
  V velocity(double t) const { return v + t * (a + t / 2 * (j + t / 3 * (s + t / 4 * c))); }
  V place(double t) const {
    return x + t * (v + t / 2 * (a + t / 3 * (j + t / 4 * (s + t / 5 * c))));
  }
};

TEST(HermiteStep, FindsSnapAndCrackleFromBothEnds) {
  const Path path;
  for (const double dt : {0.125, 0.5}) {
    const auto found = derivatives(path.acc(0), path.jerk(0), path.acc(dt), path.jerk(dt), dt);
    expect_near(found.snap, path.s, 1e-11);
    expect_near(found.crackle, path.c, 1e-10);
  }
}

TEST(HermiteStep, CorrectsAPathOfConstantCrackleExactly) {
  const Path path;
  const double dt = 0.25;
  const auto ahead = predicted(path.x, path.v, path.a, path.j, dt);
  const auto over = derivatives(path.acc(0), path.jerk(0), path.acc(dt), path.jerk(dt), dt);
  const auto after = corrected(ahead, over, dt);
  expect_near(after.x, path.place(dt), 1e-14);
  expect_near(after.v, path.velocity(dt), 1e-13);
  EXPECT_GT(magnitude(ahead.x - path.place(dt)), 1e-4) << "the predictor alone cannot know";
}

TEST(HermiteStep, PredictsExactlyWithConstantJerk) {
  Path path;
  path.s = path.c = {};
  for (const double d : {0.5, -0.25}) {
    const auto ahead = predicted(path.x, path.v, path.a, path.j, d);
    expect_near(ahead.x, path.place(d), 1e-15);
    expect_near(ahead.v, path.velocity(d), 1e-15);
  }
}

// docs/g6.md: with a/2, jerk/6 and snap/18 the snap's part of x is d^4 (3/4)(snap/18) =
// snap d^4/24, and that of v is d^3 3 (snap/18) = snap d^3/6.
TEST(HermiteStep, PredictsAsTheGrapeDoes) {
  Path path;
  path.c = {};
  for (const double d : {0.5, -0.25}) {
    const auto ahead =
        predicted_g6(path.x, path.v, 0.5 * path.a, (1.0 / 6) * path.j, (1.0 / 18) * path.s, d);
    expect_near(ahead.x, path.place(d), 1e-15);
    expect_near(ahead.v, path.velocity(d), 1e-14);
  }
}

TEST(AarsethStep, HasTheAccuracyOutsideTheRoot) {
  // |a| = 2, |jerk| = 3, |snap| = 5 at the end of the step, |crackle| = 7.
  const Derivatives<double> over{{0, 5 - 7 * 0.5, 0}, {0, 7, 0}};
  const double step = aarseth_step(V{2, 0, 0}, V{0, 0, 3}, over, 0.5, 0.25);
  EXPECT_DOUBLE_EQ(step, 0.25 * std::sqrt((2.0 * 5 + 9) / (3.0 * 7 + 25)));
  EXPECT_EQ(aarseth_step(V{2, 0, 0}, V{}, Derivatives<double>{}, 0.5, 0.25), HUGE_VAL);
  EXPECT_DOUBLE_EQ(first_step(V{2, 0, 0}, V{0, 0, 4}, 0.2), 0.2 / 128 * 2 / 4);
  EXPECT_EQ(first_step(V{2, 0, 0}, V{}, 0.2), HUGE_VAL);
}

constexpr StepRange kRange{0x1p-20, 0x1p-3};

TEST(BlockStep, IsThePowerOfTwoBelow) {
  EXPECT_EQ(power_of_two_below(0.3), 0.25);
  EXPECT_EQ(power_of_two_below(0.25), 0.25);
  EXPECT_EQ(power_of_two_below(std::nextafter(0.25, 0)), 0.125);
  EXPECT_EQ(power_of_two_below(5), 4);
  EXPECT_EQ(first_block_step(0.01, kRange), 0x1p-7);
  EXPECT_EQ(first_block_step(HUGE_VAL, kRange), 0x1p-3);
  EXPECT_EQ(first_block_step(1e-9, kRange), 0x1p-20);
  EXPECT_EQ(first_block_step(std::numeric_limits<double>::quiet_NaN(), kRange), 0x1p-20);
}

TEST(BlockStep, DoublesAtMostAndOnlyOnTheLongerGrid) {
  const double held = 0x1p-6;
  EXPECT_EQ(next_block_step(1, held, 3 * held, kRange), held) << "odd multiple";
  EXPECT_EQ(next_block_step(1, held, 4 * held, kRange), 2 * held) << "not four times";
  EXPECT_EQ(next_block_step(held, held, 4 * held, kRange), held);
  EXPECT_EQ(next_block_step(held / 5, held, 3 * held, kRange), held / 8) << "shrinks at once";
  EXPECT_EQ(next_block_step(1, 0x1p-3, 1, kRange), 0x1p-3) << "not beyond the longest";
}

TEST(BlockStep, KnowsItsGrid) {
  EXPECT_TRUE(on_grid(0, 0.125));
  EXPECT_TRUE(on_grid(0.375, 0.125));
  EXPECT_FALSE(on_grid(0.375, 0.25));
  EXPECT_TRUE(on_grid(0.5 + 0x1p-26, 0x1p-26));
  EXPECT_FALSE(on_grid(0.5 + 0x1p-26, 0x1p-25));
}

// What block_step.hpp says of the next block time, on a made-up set of bodies that choose their
// steps wildly: nobody is passed over, and every body steps at every multiple of its step.
TEST(BlockStep, TheNextBlockTimeNeedsOnlyThoseThatHaveJustStepped) {
  constexpr int kBodies = 23;
  double time[kBodies] = {}, step[kBodies];
  unsigned dice = 12345;
  const auto wanted = [&] {
    dice = dice * 1664525U + 1013904223U;
    return std::ldexp(1.0, -3 - static_cast<int>(dice >> 28));
  };
  double shortest = HUGE_VAL;
  for (double& s : step) shortest = std::min(shortest, s = first_block_step(wanted(), kRange));
  for (double now = 0; now < 0.5;) {
    double due_next = HUGE_VAL;
    for (int i = 0; i < kBodies; ++i) due_next = std::min(due_next, time[i] + step[i]);
    now += shortest;
    ASSERT_EQ(now, due_next);
    shortest = HUGE_VAL;
    for (int i = 0; i < kBodies; ++i) {
      ASSERT_EQ(on_grid(now, step[i]), time[i] + step[i] == now) << i;
      if (!on_grid(now, step[i])) continue;
      time[i] = now;
      shortest = std::min(shortest, step[i] = next_block_step(wanted(), step[i], now, kRange));
    }
  }
}

}  // namespace
}  // namespace tycho::hermite
