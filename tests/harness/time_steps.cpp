// The rules of docs/timing.md, on an algorithm whose stages last exactly what the test says and a
// clock whose marks cost time.
#include "harness/measure/time_steps.hpp"

#include <gtest/gtest.h>

#include <array>
#include <numeric>
#include <vector>

#include "harness/measure/replay.hpp"
#include "harness/measure/statistics.hpp"
#include "harness/measure/windows.hpp"
#include "tests/hand_clock.hpp"

namespace tycho {
namespace {

constexpr std::array<Stage, 4> kClockworkStages{{
    {"long", "Long", Consistency::kOrdered, true},
    {"short", "Short", Consistency::kOrdered, true},
    {"once", "Once", Consistency::kOrdered, false},
    {"rare", "Rare", Consistency::kOrdered, false},
}};
constexpr double kMarkCost = 6e-6;
constexpr double kLong = 5e-4, kShort = 2e-6, kOnce = 3e-6, kRare = 4e-4, kGap = 1e-6;

const Contract& clockwork() {
  static constexpr Contract kContract{
      "clockwork", "stages of known length", kClockworkStages, {}, {}, nullptr, nullptr, nullptr};
  return kContract;
}

/// A step: long, short twice, once; and a gap that no stage accounts for.
class Clockwork final : public Algorithm {
 public:
  void load(const Particles&) override { ++loads; }
  void advance(StageTimer& timer) override {
    stage(timer, 0, [&] { clock_.now += kLong; });
    stage(timer, 1, [&] { clock_.now += kShort; });
    stage(timer, 1, [&] { clock_.now += kShort; });
    stage(timer, 2, [&] { clock_.now += kOnce; });
    if (rare_every > 0 && steps++ % rare_every == 0) stage(timer, 3, [&] { clock_.now += kRare; });
    clock_.now += kGap;
  }
  void store(Particles&) override {}
  Clock& clock() override { return clock_; }
  void settle() override { settled = true; }
  double work_share(int) const override { return settled ? 3 : 0; }
  int loads = 0, steps = 0, rare_every = 0;
  bool settled = false;

 private:
  HandClock clock_{"events", kMarkCost};  // time passes with work, and with marks
};

constexpr double kStep = kLong + 2 * kShort + kOnce + kGap;

measure::Timing timed(Clockwork& algorithm, const measure::WindowLimits& limits) {
  return measure::time_steps(
      {algorithm, clockwork(), Particles(1), [](const std::string&, double) {}}, limits, kStep);
}

double median(const std::vector<double>& samples) { return measure::summarize(samples).median; }

TEST(TimeSteps, ReadWhatWasCountedWhenItIsSettled) {
  Clockwork algorithm;
  EXPECT_EQ(timed(algorithm, {10, 10, 0}).work_share, std::vector<double>(4, 3.0));
}

TEST(TimeSteps, HeadlineHasNoMarksInIt) {
  Clockwork algorithm;
  const measure::Timing timing = timed(algorithm, {100, 5, 0});
  EXPECT_EQ(timing.steps_per_window, 100);
  EXPECT_EQ(timing.step_s.size(), 5u);
  // Only the two marks around a window of a hundred steps.
  EXPECT_NEAR(median(timing.step_s), kStep, 1.01 * kMarkCost / 100);
}

TEST(TimeSteps, MarkedWindowsAreLongerByTheirMarks) {
  Clockwork algorithm;
  const measure::Timing timing = timed(algorithm, {100, 5, 0});
  EXPECT_NEAR(median(timing.marked_step_s) - median(timing.step_s), 8 * kMarkCost, 0.1 * kMarkCost);
}

TEST(TimeSteps, LongStageIsTimedBetweenItsMarks) {
  Clockwork algorithm;
  const measure::Timing timing = timed(algorithm, {100, 5, 0});
  EXPECT_EQ(timing.stages[0].method, "events");
  EXPECT_EQ(timing.stages[0].calls, 1);
  EXPECT_NEAR(median(timing.stages[0].step_s), kLong + kMarkCost, 1e-9);
}

TEST(TimeSteps, ShortStageIsReplayedAndSummedOverItsCalls) {
  Clockwork algorithm;
  const measure::Timing timing = timed(algorithm, {100, 5, 0});
  EXPECT_EQ(timing.stages[1].method, "replay");
  EXPECT_EQ(timing.stages[1].calls, 2);
  // Between marks it would read 8 us a call; a batch leaves a few percent of the marks.
  EXPECT_NEAR(median(timing.stages[1].step_s), 2 * kShort, 0.1 * 2 * kShort);
}

/// Two short stages, to be replayed one after the other.
class TwoShort final : public Algorithm {
 public:
  void load(const Particles&) override { ++loads; }
  void advance(StageTimer& timer) override {
    stage(timer, 0, [&] { clock_.now += kShort; });
    stage(timer, 1, [&] { clock_.now += kShort; });
  }
  void store(Particles&) override {}
  Clock& clock() override { return clock_; }
  int loads = 0;

