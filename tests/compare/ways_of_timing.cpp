// What a time is trusted with, by its number of samples and the way it was taken.
#include <gtest/gtest.h>

#include <vector>

#include "harness/compare/compare.hpp"
#include "tests/compare/one_force.hpp"

namespace tycho::compare {
namespace {

using made_up::around;
using made_up::compared;
using made_up::measured;
using made_up::row_of;
using made_up::run;
using made_up::RunRecord;
using made_up::side;

TEST(Compare, TrustsNoCpuRunOfOneProcess) {
  const Comparison found =
      compared(measured(1, 0.005, 40, "clock", "cpu"), measured(1.3, 0.005, 40, "clock", "cpu"));
  EXPECT_EQ(found.verdict, Verdict::kAmbiguous);
  EXPECT_NE(row_of(found, "force").reason.find("measure three times"), std::string::npos);
}

TEST(Compare, SaysWhereSamplesAreTooFew) {
  const auto few = [](double factor) {
    return run("v", around(1e-3 * factor, 0.05, 2), {{"force", {"events", {0.8e-3 * factor}}}});
  };
  const Comparison same = compared(few(1), few(1.01));
  EXPECT_EQ(row_of(same, "force").verdict, Verdict::kAmbiguous);
  EXPECT_NE(row_of(same, "force").reason.find("too few samples: 1 and 1"), std::string::npos);
  EXPECT_EQ(same.verdict, Verdict::kSame) << "nothing that could be seen moved";
  EXPECT_EQ(compared(few(1), few(1.2)).verdict, Verdict::kAmbiguous) << "something did";
}

TEST(Compare, TrustsNoReplayOfOneProcess) {
  const Comparison still = compared(
      run("v", around(1e-3, 0.001, 10), {{"force", {"replay", around(0.8e-3, 0.001, 21)}}}),
      run("v", around(1e-3, 0.001, 10), {{"force", {"replay", around(0.88e-3, 0.001, 21)}}}));
  EXPECT_EQ(row_of(still, "force").verdict, Verdict::kAmbiguous);
  EXPECT_EQ(still.verdict, Verdict::kSame) << "the step says it did not happen";
}

TEST(Compare, TrustsAReplayOfThreeProcessesThatTheStepBearsOut) {
  const auto session = [](double force, double shift) {
    return std::vector<RunRecord>{
        run("v", around(1e-3 + 0.8e-3 * (force - 1) + shift, 0.001, 10),
            {{"force", {"replay", around(0.8e-3 * force + shift, 0.001, 21)}}})};
  };
  const Side base = side({session(1, 0), session(1, 1e-6), session(1, -1e-6)});
  const Side slow = side({session(1.06, 0), session(1.06, 1e-6), session(1.06, -1e-6)});
  EXPECT_EQ(compare::compare(base, slow, {}).verdict, Verdict::kSlower);
  // Sessions that lie as far apart as the two sides do.
  const Side spread = side({session(1.06, 0), session(1.06, 6e-5), session(1.06, -6e-5)});
  EXPECT_NE(compare::compare(base, spread, {}).verdict, Verdict::kSlower);
}

TEST(Compare, DoesNotCompareOneWayOfTimingWithAnother) {
  const Comparison found = compared(measured(), measured(1.5, 0.005, 40, "replay"));
  EXPECT_NE(row_of(found, "force").reason.find("'events', then by 'replay'"), std::string::npos);
}

}  // namespace
}  // namespace tycho::compare
