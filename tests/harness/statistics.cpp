#include "harness/measure/statistics.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/philox.hpp"

namespace tycho {
namespace {

TEST(Statistics, KnowsAFewNumbersByHand) {
  const std::vector<double> samples{9, 1, 3, 2, 100};
  const measure::Summary s = measure::summarize(samples);
  EXPECT_EQ(s.median, 3);
  EXPECT_EQ(s.minimum, 1);
  EXPECT_DOUBLE_EQ(s.spread, 1.4826 * 2);  // deviations 6, 2, 0, 1, 97: their median is 2
  EXPECT_EQ(s.low, 1);                     // five samples: the interval is the whole range
  EXPECT_EQ(s.high, 100);
}

// Order statistics that hold the median with 95% certainty, from the tables of the binomial
// distribution: of 6 the 1st and 6th, of 10 the 2nd and 9th, of 20 the 6th and 15th.
TEST(Statistics, IntervalIsTheTabulatedPairOfOrderStatistics) {
  for (const auto& [count, rank] : {std::pair{6, 1}, {10, 2}, {20, 6}, {100, 40}}) {
    std::vector<double> samples(count);
    for (int i = 0; i < count; ++i) samples[i] = i + 1;
    std::reverse(samples.begin(), samples.end());
    const measure::Summary s = measure::summarize(samples);
    EXPECT_EQ(s.low, rank) << count;
    EXPECT_EQ(s.high, count + 1 - rank) << count;
  }
}

TEST(Statistics, IntervalHoldsTheMediansOfAllVisitsThatCount) {
  const std::vector<double> samples{9.8, 10, 10, 10, 10, 10, 10, 11, 11, 11};
  EXPECT_EQ(measure::summarize(samples).high, 11);
  EXPECT_EQ(measure::summarize(samples, {{9.9, 11.2}, {14}}).low, 9.9);
  EXPECT_EQ(measure::summarize(samples, {{9.9, 11.2}, {14}}).high, 11.2);
  EXPECT_EQ(measure::summarize(samples, {{10}, {14, 13, 15}}).high, 13)
      << "no other visit agrees with it";
  EXPECT_EQ(measure::summarize(samples, {{10}, {14, 13, 15}}).median, 10);
  const double only = 6.6706421875e-05, as_read_again = 6.670642e-05;
  EXPECT_EQ(measure::summarize(std::vector{only}, {{as_read_again}, {}}).low, only);
}

// Thousands of samples would underflow the binomial sum: the normal approximation takes over.
TEST(Statistics, IntervalOfManySamplesNarrowsAsTheirRoot) {
  std::vector<double> samples(10000);
  for (int i = 0; i < 10000; ++i) samples[i] = i;
  const measure::Summary s = measure::summarize(samples);
  EXPECT_NEAR(s.high - s.low, 2 * 0.98 * 100, 3);
}

TEST(Statistics, IntervalHoldsTheTrueMedianAsOftenAsItSays) {
  constexpr int kTrials = 2000, kSamples = 15;
  const Random random(5);
  int held = 0;
  for (int trial = 0; trial < kTrials; ++trial) {
    std::vector<double> samples(kSamples);
    // Long-tailed, as timings are; the median of exp(g) is 1.
    for (int i = 0; i < kSamples; ++i)
      samples[i] = std::exp(random.normal2(std::uint64_t(trial) * kSamples + i)[0]);
    const measure::Summary s = measure::summarize(samples);
    held += s.low <= 1 && 1 <= s.high;
  }
  // At least 95%; five standard errors of the count are 2.4%.
  EXPECT_GE(held, (0.95 - 0.024) * kTrials);
}

// What docs/timing.md and every report say of two to five samples.
TEST(Statistics, IntervalOfFewSamplesHoldsTheTrueMedianLessOften) {
  constexpr int kTrials = 4000;
  const Random random(6);
  for (const auto& [samples, share] : {std::pair{2, 0.5}, {3, 0.75}, {4, 0.875}, {5, 0.9375}}) {
    int held = 0;
    for (int trial = 0; trial < kTrials; ++trial) {
      std::vector<double> drawn;
      for (int i = 0; i < samples; ++i)
        drawn.push_back(random.normal2(std::uint64_t(trial) * 8 + i, samples)[0]);
      const measure::Summary s = measure::summarize(drawn);
      held += s.low <= 0 && 0 <= s.high;
    }
    const double error = std::sqrt(share * (1 - share) / kTrials);
    EXPECT_NEAR(static_cast<double>(held) / kTrials, share, 5 * error) << samples << " samples";
  }
}

TEST(Statistics, QuantilesInterpolate) {
  const std::vector<double> samples{4, 1, 2, 3, 5};
  EXPECT_EQ(measure::quantile(samples, 0), 1);
  EXPECT_EQ(measure::quantile(samples, 0.5), 3);
  EXPECT_DOUBLE_EQ(measure::quantile(samples, 0.625), 3.5);
  EXPECT_EQ(measure::quantile(samples, 1), 5);
}

TEST(Statistics, OfNothingIsAnError) {
  EXPECT_THROW(measure::summarize({}), std::invalid_argument);
  EXPECT_THROW(measure::quantile({}, 0.5), std::invalid_argument);
}

}  // namespace
}  // namespace tycho
