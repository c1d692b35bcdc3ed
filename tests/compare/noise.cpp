#include "harness/compare/noise.hpp"

#include <gtest/gtest.h>

#include <random>

#include "harness/compare/rank_test.hpp"

namespace tycho::compare {
namespace {

Session correlated(std::mt19937& random, int count, double r) {
  std::normal_distribution<double> normal;
  Session samples;
  double state = normal(random);
  for (int i = 0; i < count; ++i) {
    state = r * state + std::sqrt(1 - r * r) * normal(random);
    samples.push_back(100 + state);
  }
  return samples;
}

TEST(Noise, OfIndependentSamplesIsMostlyNotWidened) {
  std::mt19937 random(1);
  int widened = 0;
  for (int trial = 0; trial < 500; ++trial)
    widened += inflation({correlated(random, 21, 0)}, {correlated(random, 21, 0)}) > 1;
  EXPECT_LE(widened, 40);  // 5%, and some
}

TEST(Noise, ThatGoesOnIsWidenedAsTheoryHasIt) {
  std::mt19937 random(2);
  const double found = inflation({correlated(random, 4000, 0.4)}, {correlated(random, 4000, 0.4)});
  EXPECT_NEAR(found, 1.4 / 0.6, 0.25);
}

// Without the widening, samples that resemble their neighbours raise four times the alarms.
TEST(Noise, ThatGoesOnRaisesNoMoreAlarmsThanItMay) {
  std::mt19937 random(3);
  int plain = 0, widened = 0;
  for (int trial = 0; trial < 1000; ++trial) {
    const Session first = correlated(random, 100, 0.45), second = correlated(random, 100, 0.45);
    plain += mann_whitney(first, second).p <= 0.01;
    widened += mann_whitney(first, second, inflation({first}, {second})).p <= 0.01;
  }
  EXPECT_GE(plain, 60);
  EXPECT_LE(widened, 25);
}

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
  EXPECT_NEAR(hodges_lehmann(base, fresh).middle, 0.2, 0.05);
  for (double& sample : fresh) sample += 0.3;
  EXPECT_NEAR(floor_shift(base, fresh), 0.3, 0.01);
}

TEST(Noise, SeesADrift) {
  Session steady, drifting;
  for (int i = 0; i < 20; ++i) steady.push_back(1 + 0.001 * (i % 3));
  for (int i = 0; i < 20; ++i) drifting.push_back(1 + 0.01 * i);
  EXPECT_LT(largest_drift({steady}), 0.002);
  EXPECT_NEAR(largest_drift({steady, drifting}), 0.1, 1e-9);
  EXPECT_EQ(largest_drift({Session{1, 2, 3}}), 0) << "too few to tell";
}

TEST(Noise, BetweenSessionsIsTheRangeOfTheirMedians) {
  EXPECT_DOUBLE_EQ(session_range({{1, 2, 3}, {4, 5, 6}, {2, 3, 4}}), 3);
  EXPECT_EQ(session_range({{1, 2, 3}}), 0);
}

}  // namespace
}  // namespace tycho::compare
