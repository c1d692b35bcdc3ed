// Watts from readings of a counter, by the windows that steps were taken in.
#include "harness/measure/counted_energy.hpp"

#include <gtest/gtest.h>

namespace tycho {
namespace {

using measure::HostTime;

/// A hundred watts, read every tenth of a second for ten seconds.
std::vector<measure::EnergyReading> readings(HostTime::time_point start) {
  std::vector<measure::EnergyReading> all;
  for (int k = 0; k <= 100; ++k)
    all.push_back({start + std::chrono::milliseconds(100 * k), 10.0 * k});
  return all;
}

TEST(CountedEnergy, LeavesOutAWindowOfWhichAPartWasTakenElsewhere) {
  const auto start = HostTime::now();
  const auto at = [&](int seconds) { return start + std::chrono::seconds(seconds); };
  measure::Timing timing;
  timing.windows = {{at(1), at(3), 4}, {at(6), at(7), 2, false}, {at(7), at(9), 4}};
  const auto counted = measure::counted_energy(readings(start), timing);
  ASSERT_TRUE(counted);
  EXPECT_NEAR(counted->watts, 100, 1e-9);
  EXPECT_NEAR(counted->span_s, 4, 1e-9);
}

// An evolution that looks at its particles between short windows: most of its time is no step's.
TEST(CountedEnergy, IsNotThatOfWhatIsDoneBetweenWindows) {
  const auto start = HostTime::now();
  const auto at = [&](int milliseconds) { return start + std::chrono::milliseconds(milliseconds); };
  measure::Timing timing;
  for (int k = 0; k < 500; ++k) timing.windows.push_back({at(1000 + 4 * k), at(1001 + 4 * k), 10});
  EXPECT_FALSE(measure::counted_energy(readings(start), timing));
  // Behind it windows that follow each other at once.
  for (int k = 0; k < 100; ++k)
    timing.windows.push_back({at(4000 + 10 * k), at(4010 + 10 * k), 10});
  const auto counted = measure::counted_energy(readings(start), timing);
  ASSERT_TRUE(counted);
  EXPECT_NEAR(counted->span_s, 1, 1e-9);
  EXPECT_NEAR(counted->watts, 100, 1e-9);
}

}  // namespace
}  // namespace tycho
