#include "harness/compare/rank_test.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace tycho::compare {
namespace {

using Samples = std::vector<double>;

// Every way to call n of the ranks 1..n+m "second", by brute force: P(|U - nm/2| >= as far).
double counted_p(const Samples& first, const Samples& second) {
  const std::size_t n = first.size(), all = n + second.size();
  const auto off = [&](double u) {
    return std::abs(u - 0.5 * static_cast<double>(n * second.size()));
  };
  double seen = 0;
  for (const double a : first)
    for (const double b : second) seen += b > a ? 1 : 0;
  int as_far = 0, ways = 0;
  for (unsigned mask = 0; mask < (1u << all); ++mask) {
    if (static_cast<std::size_t>(__builtin_popcount(mask)) != second.size()) continue;
    double u = 0;
    for (std::size_t i = 0; i < all; ++i)
      for (std::size_t j = 0; j < i; ++j) u += (mask >> i & 1) && !(mask >> j & 1);
    ++ways;
    as_far += off(u) >= off(seen) - 1e-9;
  }
  return static_cast<double>(as_far) / ways;
}

TEST(MannWhitney, CountsWhatBruteForceCounts) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> uniform(0, 1);
  for (const auto& [n, m] : {std::pair{1, 1}, {2, 5}, {5, 4}, {6, 6}, {3, 8}})
    for (int trial = 0; trial < 5; ++trial) {
      Samples first, second;
      for (int i = 0; i < n; ++i) first.push_back(uniform(random));
      for (int i = 0; i < m; ++i) second.push_back(uniform(random) + 0.2 * trial);
      const RankTest test = mann_whitney(first, second);
      EXPECT_TRUE(test.exact);
      EXPECT_NEAR(test.p, counted_p(first, second), 1e-12) << n << ' ' << m;
    }
}

TEST(MannWhitney, KnowsTheSmallestPItCouldGive) {
  // Two sets of six wholly apart: 2 / C(12, 6).
  const RankTest apart = mann_whitney(Samples{1, 2, 3, 4, 5, 6}, Samples{7, 8, 9, 10, 11, 12});
  EXPECT_NEAR(apart.p, 2.0 / 924, 1e-15);
  EXPECT_EQ(apart.p, apart.least_p);
  EXPECT_EQ(apart.delta, 1);
  EXPECT_EQ(mann_whitney(Samples{1}, Samples{2}).least_p, 1);
}

TEST(MannWhitney, IsTheSameBothWaysButForTheSign) {
  const Samples a{1.1, 2.7, 3.1, 8.2, 0.4}, b{2.2, 9.1, 4.4, 7.3};
  const RankTest there = mann_whitney(a, b), back = mann_whitney(b, a);
  EXPECT_DOUBLE_EQ(there.p, back.p);
  EXPECT_DOUBLE_EQ(there.delta, -back.delta);
}

TEST(MannWhitney, CorrectsForTies) {
  // By hand: U = 3 (2 + 0.5 + 0.5) of 9... first {1, 2, 2}, second {2, 3, 3}:
  // pairs longer: 1 + 3 + 3, ties: 2, so U = 8; sigma^2 = 9/12 (7 - 30 / 30) = 4.5 with
  // t^3 - t = 24 for the three twos and 6 for the two threes; z = (8 - 4.5 - 0.5) / sqrt(4.5).
  const RankTest test = mann_whitney(Samples{1, 2, 2}, Samples{2, 3, 3});
  EXPECT_FALSE(test.exact);
  EXPECT_NEAR(test.p, std::erfc(3 / std::sqrt(4.5) / std::sqrt(2.0)), 1e-12);
  EXPECT_NEAR(test.delta, 2 * 8.0 / 9 - 1, 1e-12);
}

TEST(MannWhitney, OfEqualSamplesSaysNothing) {
  EXPECT_EQ(mann_whitney(Samples(40, 2.0), Samples(50, 2.0)).p, 1);
  EXPECT_EQ(mann_whitney(Samples{}, Samples{1}).p, 1);
}

