// Runs whose steps differ: their windows are compared one by one, and the step is the mean over
// them.
#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "harness/compare/compare.hpp"
#include "tests/compare/one_force.hpp"

namespace tycho::compare {
namespace {

using made_up::compared;
using made_up::row_of;
using made_up::run;
using made_up::RunRecord;
using made_up::side;

// An evolution of a window a step: sixteen steps of 1 ms and four of about 20, which take most of
// it. Its stages are means over the steps, 4.8 ms.
RunRecord evolved(const std::vector<double>& long_steps, double process = 1, double kick = 1) {
  made_up::Samples windows(16, 1e-3 * process);
  for (const double step : long_steps) windows.push_back(20e-3 * step * process);
  RunRecord made = run("v", windows, {{"kick", {"events", {0.1e-3 * kick * process}}}});
  result::TimingRecord& timing = *made.timing;
  timing.steps_requested = timing.steps_measured = std::ssize(windows);
  timing.passed_s = std::accumulate(windows.begin(), windows.end(), 0.0);
  timing.total_s = {*timing.passed_s, *timing.passed_s, *timing.passed_s};
  return made;
}

Side three_evolved(double long_steps, double kick = 1) {
  std::vector<std::vector<RunRecord>> all;
  for (const double process : {0.999, 1.0, 1.001})
    all.push_back({evolved(std::vector(4, long_steps), process, kick)});
  return side(all);
}

TEST(Compare, FindsAnEvolutionSlowerWhoseLongStepsAre) {
  const Comparison found = compare::compare(three_evolved(1), three_evolved(1.3), {});
  const Row step = row_of(found, "step");
  EXPECT_EQ(step.verdict, Verdict::kSlower) << step.reason;
  EXPECT_NEAR(step.timed->base_s, 4.8e-3, 1e-7) << "the mean over its steps";
  EXPECT_NEAR(step.timed->change, 0.25, 0.001);
  const Comparison little = compare::compare(three_evolved(1), three_evolved(1.05), {});
  EXPECT_EQ(row_of(little, "step").verdict, Verdict::kSlower) << row_of(little, "step").reason;
  EXPECT_EQ(compare::compare(three_evolved(1.3), three_evolved(1), {}).verdict, Verdict::kFaster);
  EXPECT_EQ(compare::compare(three_evolved(1), three_evolved(1), {}).verdict, Verdict::kSame);
}

TEST(Compare, TakesTheSharesOfStagesOfTheMeanStepOfAnEvolution) {
  const Row kick = row_of(compare::compare(three_evolved(1), three_evolved(1, 1.1), {}), "kick");
  EXPECT_NEAR(kick.timed->step_share, 0.01e-3 / 4.8e-3, 1e-5);
  EXPECT_NE(kick.reason.find("not relevant"), std::string::npos) << kick.reason;
}

// At two epochs, the second of which stands for nine steps of ten.
TEST(Compare, TakesTheMeanStepOfARunThatWasTimedAlongAnother) {
  const auto along = [](double late, double process) {
    RunRecord made = run("v", {1e-3 * process, 11e-3 * late * process}, {}, "cpu");
    made.timing->along.emplace();
    made.timing->steps_requested = 10;
    made.timing->total_s.value = (1e-3 + 9 * 11e-3 * late) * process;
    return std::vector<RunRecord>{made};
  };
  const auto three_along = [&](double late) {
    return side({along(late, 0.999), along(late, 1), along(late, 1.001)});
  };
  const Row step = row_of(compare::compare(three_along(1), three_along(1.1), {}), "step");
  EXPECT_EQ(step.verdict, Verdict::kSlower) << step.reason;
  EXPECT_NEAR(step.timed->base_s, 10e-3, 1e-7);
  EXPECT_NEAR(step.timed->change, 0.099, 1e-4);
}

TEST(Compare, HoldsTheWindowsOfTwoEvolutionsAgainstEachOtherOneByOne) {
  const std::vector<double> even(4, 1.0);
  const Row all = row_of(compared(evolved(even), evolved({1.3, 1.3, 1.3, 1.3})), "step");
  EXPECT_EQ(all.verdict, Verdict::kSlower) << all.reason;
  // As much longer in all, because of one window.
  const Row one = row_of(compared(evolved(even), evolved({1, 1, 2.2, 1})), "step");
  EXPECT_NEAR(one.timed->change, all.timed->change, 1e-9);
  EXPECT_EQ(one.verdict, Verdict::kAmbiguous);
  const Row other = row_of(compared(evolved(even), evolved({1.6, 1.6, 1.6})), "step");
  EXPECT_NE(other.reason.find("is not known"), std::string::npos) << other.reason;
}

}  // namespace
}  // namespace tycho::compare
