// Planted noise: what is measured again, how often, and what is kept.
#include "harness/measure/noise_gate.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace tycho {
namespace {

using measure::Timing;

// Ten windows, every other of which takes `factor` times as long.
Timing windows(double factor, double step_s = 1) {
  Timing timing;
  timing.steps_per_window = 1;
  for (int w = 0; w < 10; ++w) timing.step_s.push_back(w % 2 ? factor * step_s : step_s);
  return timing;
}

/// Gives the timings one after the other, and counts.
struct Planted {
  std::vector<Timing> timings;
  int calls = 0;

  Timing measured(double seconds = 0) {
    return measure::measure_quietly([&] { return timings.at(static_cast<std::size_t>(calls++)); },
                                    seconds);
  }
};

TEST(NoiseGate, SeesAnIntervalWiderThanATenth) {
  EXPECT_FALSE(measure::noisy(windows(1.09)));
  EXPECT_TRUE(measure::noisy(windows(1.2)));
  EXPECT_FALSE(measure::noisy(std::vector<double>{3})) << "one sample has no interval";
}

TEST(NoiseGate, MeasuresAQuietTimeOnce) {
  Planted planted{{windows(1.01)}};
  EXPECT_EQ(planted.measured().measured_again, 0);
  EXPECT_EQ(planted.calls, 1);
}

TEST(NoiseGate, MeasuresANoisyTimeAgainAndKeepsTheQuietOne) {
  Planted planted{{windows(2), windows(1.5), windows(1.01, 3)}};
  const Timing kept = planted.measured();
  EXPECT_EQ(planted.calls, 3);
  EXPECT_EQ(kept.measured_again, 2);
  EXPECT_EQ(kept.step_s.front(), 3);
  EXPECT_FALSE(measure::noisy(kept));
}

TEST(NoiseGate, GivesUpAndKeepsTheNarrowest) {
  Planted planted{{windows(3), windows(1.5, 7), windows(2), windows(4), windows(1)}};
  const Timing kept = planted.measured();
  EXPECT_EQ(planted.calls, 1 + measure::kMostAgain);
  EXPECT_EQ(kept.measured_again, measure::kMostAgain);
  EXPECT_EQ(kept.step_s.front(), 7);
  EXPECT_TRUE(measure::noisy(kept));
}

TEST(NoiseGate, LooksAtTheStagesThatCount) {
  Timing timing = windows(1);
  timing.stages.resize(2);
  timing.stages[0].step_s = {0.01, 0.04, 0.01, 0.04};  // a hundredth of the step
  EXPECT_FALSE(measure::noisy(timing));
  timing.stages[1].step_s = {0.5, 0.8, 0.5, 0.8};
  EXPECT_TRUE(measure::noisy(timing));
}

TEST(NoiseGate, StaysWithinItsTime) {
  int calls = 0;
  const auto measure_noise = [&] {
    ++calls;
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    return windows(2);
  };
  measure::measure_quietly(measure_noise, 0.05);
  EXPECT_EQ(calls, 1) << "a second one would have taken it beyond";
}

}  // namespace
}  // namespace tycho
