#include "harness/compare/noise.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "harness/measure/statistics.hpp"

namespace tycho::compare {
namespace {

TEST(Noise, OverlapsUntilOneLiesBeyondTheOther) {
  Session base, fresh;
  for (int i = 0; i < 40; ++i) base.push_back(1 + 0.01 * i);
  for (int i = 0; i < 40; ++i) fresh.push_back(1.05 + 0.01 * i);
  EXPECT_TRUE(within_spread(base, fresh, 0.5));
  for (double& sample : fresh) sample += 0.3;
  EXPECT_FALSE(within_spread(base, fresh, 0.5));
}

// 0.9 and 1.1 in both, the one more often here, the other there: the median moves, the floor stays.
TEST(Noise, OfTwoModesHasOneFloor) {
  Session base, fresh;
  for (int i = 0; i < 40; ++i) base.push_back((i % 4 == 0 ? 1.1 : 0.9) + 1e-4 * i);
  for (int i = 0; i < 40; ++i) fresh.push_back((i % 4 == 0 ? 0.9 : 1.1) + 1e-4 * i);
  EXPECT_NEAR(floor_shift(base, fresh), 0, 0.01);
  EXPECT_NEAR(measure::quantile(fresh, 0.5) - measure::quantile(base, 0.5), 0.2, 0.05);
  for (double& sample : fresh) sample += 0.3;
  EXPECT_NEAR(floor_shift(base, fresh), 0.3, 0.01);
}

TEST(Noise, SeesADriftFromEndToEnd) {
  Session steady, drifting;
  for (int i = 0; i < 20; ++i) steady.push_back(1 + 0.001 * (i % 3));
  for (int i = 0; i < 20; ++i) drifting.push_back(1 + 0.01 * i);
  EXPECT_LT(drift({steady}), 0.003);
  EXPECT_NEAR(drift({drifting}), 0.2, 1e-9);
  EXPECT_NEAR(drift({drifting, drifting, drifting}), 0.2 / std::sqrt(3.0), 1e-9);
  EXPECT_EQ(drift({Session{1, 2, 3}}), 0) << "too few to tell";
}

// Twice the time in all, of which one window is 1 short and the other 1 over: sqrt(2 x 2 / 1) / 4.
TEST(Noise, OfWindowsOneByOneIsTheStandardErrorOfTheirRatio) {
  EXPECT_DOUBLE_EQ(scatter_one_by_one({{1, 1}}, {{1, 3}}).value(), 0.5);
}

}  // namespace
}  // namespace tycho::compare
