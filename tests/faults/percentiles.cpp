// Percentiles of a sample, and how far they are from the percentiles of all values.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/philox.hpp"
#include "harness/checks/kinds.hpp"

namespace tycho {
namespace {

/// Errors of a tree have a long tail: the errors of large cells nearby.
std::vector<double> long_tailed(std::size_t n, std::uint64_t seed) {
  std::vector<double> values;
  const Random random(seed);
  for (std::size_t i = 0; i < n; ++i) values.push_back(std::exp(2 * random.normal2(i)[0]));
  std::sort(values.begin(), values.end());
  return values;
}

TEST(PercentileInterval, HoldsThePercentileOfAllInNineteenOfTwentySamples) {
  const double of_all = std::exp(2 * 2.3263478740408408);  // the normal distribution's at 99%
  int held = 0;
  constexpr int kSamples = 600;
  for (int s = 0; s < kSamples; ++s) {
    const std::vector<double> sample = long_tailed(1024, static_cast<std::uint64_t>(s) + 1);
    const auto [low, high] = checks::percentile_interval(sample, 99, 1 << 20);
    EXPECT_LE(low, checks::percentile(sample, 99));
    EXPECT_GE(high, checks::percentile(sample, 99));
    held += low <= of_all && of_all <= high;
  }
  EXPECT_GE(held, kSamples * 92 / 100);
  EXPECT_LE(held, kSamples * 98 / 100) << "no wider than it must be";
}

TEST(PercentileInterval, OfASampleThatIsAllIsThePercentile) {
  const std::vector<double> all = long_tailed(1024, 7);
  const auto [low, high] = checks::percentile_interval(all, 99, all.size());
  EXPECT_EQ(low, checks::percentile(all, 99));
  EXPECT_EQ(high, checks::percentile(all, 99));
}

}  // namespace
}  // namespace tycho
