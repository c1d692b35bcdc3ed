// A run that is timed at epochs of another one's run: the time of the whole follows from the
// epochs, and the bounds hold the true one, which is known here.
#include "harness/measure/along.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <thread>

#include "core/philox.hpp"
#include "harness/measure/checkpoint.hpp"
#include "tests/harness/temporary_folder.hpp"
#include "tests/toy/walkers.hpp"

namespace tycho {
namespace {

using walkers::Cost;
using walkers::Habits;

constexpr std::int64_t kSteps = 48;

const measure::Progress kNobody = [](const std::string&, double) {};

double whole(const Cost& cost, std::int64_t steps = kSteps) {
  double sum = 0;
  for (std::int64_t s = 0; s < steps; ++s) sum += cost(static_cast<double>(s));
  return sum;
}

class Along : public testing::Test {
 protected:
  measure::AlongPlan plan(int epochs = 8, std::int64_t timed = 1) const {
    measure::AlongPlan plan;
    plan.carrier = "carrier";
    plan.steps = kSteps;
    plan.epochs = epochs;
    plan.timed = timed;
    return plan;
  }
  measure::TimedAlong timed(const measure::AlongPlan& plan, const Habits& own,
                            const Habits& carrying) const {
    const auto carrier = walkers::make(carrying);
    return measure::time_along(
        {*carrier, walkers::contract(), walkers::bodies(5), kNobody}, walkers::contract(),
        [&](std::int64_t) { return walkers::make(own); }, plan);
  }
  result::TotalTime total(const Cost& own, const Cost& carrying, int epochs = 8) const {
    return result::total_of(*timed(plan(epochs), {own}, {carrying}).timing.along);
  }
  static void expect_holds(const result::TotalTime& total, double truth) {
    EXPECT_LE(total.low, truth * (1 + 1e-12));
    EXPECT_GE(total.high, truth * (1 - 1e-12));
    EXPECT_LE(total.low, total.value);
    EXPECT_LE(total.value, total.high);
  }