 private:
  HandClock clock_{"events", kMarkCost};  // time passes with work, and with marks
};

TEST(TimeSteps, LoadsAgainBetweenReplaysThatSpoilTheState) {
  for (const bool pure : {false, true}) {
    const std::array<Stage, 2> stages{{{"first", "First", Consistency::kOrdered, true, pure},
                                       {"second", "Second", Consistency::kOrdered, true, pure}}};
    const Contract two{"two", "two short stages", stages, {}, {}, nullptr, nullptr, nullptr};
    TwoShort algorithm;
    measure::time_steps({algorithm, two, Particles(1), [](const std::string&, double) {}},
                        {100, 1, 0}, 2 * kShort);
    EXPECT_EQ(algorithm.loads, pure ? 0 : 1);
  }
}

TEST(TimeSteps, StageThatCannotBeReplayedIsNot) {
  Clockwork algorithm;
  const measure::Timing timing = timed(algorithm, {100, 5, 0});
  EXPECT_EQ(timing.stages[2].method, "events");
  EXPECT_NEAR(median(timing.stages[2].step_s), kOnce + kMarkCost, 1e-9);
}

TEST(TimeSteps, StageThatMostStepsDoWithoutIsAMeanOverAllSteps) {
  Clockwork algorithm;
  algorithm.rare_every = 4;
  const measure::Timing timing = timed(algorithm, {100, 5, 0});
  EXPECT_NEAR(timing.stages[3].calls, 0.25, 0.01);
  ASSERT_EQ(timing.stages[3].step_s.size(), 1u);
  EXPECT_NEAR(timing.stages[3].step_s[0], (kRare + kMarkCost) / 4, 0.02 * kRare);
  EXPECT_EQ(timing.stages[0].calls, 1);
}

TEST(TimeSteps, StepsWithMarksStandBetweenTheCleanWindows) {
  Clockwork algorithm;
  const measure::Timing timing = timed(algorithm, {100, 5, 0});
  ASSERT_EQ(timing.marked.size(), 10u) << "before and after every window";
  EXPECT_EQ(timing.marked.front().from, 0);
  for (std::size_t k = 0; k < timing.marked.size(); k += 2) {
    const auto &before = timing.marked[k], &after = timing.marked[k + 1];
    EXPECT_EQ(after.from - before.to, 100) << "a clean window";
    EXPECT_EQ((before.to - before.from) % measure::kMarkedBlock, 0);
  }
  EXPECT_EQ(timing.marked_step_s.size(), 5u);
  EXPECT_EQ(timing.clean_step_s, median(timing.step_s));
}

TEST(TimeSteps, WaitsOnceAWindow) {
  Clockwork algorithm;
  const measure::Timing timing = timed(algorithm, {100, 5, 0});
  EXPECT_EQ(timing.host_waits, 5);
  EXPECT_EQ(timing.enqueued.windows, 5) << "in which the host only enqueued";
  EXPECT_EQ(timing.enqueued.steps, 500);
  EXPECT_NEAR(timing.enqueued.window_s, 500 * kStep, 5 * kMarkCost + 1e-9);
}

TEST(TimeSteps, StopsEarlyWhenTheIntervalIsNarrow) {
  Clockwork algorithm;
  const measure::Timing timing = timed(algorithm, {10, 50, 0});
  EXPECT_EQ(timing.step_s.size(), 6u) << "six equal windows have an interval of width zero";
}

TEST(PlanWindows, KeepsThePublishedRepeatsWhereTimeAllows) {
  const measure::WindowPlan all = measure::plan_windows({1000, 10, 0}, 1.0);
  EXPECT_EQ(all.steps, 1000);
  EXPECT_EQ(all.windows, 10);
  const measure::WindowPlan fits = measure::plan_windows({1000, 10, 11}, 1e-3);
  EXPECT_EQ(fits.steps, 1000);
  EXPECT_EQ(fits.windows, 10);
}

TEST(PlanWindows, CutsASingleRepeatSoThatNoiseIsSeen) {
  const measure::WindowPlan thousand = measure::plan_windows({1000, 1, 11}, 1e-3);
  EXPECT_EQ(thousand.steps, 100);
  EXPECT_EQ(thousand.windows, 10);
  const measure::WindowPlan without_limit = measure::plan_windows({24, 1, 0}, 1e-3);
  EXPECT_EQ(without_limit.steps, 3);
  EXPECT_EQ(without_limit.windows, 8) << "as many steps as were asked for";
  const measure::WindowPlan one_step = measure::plan_windows({1, 1, 11}, 1e-3);
  EXPECT_EQ(one_step.steps, 1);
  EXPECT_EQ(one_step.windows, 1);
}

TEST(TimeSteps, TakesAllStepsOfASingleRepeatHoweverNarrowTheInterval) {
  Clockwork algorithm;
  EXPECT_EQ(timed(algorithm, {1000, 1, 0}).steps_measured(), 1000);
}

TEST(PlanWindows, CutsTenWindowsFromATimeThatIsTooShort) {
  const measure::WindowPlan plan = measure::plan_windows({1000, 10, 5}, 1e-3);
  EXPECT_EQ(plan.windows, 10);
  EXPECT_EQ(plan.steps, 500);
}

// Of windows of 2 steps one in eight would have what is done every 16 steps: the median has not.
TEST(TimeSteps, HaveWorkOfEveryManySteps) {
  Clockwork algorithm;
  algorithm.rare_every = 16;
  const double seconds = 40 * kStep;
  EXPECT_NEAR(median(timed(algorithm, {1000, 1, seconds}).step_s), kStep, kMarkCost)
      << "without a word of the period";
  const measure::Timing timing = timed(algorithm, {1000, 1, seconds, 0, 16});
  EXPECT_EQ(timing.steps_per_window % 16, 0);
  for (const double sample : timing.step_s) EXPECT_NEAR(sample, kStep + kRare / 16, kMarkCost / 8);
  EXPECT_NEAR(median(timing.stages[3].step_s), kRare / 16, kMarkCost / 8);
}

TEST(PlanWindows, CutsWholePeriods) {
  const auto plan = [](const measure::WindowLimits& limits, double step_s) {
    const measure::WindowPlan cut = measure::plan_windows(limits, step_s);
    return std::pair(cut.steps, cut.windows);
  };
  EXPECT_EQ(plan({1000, 10, 0, 0, 16}, 1e-3), std::pair(std::int64_t{1008}, 10));
  EXPECT_EQ(plan({1000, 1, 0, 0, 16}, 1e-3), std::pair(std::int64_t{112}, 9));
  EXPECT_EQ(plan({1000, 1, 0.02, 0, 16}, 1e-3), std::pair(std::int64_t{16}, 2));
  EXPECT_EQ(plan({1000, 1, 2, 0, 16}, 1.0), std::pair(std::int64_t{1}, 2))
      << "a period would take eight times as long as is allowed";
}

TEST(PlanWindows, RunsThePublishedStepsWhereTheyTakeLittleTime) {
  // A thousand steps of 3 ms, of which 0.1 s would have 33.
  const measure::WindowPlan whole = measure::plan_windows({1000, 10, 0.1, 20}, 3e-3);
  EXPECT_EQ(whole.windows, 10);
  EXPECT_EQ(whole.steps, 100);
  const measure::WindowPlan odd = measure::plan_windows({1003, 1, 0.1, 20}, 3e-3);
  EXPECT_GE(odd.steps * odd.windows, 1003) << "none is left out";
  const measure::WindowPlan few = measure::plan_windows({3, 1, 0.1, 20}, 3.0);
  EXPECT_EQ(few.steps * few.windows, 3);
  const measure::WindowPlan too_long = measure::plan_windows({10000, 10, 0.1, 20}, 3e-3);
  EXPECT_EQ(too_long.steps * too_long.windows, 30);
}

TEST(TimeSteps, TakesThePublishedStepsWhateverTheTimeAllowed) {
  Clockwork algorithm;
  // 20,000 steps are 10 s of the clock that counts, and next to nothing of the host's.
  const measure::Timing timing = timed(algorithm, {20000, 10, 0.1, 20});
  EXPECT_GE(timing.steps_measured(), 20000);
}

TEST(PlanWindows, TakesSingleStepsWhereNotEvenTenFit) {
  const measure::WindowPlan four = measure::plan_windows({1000, 10, 4.5}, 1.0);
  EXPECT_EQ(four.windows, 4);
  EXPECT_EQ(four.steps, 1);
  const measure::WindowPlan one = measure::plan_windows({1000, 10, 0.1}, 60.0);
  EXPECT_EQ(one.windows, 1);
  EXPECT_EQ(one.steps, 1);
}

TEST(ReplayBatch, MakesTheMarksAPercentAndLeavesLongStagesAlone) {
  EXPECT_EQ(measure::replay_batch(1e-3, 6e-6), 1);
  EXPECT_EQ(measure::replay_batch(2e-6, 6e-6), 300);
  EXPECT_EQ(measure::replay_batch(0, 6e-6), 2000);
}

}  // namespace
}  // namespace tycho
