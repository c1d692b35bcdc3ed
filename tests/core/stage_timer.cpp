#include "core/stage_timer.hpp"

#include <gtest/gtest.h>

#include <array>
#include <stdexcept>
#include <thread>

#include "tests/hand_clock.hpp"

namespace tycho {
namespace {

constexpr std::array<Stage, 2> kStages{{{"pull", "Pull"}, {"push", "Push"}}};

TEST(SampleTimer, SumsAStagesCallsWithinAStepAndWaitsOnce) {
  HandClock clock;
  SampleTimer timer(kStages, clock);
  for (int step = 0; step < 3; ++step) {
    stage(timer, 0, [&] { clock.now += 1; });
    clock.now += 100;  // between stages: nobody's
    stage(timer, 1, [&] { clock.now += 10; });
    stage(timer, 0, [&] { clock.now += 2; });
    timer.end_step();
  }
  EXPECT_EQ(clock.waits(), 0);
  const StageSamples samples = timer.collect();
  EXPECT_EQ(clock.waits(), 1);
  EXPECT_EQ(samples[0], (std::vector<double>{3, 3, 3}));
  EXPECT_EQ(samples[1], (std::vector<double>{10, 10, 10}));
  EXPECT_EQ(timer.calls_per_step(), (std::vector<double>{2, 1}));
}

TEST(ReplayTimer, RepeatsOneStageAloneAndGivesTheTimeOfASingleRun) {
  HandClock clock;
  ReplayTimer timer(kStages, clock, 1, 5);
  int pulls = 0, pushes = 0;
  for (int step = 0; step < 2; ++step) {
    stage(timer, 0, [&] { ++pulls, clock.now += 100; });
    stage(timer, 1, [&] { ++pushes, clock.now += 3; });
  }
  EXPECT_EQ(pulls, 2);
  EXPECT_EQ(pushes, 10);
  EXPECT_EQ(timer.collect(), (std::vector<double>{3, 3}));
}

TEST(ReplayTimer, GivesTheHostAHeadStartOfTwiceAsLongAsItTookToEnqueueABatch) {
  HandClock clock;
  ReplayTimer timer(kStages, clock, 1, 5);
  for (int step = 0; step < 2; ++step) {
    stage(timer, 0, [] {});
    stage(timer, 1, [] { std::this_thread::sleep_for(std::chrono::milliseconds(1)); });
  }
  ASSERT_EQ(clock.head_starts.size(), 2u);
  EXPECT_EQ(clock.head_starts[0].count(), 0);  // a rehearsal: nothing is known yet
  EXPECT_GE(clock.head_starts[1].count(), 10e-3);
}

TEST(GuardTimer, WaitsAfterEveryStage) {
  HandClock clock;
  GuardTimer timer(kStages, clock);
  stage(timer, 0, [] {});
  stage(timer, 1, [] {});
  EXPECT_EQ(clock.waits(), 2);
}

TEST(Stage, NamesItselfInAnErrorThatLeavesIt) {
  SilentTimer timer(kStages);
  try {
    stage(timer, 1, [] { throw std::runtime_error("grid too small"); });
    FAIL() << "no error";
  } catch (const StageError& error) {
    EXPECT_STREQ(error.what(), "stage 'push': grid too small");
    EXPECT_EQ(error.stage(), "push");
  }
}

TEST(Stage, StaysUnavailableWhenThatIsWhatWentWrong) {
  SilentTimer timer(kStages);
  EXPECT_THROW(stage(timer, 0, [] { throw Unavailable("no memory"); }), Unavailable);
}

TEST(HostClock, ReadsTheTimeBetweenItsMarks) {
  HostClock clock;
  const int a = clock.mark();
  const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(5);
  while (std::chrono::steady_clock::now() < until) {
  }
  const int b = clock.mark();
  EXPECT_GE(clock.between(a, b).count(), 5e-3);
  EXPECT_LT(clock.cost().count(), 1e-4);
}

}  // namespace
}  // namespace tycho
