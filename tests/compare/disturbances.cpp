// Changes that the machine explains are withheld: clocks, other processes, cores shared with
// others.
#include <gtest/gtest.h>

#include <vector>

#include "harness/compare/compare.hpp"
#include "tests/compare/one_force.hpp"

namespace tycho::compare {
namespace {

using made_up::compared;
using made_up::measured;
using made_up::row_of;
using made_up::RunRecord;
using made_up::side;

TEST(Compare, WithholdsWhatTheClocksExplain) {
  RunRecord slow = measured(1.1);
  slow.device->clock_after_mhz = 1800;
  slow.device->clock_before_mhz = 1800;
  const Comparison found = compared(measured(), slow);
  EXPECT_EQ(found.verdict, Verdict::kAmbiguous);
  EXPECT_NE(row_of(found, "force").reason.find("1980 MHz, then 1800 MHz"), std::string::npos);
  RunRecord slower = measured(1.4);
  slower.device = slow.device;
  EXPECT_EQ(compared(measured(), slower).verdict, Verdict::kSlower) << "more than clocks explain";
  RunRecord faster = measured(0.7);
  faster.device = slow.device;
  EXPECT_EQ(compared(measured(), faster).verdict, Verdict::kFaster) << "in spite of the clock";
  RunRecord rested = measured(1.3);
  rested.device->clock_before_mhz = 345;  // idle before the run: says nothing of it
  EXPECT_EQ(compared(measured(), rested).verdict, Verdict::kSlower);
}

TEST(Compare, TakesTheClockOfTheWindowsWhereItWasWatched) {
  RunRecord watched = measured(), throttled = measured(1.1), steady = measured(1.3);
  watched.device->clock_mhz.mean = steady.device->clock_mhz.mean = 1979.8;
  throttled.device->clock_mhz.mean = 1800.2;  // and 1980 before and after
  const Comparison found = compared(watched, throttled);
  EXPECT_EQ(found.verdict, Verdict::kAmbiguous);
  EXPECT_NE(row_of(found, "force").reason.find("1980 MHz, then 1800 MHz"), std::string::npos);
  steady.device->clock_after_mhz = 1800;  // when the windows were over
  EXPECT_EQ(compared(watched, steady).verdict, Verdict::kSlower);
}

// Three measurements of a run on the CPU, with so many cores used by others.
Side on_cpu(double force, double others) {
  std::vector<std::vector<RunRecord>> all;
  for (const double process : {0.998, 1.0, 1.002}) {
    RunRecord made = measured(force * process, 0.005, 40, "clock", "cpu");
    made.device = result::DeviceRecord{};
    made.device->other_cores = others;
    all.push_back({made});
  }
  return side(all);
}

TEST(Compare, WithholdsWhatOtherProcessesExplain) {
  const Comparison found = compare::compare(on_cpu(1, 0.1), on_cpu(1.3, 3.8), {});  // of four
  EXPECT_EQ(found.verdict, Verdict::kAmbiguous);
  EXPECT_NE(row_of(found, "force").reason.find("other processes"), std::string::npos);
  EXPECT_EQ(compare::compare(on_cpu(1, 0.1), on_cpu(1.3, 1.5), {}).verdict, Verdict::kSlower)
      << "there was room for all";
}

TEST(Compare, CountsTheThreadsThatARunTookAndNotThoseItAskedFor) {
  const auto of_all = [](Side made) {
    for (auto& measurement : made.measurements)
      for (auto& result : measurement.results)
        for (RunRecord& one : result.runs) {
          one.threads = 4;
          one.threads_used = 1;
        }
    return made;
  };
  EXPECT_EQ(compare::compare(of_all(on_cpu(1, 0.1)), of_all(on_cpu(1.3, 1.5)), {}).verdict,
            Verdict::kSlower)
      << "three of four cores were free";
}

TEST(Compare, WithholdsWhatSharedCoresExplain) {
  const auto on_cores = [](double force, double gops) {
    Side made = on_cpu(force, 0);
    for (auto& measurement : made.measurements)
      for (auto& result : measurement.results)
        for (RunRecord& one : result.runs) one.device->core_gops = gops;
    return made;
  };
  const Comparison found = compare::compare(on_cores(1, 8.8), on_cores(1.3, 6), {});
  EXPECT_EQ(found.verdict, Verdict::kAmbiguous);
  EXPECT_NE(row_of(found, "force").reason.find("cores did 8.8, then 6.0 billion"),
            std::string::npos);
  EXPECT_EQ(compare::compare(on_cores(1, 8.8), on_cores(1.3, 8.7), {}).verdict, Verdict::kSlower);
  EXPECT_EQ(compare::compare(on_cores(1, 6), on_cores(1.3, 8.8), {}).verdict, Verdict::kSlower)
      << "on cores that gave more";
}

}  // namespace
}  // namespace tycho::compare