TEST(MannWhitney, ApproximatesWhatItCounts) {
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  Samples first, second;
  for (int i = 0; i < 30; ++i) first.push_back(normal(random));
  for (int i = 0; i < 30; ++i) second.push_back(normal(random) + 0.5);
  const RankTest counted = mann_whitney(first, second);
  ASSERT_TRUE(counted.exact);
  second.push_back(second.front() + 1e-9);  // one more than is counted
  const RankTest approximated = mann_whitney(first, second);
  EXPECT_FALSE(approximated.exact);
  EXPECT_NEAR(std::log(approximated.p), std::log(counted.p), 0.35);
}

// Under no difference p is uniform: this is what makes it a p.
TEST(MannWhitney, RaisesAsManyFalseAlarmsAsItSays) {
  std::mt19937 random(11);
  std::lognormal_distribution<double> noise(0, 0.3);
  int below = 0;
  for (int trial = 0; trial < 4000; ++trial) {
    Samples first, second;
    for (int i = 0; i < 21; ++i) first.push_back(noise(random));
    for (int i = 0; i < 40; ++i) second.push_back(noise(random));
    below += mann_whitney(first, second).p <= 0.05;
  }
  EXPECT_NEAR(below / 4000.0, 0.05, 0.012);
}

TEST(MannWhitney, WidensForSamplesThatAreNotIndependent) {
  const Samples first{1, 2, 3, 4, 5, 6, 7, 8}, second{9, 10, 11, 12, 13, 14, 15, 16};
  const double plain = mann_whitney(first, second).p;
  EXPECT_GT(mann_whitney(first, second, 3).p, 10 * plain);
  EXPECT_EQ(mann_whitney(first, second, 3).least_p, mann_whitney(first, second).least_p);
}

TEST(HodgesLehmann, IsTheMedianOfAllDifferences) {
  std::mt19937 random(5);
  std::normal_distribution<double> normal;
  for (const auto& [n, m] : {std::pair{1, 1}, {4, 7}, {21, 33}}) {
    Samples first, second, all;
    for (int i = 0; i < n; ++i) first.push_back(normal(random));
    for (int i = 0; i < m; ++i) second.push_back(normal(random) + 3);
    for (const double a : first)
      for (const double b : second) all.push_back(b - a);
    std::sort(all.begin(), all.end());
    const std::size_t half = all.size() / 2;
    const double median = all.size() % 2 == 1 ? all[half] : 0.5 * (all[half - 1] + all[half]);
    const Shift shift = hodges_lehmann(first, second);
    EXPECT_NEAR(shift.middle, median, 1e-12);
    EXPECT_LE(shift.low, shift.middle);
    EXPECT_GE(shift.high, shift.middle);
  }
}

// Clocks of few digits give the same differences many times over.
TEST(HodgesLehmann, IsAmongEqualDifferences) {
  Samples first, second;
  for (int i = 0; i < 200; ++i) first.push_back(1 + 0.25 * (i % 3));
  for (int i = 0; i < 150; ++i) second.push_back(3 + 0.25 * (i % 5 == 0));
  EXPECT_EQ(hodges_lehmann(first, second).middle, 1.75);
  EXPECT_EQ(hodges_lehmann(Samples(50, 2.0), Samples(40, 2.0)).middle, 0);
}

TEST(HodgesLehmann, BoundsTheShiftAsOftenAsItSays) {
  std::mt19937 random(13);
  std::lognormal_distribution<double> noise(0, 0.2);
  int held = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    Samples first, second;
    for (int i = 0; i < 15; ++i) first.push_back(noise(random));
    for (int i = 0; i < 25; ++i) second.push_back(noise(random) + 0.1);
    const Shift shift = hodges_lehmann(first, second);
    held += shift.low <= 0.1 && 0.1 <= shift.high;
  }
  EXPECT_NEAR(held / 2000.0, 0.95, 0.02);
}

TEST(HodgesLehmann, AdmitsThatTwoSamplesBoundNothing) {
  EXPECT_LT(hodges_lehmann(Samples{1, 2}, Samples{3, 4}).confidence, 0.7);
  EXPECT_EQ(hodges_lehmann(Samples{1}, Samples{3}).confidence, 0);
}

}  // namespace
}  // namespace tycho::compare
