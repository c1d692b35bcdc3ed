// The known reasons why stages do not add up to their step.
#include "harness/measure/gap_reasons.hpp"

#include <gtest/gtest.h>

#include "tests/toy/oscillators.hpp"

namespace tycho {
namespace {

using Words = std::vector<std::string>;

/// A step of 1 ms of two stages; marks cost a microsecond.
measure::Timing even() {
  measure::Timing timing;
  timing.clean_step_s = 1e-3;
  timing.step_s = timing.marked_step_s = {1e-3};
  timing.windows.resize(1);
  timing.steps_per_window = 100;
  timing.mark_cost_s = 1e-6;
  timing.steps_marked = 100;
  timing.stages = {{"events", 1, {6e-4}, 6e-4, {}}, {"events", 1, {4e-4}, 4e-4, {}}};
  return timing;
}

std::optional<Words> reasons(const measure::Timing& timing, double unattributed_s) {
  return measure::gap_reasons(timing, Settings(oscillators::contract(), Backend::kCpu),
                              unattributed_s);
}

TEST(GapReasons, AreNotAskedForWithinATenth) {
  EXPECT_EQ(reasons(even(), 0.9e-4), std::nullopt);
  measure::Timing marked = even();
  marked.marked_step_s = {1.09e-3};
  EXPECT_EQ(reasons(marked, -0.9e-4), std::nullopt);
}

TEST(GapReasons, AreEmptyWhereNoneIsKnown) {
  EXPECT_EQ(reasons(even(), 2e-4), Words{});
  measure::Timing slower = even();
  slower.marked_step_s = {6e-3};
  EXPECT_EQ(reasons(slower, 0), Words{}) << "two marks of a microsecond do not make 5 ms";
}

TEST(GapReasons, NameReplaysWhereTheStageWithinTheStepLeavesASmallerGap) {
  measure::Timing timing = even();
  timing.stages[1] = {"replay", 1, {1e-4}, 4e-4, {}};
  EXPECT_EQ(reasons(timing, 3e-4), Words{"replay"});
  timing.stages[1] = {"replay", 1, {1e-4}, 1e-4, {}};
  EXPECT_EQ(reasons(timing, 3e-4), Words{}) << "the stage takes the same within the step";
}

TEST(GapReasons, NameMarksThatCostAsMuch) {
  measure::Timing timing = even();
  timing.mark_cost_s = 1e-4;
  timing.marked_step_s = {1.25e-3};
  EXPECT_EQ(reasons(timing, 0), Words{"marks"});
  EXPECT_EQ(reasons(timing, -2.5e-4), Words{"marks"}) << "the stages' times hold their cost";
}

TEST(GapReasons, CountBothReadingsOfTheHostsClock) {
  measure::Timing timing = even();
  timing.mark_cost_s = 3e-5;  // of each of two stages
  timing.marked_step_s = {1.2e-3};
  EXPECT_EQ(reasons(timing, 0), Words{"marks"});
  timing.marked_waits = 0;
  EXPECT_EQ(reasons(timing, 0), Words{}) << "events are not readings";
}

TEST(GapReasons, NameRanksWhereTheSlowestIsNotTheSameInEveryStage) {
  measure::Timing timing = even();
  timing.stages[0].rank_mean_s = 4e-4;  // 2e-4 below the slowest
  timing.stages[1].rank_mean_s = 4e-4;
  for (const double gap : {-1.5e-4, -2e-4, -3.9e-4})
    EXPECT_EQ(reasons(timing, gap), Words{"ranks"});
  EXPECT_EQ(reasons(timing, -4.1e-4), Words{}) << "accounts for less than half";
  EXPECT_EQ(reasons(timing, 2e-4), Words{}) << "the slowest make the sum longer, not shorter";
}

TEST(GapReasons, NameStepsThatGoAheadWithoutMarks) {
  measure::Timing timing = even();
  timing.marked_step_s = {2e-3};
  timing.host_waits = 1;
  timing.marked_waits = 300;
  EXPECT_EQ(reasons(timing, 0), Words{"ahead"});
  timing.host_waits = 301;
  EXPECT_EQ(reasons(timing, 0), Words{}) << "they wait without marks too";
}

TEST(GapReasons, NameLaunchesWhereTheHostIsTheSlowerOne) {
  measure::Timing timing = even();
  timing.enqueued = {250, 500, 0.4, 0.5};
  EXPECT_EQ(reasons(timing, 2e-4), Words{"launches"});
  timing.enqueued = {250, 500, 0.2, 0.5};
  EXPECT_EQ(reasons(timing, 2e-4), Words{}) << "the host was done long before the device";
  timing.enqueued = {1, 500, 0.4, 0.5};
  EXPECT_EQ(reasons(timing, 2e-4), Words{}) << "the host was held up by a full queue";
}

TEST(GapReasons, NameNoise) {
  measure::Timing timing = even();
  timing.step_s = {0.5e-3, 1e-3, 2e-3};
  EXPECT_EQ(reasons(timing, 2e-4), Words{"noise"});
}

}  // namespace
}  // namespace tycho