  TemporaryFolder folder_;
};

TEST_F(Along, IsExactWhereTheCarrierTakesTheSamePartOfTheTimeInEveryStep) {
  const Cost own = [](double s) { return s < 20 ? 1 + s : 60 + 7 * std::sin(s); };
  const result::TotalTime found = total(own, [&](double s) { return own(s) / 300; });
  EXPECT_NEAR(found.value, whole(own), 1e-9 * whole(own));
  expect_holds(found, whole(own));
  // Steps that are alike within a stretch leave no doubt at all.
  const Cost alike = [](double s) { return 1 + std::floor(s / 6); };
  const result::TotalTime sure = total(alike, [&](double s) { return alike(s) / 300; });
  EXPECT_NEAR(sure.value, whole(alike), 1e-9 * whole(alike));
  EXPECT_NEAR(sure.low, sure.value, 1e-9 * sure.value);
  EXPECT_NEAR(sure.high, sure.value, 1e-9 * sure.value);
}

TEST_F(Along, IsTheMidpointRuleWhereTheCarriersStepsAreAlike) {
  const Cost own = [](double s) { return 3 + 0.02 * s * s; };
  const result::TotalTime found = total(own, [](double) { return 0.5; });
  // Stretches of six steps; the third is the middle one, since a step begins there.
  double expected = 0;
  for (int k = 0; k < 8; ++k) expected += 6 * own(6 * k + 2);
  EXPECT_NEAR(found.value, expected, 1e-9 * expected);
  expect_holds(found, whole(own));
  EXPECT_NEAR(found.value, whole(own), 0.05 * whole(own));
}

// As a tree with individual steps: as many builds as the deepest rung asks for, and walks. One
// machine builds fast, the other one walks fast.
double builds(double s) { return std::pow(2, std::floor(s / 9)); }
double walks(double s) { return 1 + 0.004 * s * s; }

TEST_F(Along, StageByStageSeesJumpsThatTheStepAsAWholeHides) {
  const Habits own{.cost = [](double s) { return 0.3 * builds(s); },
                   .walk = [](double s) { return walks(s) * (1 + 0.002 * s); }};
  const Habits carrying{.cost = [](double s) { return 0.02 * builds(s); },
                        .walk = [](double s) { return 0.004 * walks(s); }};
  const double truth = whole([&](double s) { return own.cost(s) + own.walk(s); });
  for (const int epochs : {4, 8, 16}) {
    const result::TotalTime found =
        result::total_of(*timed(plan(epochs), own, carrying).timing.along);
    expect_holds(found, truth);
    EXPECT_NEAR(found.value, truth, 0.01 * truth);
    EXPECT_LT(found.high - found.low, 0.15 * truth);
  }
}

TEST_F(Along, WhatTheCarrierHasNoStageForIsSharedOutAmongTheOthers) {
  // The walk is on another machine there: it takes no time here, and as much as the thinking.
  const Habits own{.cost = [](double s) { return 1 + s; }, .walk = [](double s) { return 1 + s; }};
  const Habits carrying{.cost = [](double s) { return 0.1 * (1 + s); },
                        .walk = [](double) { return 0.0; }};
  const result::TotalTime found = result::total_of(*timed(plan(), own, carrying).timing.along);
  const double truth = whole([](double s) { return 2 * (1 + s); });
  EXPECT_NEAR(found.value, truth, 1e-9 * truth);
  expect_holds(found, truth);
}

TEST_F(Along, BoundsHoldTheTruthBesideNoise) {
  const Cost smooth = [](double s) { return 2 + 0.1 * s; };
  int held = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Random random(seed);
    const Cost own = [&](double s) {
      return smooth(s) * (1 + 0.04 * (random.uniform(static_cast<std::uint64_t>(s)) - 0.5));
    };
    const result::TotalTime found = total(
        own, [&](double s) { return 0.01 * smooth(s); }, 16);
    held += found.low <= whole(smooth) && whole(smooth) <= found.high;
  }
  EXPECT_GE(held, 195) << "of 200: at least what a 95% interval would";
}

TEST_F(Along, TimesSeveralStepsAtAnEpochAndStretchesOfUnequalLength) {
  const Cost own = [](double s) { return 5 + s; };
  const measure::TimedAlong found = timed(plan(7, 3), {own}, {[](double) { return 1.0; }});
  const auto& epochs = found.timing.along->epochs;
  ASSERT_EQ(epochs.size(), 7u);
  std::int64_t next = 0;
  for (const result::EpochRecord& epoch : epochs) {
    EXPECT_EQ(epoch.from, next);
    EXPECT_EQ(epoch.steps, 3);
    EXPECT_DOUBLE_EQ(epoch.step_s, own(static_cast<double>(epoch.step) + 1)) << "their mean";
    EXPECT_DOUBLE_EQ(epoch.carrier_s.at(0), static_cast<double>(epoch.step - epoch.from));
    EXPECT_DOUBLE_EQ(epoch.carrier_s.at(1), 3);
    EXPECT_DOUBLE_EQ(epoch.carrier_s.at(2), static_cast<double>(epoch.to - epoch.step - 3));
    EXPECT_DOUBLE_EQ(epoch.carrier_stage_s.at("think").at(1), 3 * walkers::kThinking);
    EXPECT_DOUBLE_EQ(epoch.counters->at("taken").value(), 3);
    next = epoch.to;
  }
  EXPECT_EQ(next, kSteps);
  EXPECT_EQ(found.timing.steps_measured(), 21);
  EXPECT_EQ(found.carrier_counters.at("taken"), kSteps) << "it takes every step once";
}

TEST_F(Along, BeginsBehindTheLeadIn) {
  measure::AlongPlan later = plan();
  later.lead_in = 100;
  std::vector<std::int64_t> begun;
  const auto carrier = walkers::make({[](double) { return 1.0; }});
  const Cost own = [](double s) { return s; };
  const measure::TimedAlong found = measure::time_along(
      {*carrier, walkers::contract(), walkers::bodies(5), kNobody}, walkers::contract(),
      [&](std::int64_t steps) {
        begun.push_back(steps);
        return walkers::make({own});
      },
      later);
  EXPECT_EQ(begun.front(), 102) << "the middle of the first six steps";
  EXPECT_DOUBLE_EQ(found.timing.step_s.front(), 102);
  EXPECT_EQ(found.timing.along->epochs.front().step, 2)
      << "counted from the first that is asked for";
  EXPECT_EQ(found.steps, 100 + 44 + 1);
}

TEST_F(Along, StagesAddUpToTheStepOfTheWhole) {
  const Cost own = [](double s) { return 1 + s * s; };
  const measure::Timing timing = timed(plan(), {own}, {[](double s) { return 1 + s; }}).timing;
  const double step = result::total_of(*timing.along).value / static_cast<double>(kSteps);
  EXPECT_NEAR(timing.clean_step_s, step, 1e-12 * step);
  EXPECT_NEAR(timing.stages[walkers::kThink].step_s.front(), walkers::kThinking * step,
              1e-12 * step);
  EXPECT_NEAR(timing.stages[walkers::kWalk].step_s.front(), (1 - walkers::kThinking) * step,
              1e-12 * step);
  EXPECT_EQ(timing.marked.size(), 8u);
}

TEST_F(Along, PassesAnEpochOnceWhereAllTogetherAreLong) {
  int steps = 0;
  const Cost own = [&](double) { return ++steps, 1.0; };
  measure::AlongPlan shorter = plan();
  shorter.long_s = 8.1;
  EXPECT_FALSE(timed(shorter, {own}, {[](double) { return 1.0; }}).timing.marks_in_headline);
  EXPECT_EQ(steps, 16) << "with marks and without";
  steps = 0;
  shorter.long_s = 7.9;
  EXPECT_TRUE(timed(shorter, {own}, {[](double) { return 1.0; }}).timing.marks_in_headline);
  EXPECT_EQ(steps, 8);
}

TEST_F(Along, ACarrierThatStoodIdleIsWarmedUpAndGoesBack) {
  const Cost own = [](double s) { return 2 + 0.3 * s; };
  std::int64_t steps = 0;
  const Cost carrying = [&](double s) { return ++steps, 1 + s; };
  const measure::TimedAlong straight = timed(plan(2), {own}, {carrying});
  EXPECT_EQ(steps, kSteps);
  const auto carrier = walkers::make({carrying});
  const measure::TimedAlong paused = measure::time_along(
      {*carrier, walkers::contract(), walkers::bodies(5), kNobody}, walkers::contract(),
      [&](std::int64_t) {
        std::this_thread::sleep_for(std::chrono::milliseconds(350));
        return walkers::make({own});
      },
      plan(2));
  EXPECT_GT(steps, 2 * kSteps) << "nobody warmed it up";
  EXPECT_EQ(paused.carrier_counters, straight.carrier_counters);
  for (std::size_t k = 0; k < 2; ++k)
    EXPECT_EQ(paused.timing.along->epochs[k].carrier_s, straight.timing.along->epochs[k].carrier_s);
  EXPECT_EQ(paused.final.x, straight.final.x);
}

TEST_F(Along, LoadsTheCarriersBodiesInTheirOwnOrderWithTheirMarks) {
  const Habits carrying{.cost = [](double) { return 1.0; }, .reversed = true};
  const measure::TimedAlong found = timed(plan(), {[](double) { return 1.0; }}, carrying);
  for (const result::EpochRecord& epoch : found.timing.along->epochs) {
    EXPECT_EQ(epoch.counters->at("first_id").value(), 100);
    EXPECT_EQ(epoch.counters->at("softest").value(), 4.5);
    EXPECT_EQ(epoch.apart, 0);
  }
}

TEST_F(Along, SeesARunThatGoesElsewhere) {
  const Habits fast_walker{.cost = [](double) { return 1.0; }, .speed = 1.25};
  const measure::TimedAlong found = timed(plan(), fast_walker, {[](double) { return 1.0; }});
  for (const result::EpochRecord& epoch : found.timing.along->epochs)
    EXPECT_DOUBLE_EQ(epoch.apart, 0.25);
}

TEST_F(Along, GoesOnInAnotherProcessAsIfNothingHadBeen) {
  const Cost own = [](double s) { return 2 + 0.3 * s; }, carrying = [](double s) { return 1 + s; };
  measure::AlongPlan kept = plan();
  kept.sittings = {folder_ / "kept/run.checkpoint", "this run", 0};
  const measure::TimedAlong unbroken = timed(plan(), {own}, {carrying});
  // Killed in the carrier's stretch, and then in an epoch of the run that is timed.
  EXPECT_THROW(timed(kept, {own}, {.cost = carrying, .steps_left = 20}), walkers::Killed);
  const auto epochs_kept = [&] {
    return measure::load_checkpoint(kept.sittings.file, "this run")->way.at("epochs").size();
  };
  ASSERT_GE(epochs_kept(), 1u);
  ASSERT_LE(epochs_kept(), 3u) << "of the 20 steps";
  int epochs = 0;
  const auto carrier = walkers::make({carrying});
  EXPECT_THROW(
      measure::time_along(
          {*carrier, walkers::contract(), walkers::bodies(5), kNobody}, walkers::contract(),
          [&](std::int64_t) {
            if (++epochs == 3) throw walkers::Killed();
            return walkers::make({own});
          },
          kept),
      walkers::Killed);
  const measure::TimedAlong last = timed(kept, {own}, {carrying});
  EXPECT_GE(last.timing.along->sittings, 2) << "those that kept an epoch";
  EXPECT_EQ(last.carrier_counters, unbroken.carrier_counters);
  EXPECT_EQ(last.timing.step_s, unbroken.timing.step_s);
  EXPECT_EQ(last.timing.marks_in_headline, unbroken.timing.marks_in_headline);
  EXPECT_EQ(last.timing.work_share, unbroken.timing.work_share);
  EXPECT_EQ(last.timing.windows.size(), 8u);
  EXPECT_EQ(last.final.x, unbroken.final.x);
  for (std::size_t k = 0; k < 8; ++k) {
    const result::EpochRecord &a = last.timing.along->epochs[k],
                              &b = unbroken.timing.along->epochs[k];
    EXPECT_EQ(a.carrier_s, b.carrier_s);
    EXPECT_EQ(a.carrier_stage_s, b.carrier_stage_s);
    EXPECT_EQ(a.stage_s, b.stage_s);
    EXPECT_EQ(a.counters, b.counters);
  }
  for (std::size_t s = 0; s < 2; ++s) {
    EXPECT_EQ(last.timing.stages[s].step_s, unbroken.timing.stages[s].step_s);
    EXPECT_EQ(last.timing.stages[s].calls, unbroken.timing.stages[s].calls);
  }
}

TEST(TotalOfEpochs, OfOneEpochHasNoBounds) {
  result::EpochRecord epoch;
  epoch.to = 10;
  epoch.step = 4;
  epoch.steps = 2;
  epoch.step_s = 3;
  epoch.carrier_s = {4, 2, 4};
  const result::TotalTime total = result::total_of({"c", 1, {epoch}});
  EXPECT_DOUBLE_EQ(total.value, 30);
  EXPECT_DOUBLE_EQ(total.low, 30);
  EXPECT_DOUBLE_EQ(total.high, 30);
}

TEST(TotalOfEpochs, TakesStepsAsAlikeWhereTheCarrierHasNoTime) {
  result::EpochRecord first, second;
  first.to = second.from = 3;
  second.to = 6;
  first.step = 1;
  second.step = 4;
  first.steps = second.steps = 1;
  first.step_s = 1;
  second.step_s = 5;
  first.carrier_s = {1, 0, 1};
  second.carrier_s = {1, 7, 1};
  const result::TotalTime total = result::total_of({"c", 1, {first, second}});
  EXPECT_DOUBLE_EQ(total.value, 18);
  // One step each that was timed, two between them, and one at each end within half the change.
  EXPECT_DOUBLE_EQ(total.low, 1 + 5 + 2 * 1 + 0 + 3);
  EXPECT_DOUBLE_EQ(total.high, 1 + 5 + 2 * 5 + 3 + 7);
}

}  // namespace
}  // namespace tycho
