// Windows that are left within a step for a checkpoint: their time, by a clock that tells it.
#include "harness/measure/way_windows.hpp"

#include <gtest/gtest.h>

#include <array>

#include "tests/hand_clock.hpp"

namespace tycho {
namespace {

constexpr std::array<Stage, 2> kStages{
    {{"work", "Work", Consistency::kBitwise}, {"end", "End of a step", Consistency::kBitwise}}};
constexpr int kParts = 4;

const Contract& contract() {
  static const Contract made{"parts", "steps in parts", kStages, {}, {}, nullptr, nullptr, nullptr};
  return made;
}

/// Step k, from 1, is kParts parts of k seconds each, of which the host waits for one; the last
/// part ends with a stage of ten seconds.
class InParts final : public Algorithm {
 public:
  void load(const Particles&) override {}
  void advance(StageTimer& timer) override {
    while (!advance_part(timer)) {
    }
  }
  bool advance_part(StageTimer& timer) override {
    stage(timer, 0, [&] { clock_.now += step; });
    clock_.wait();
    if (++part < kParts) return false;
    stage(timer, 1, [&] { clock_.now += 10; });
    part = 0;
    ++step;
    return true;
  }
  void store(Particles&) override {}
  HandClock& clock() override { return clock_; }
  int step = 1, part = 0;

 private:
  HandClock clock_{"events"};
};

/// A checkpoint that is due behind `parts` more parts.
measure::Due behind(int parts) {
  return [parts]() mutable { return --parts == 0; };
}

class WayWindowsOf : public ::testing::TestWithParam<bool> {
 protected:
  void SetUp() override {
    if (GetParam()) marked_.emplace(algorithm_, contract(), timing_);
    windows_.emplace(algorithm_, contract(), marked_ ? &*marked_ : nullptr, timing_);
  }
  /// Time that is no step's, as a checkpoint takes.
  void write_for(double seconds) { algorithm_.clock().now += seconds; }

  InParts algorithm_;
  measure::Timing timing_;
  std::optional<measure::MarkedWay> marked_;
  std::optional<measure::WayWindows> windows_;
};

TEST_P(WayWindowsOf, AreTheStepsAskedForWhereNothingIsDue) {
  EXPECT_TRUE(windows_->take(2, {}));
  EXPECT_TRUE(windows_->take(1, behind(99)));
  EXPECT_EQ(timing_.step_s, (std::vector<double>{(14 + 18) / 2.0, 22}));
  EXPECT_EQ(timing_.evolved, 3);
  EXPECT_EQ(timing_.passed_s, 54);
  EXPECT_EQ(timing_.host_waits, 3 * kParts + 2);
  EXPECT_EQ(timing_.enqueued.windows, 0) << "the host waits within a step";
  EXPECT_TRUE(timing_.windows[0].whole && timing_.windows[1].whole);
}

TEST_P(WayWindowsOf, AreTheSumOfTheirPiecesAndEndWithTheStepThatTheyWereLeftIn) {
  EXPECT_FALSE(windows_->take(5, behind(kParts + 1)));  // within the second step
  ASSERT_TRUE(timing_.open.has_value());
  EXPECT_EQ(timing_.open->steps, 1);
  EXPECT_EQ(timing_.open->seconds, 14 + 2);
  EXPECT_EQ(timing_.evolved, 0);
  EXPECT_TRUE(timing_.windows.empty());
  write_for(1000);
  EXPECT_FALSE(windows_->take(4, behind(1)));
  EXPECT_EQ(timing_.open->seconds, 14 + 4);
  write_for(1000);
  EXPECT_TRUE(windows_->take(4, behind(99)));
  EXPECT_FALSE(timing_.open.has_value());
  EXPECT_EQ(timing_.evolved, 2);
  EXPECT_EQ(timing_.passed_s, 14 + 18);
  EXPECT_EQ(timing_.step_s, (std::vector<double>{16}));
  ASSERT_EQ(timing_.windows.size(), 1U);
  EXPECT_EQ(timing_.windows[0].steps, 2);
  EXPECT_FALSE(timing_.windows[0].whole) << "its energy cannot be told";
  EXPECT_EQ(timing_.host_waits, 2 * kParts + 1) << "as of a window that was not left";
  if (!marked_) return;
  marked_->end();
  EXPECT_EQ(timing_.steps_marked, 2);
  EXPECT_EQ(timing_.clean_step_s, 16);
  EXPECT_EQ(timing_.stages[0].between_marks_s, (4 + 8) / 2.0);
  EXPECT_EQ(timing_.stages[0].calls, kParts);
  EXPECT_EQ(timing_.stages[1].between_marks_s, 10);
  EXPECT_EQ(timing_.stages[1].calls, 1);
}

TEST_P(WayWindowsOf, EndBetweenTwoStepsWhereAStateIsDueThere) {
  EXPECT_TRUE(windows_->take(5, behind(kParts)));
  EXPECT_EQ(timing_.evolved, 1);
  EXPECT_TRUE(timing_.windows[0].whole);
}

// In the sitting that goes on nothing has been marked but what the other one left.
TEST_P(WayWindowsOf, GoOnInAnotherSitting) {
  EXPECT_FALSE(windows_->take(5, behind(kParts + 3)));
  InParts later;
  later.step = algorithm_.step;
  later.part = algorithm_.part;
  measure::Timing timing;
  timing.open = timing_.open;
  std::optional<measure::MarkedWay> marked;
  if (marked_) marked.emplace(later, contract(), timing).go_on_from(marked_->kept());
  measure::WayWindows windows(later, contract(), marked ? &*marked : nullptr, timing);
  EXPECT_TRUE(windows.take(3, behind(99)));
  EXPECT_EQ(timing.evolved, 2);
  EXPECT_EQ(timing.passed_s, 14 + 18);
  if (!marked) return;
  marked->end();
  EXPECT_EQ(timing.steps_marked, 2);
  EXPECT_EQ(timing.stages[0].calls, kParts);
  EXPECT_EQ(timing.stages[0].between_marks_s, (4 + 8) / 2.0);
  EXPECT_EQ(timing.stages[1].between_marks_s, 10);
}

INSTANTIATE_TEST_SUITE_P(Every, WayWindowsOf, ::testing::Bool(), [](const auto& named) {
  return std::string(named.param ? "with_marks" : "without");
});

}  // namespace
}  // namespace tycho
