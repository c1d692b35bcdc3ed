// Intervals after a lead-in, and the checkpoints they start from.
#include "harness/measure/interval.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <limits>

#include "core/contracts/hermite.hpp"
#include "core/error.hpp"
#include "harness/backends/list.hpp"
#include "harness/initial/initial.hpp"
#include "harness/measure/checkpoint.hpp"
#include "harness/measure/comparison.hpp"
#include "harness/measure/noise_gate.hpp"
#include "tests/harness/temporary_folder.hpp"
#include "tests/same_bits.hpp"

namespace tycho {
namespace {

const measure::Progress kNobody = [](const std::string&, double) {};

class IntervalOf : public ::testing::Test {
 protected:
  std::unique_ptr<Algorithm> make() const {
    for (const Implementation& entry : backends::implementations(Backend::kCpu))
      if (entry.contract == &hermite::contract()) return entry.make(settings_);
    throw std::logic_error("no hermite");
  }
  measure::Interval measure(const measure::IntervalPlan& plan) {
    const auto algorithm = make();
    return measure::measure_interval({*algorithm, hermite::contract(), initial_, kNobody},
                                     measure::energy_error_of(*algorithm, settings_, initial_),
                                     plan);
  }
  measure::IntervalPlan plan() const {
    measure::IntervalPlan plan;
    plan.dt = 0.0625;
    plan.lead_in = 1;
    plan.limits = {2, 3, 0};
    plan.key = "a run";
    return plan;
  }

  Settings settings_ = [] {
    Settings settings(hermite::contract(), Backend::kCpu);
    settings.set("dt", 0.0625);
    return settings;
  }();
  Particles initial_ = initial::make_initial({{"kind", "plummer"}, {"seed", 1}}, 67);
  TemporaryFolder folder_;
};

TEST_F(IntervalOf, EveryRepeatStartsFromTheEndOfTheLeadIn) {
  const measure::Interval measured = measure(plan());
  // Where the machine is noisy, the three as many times again.
  const int turns = 1 + measured.timing.measured_again;
  EXPECT_LE(turns, 1 + measure::kMostAgain);
  EXPECT_EQ(measured.timing.step_s.size(), 3U * static_cast<unsigned>(turns));
  EXPECT_EQ(measured.timing.steps_measured(), 6 * turns);
  ASSERT_EQ(measured.energy_error.size(), 2U);
  EXPECT_EQ(measured.energy_error[0].first, 0.0625);
  EXPECT_EQ(measured.energy_error[1].first, 0.1875);
  EXPECT_LT(std::abs(measured.energy_error[1].second), 1e-5);
  // Straight on, without repeats and marks, gives the same.
  const auto algorithm = make();
  algorithm->load(initial_);
  SilentTimer silent(hermite::contract().stages);
  Particles straight(initial_.size());
  const auto steps_of_all = [&](int steps) {
    for (int s = 0; s < steps; ++s) algorithm->advance(silent);
    algorithm->store(straight);
    return algorithm->counters().at("particle_steps");
  };
  const double in_lead_in = steps_of_all(1), timed = steps_of_all(2) - in_lead_in;
  expect_same_bits(measured.final, straight);
  // The work counted is that of the two timed steps, without the lead-in: in 0.125 a body takes
  // more than seven steps of its own on average.
  const double counted = measured.timing.work_share[hermite::kEvaluate] *
                         hermite::expected_steps(hermite::options(settings_), 67) * 2;
  EXPECT_NEAR(counted, timed / 67, 1e-9 * counted);
  EXPECT_GT(counted, 7);
}

TEST_F(IntervalOf, GoesOnFromACheckpointOfAnEarlierSitting) {
  measure::IntervalPlan with = plan();
  with.checkpoint = folder_.path() / "kept" / "a_run.checkpoint";
  const measure::Interval first = measure(with);
  EXPECT_FALSE(first.from_checkpoint);
  ASSERT_TRUE(std::filesystem::exists(with.checkpoint));
  const measure::Interval second = measure(with);
  EXPECT_TRUE(second.from_checkpoint);
  expect_same_bits(first.final, second.final);
  EXPECT_EQ(first.energy_error, second.energy_error);
  EXPECT_NEAR(first.timing.work_share[hermite::kEvaluate],
              second.timing.work_share[hermite::kEvaluate], 1e-12);
}

TEST_F(IntervalOf, OneLongPassageServesForBoth) {
  measure::IntervalPlan with = plan();
  with.lead_in = 0;
  with.long_s = 0;
  const measure::Interval measured = measure(with);
  EXPECT_TRUE(measured.timing.marks_in_headline);
  EXPECT_EQ(measured.timing.step_s, measured.timing.marked_step_s);
  EXPECT_EQ(measured.timing.step_s.size(), 1U);
  EXPECT_GT(measured.timing.stages[hermite::kEvaluate].calls, 0);
}

TEST_F(IntervalOf, ComparisonOfARunWithItselfFindsNothing) {
  Settings single(hermite::contract(), Backend::kCpu);
  single.set("steps", "single");
  settings_ = single;
  const auto one = make(), other = make();
  const measure::Comparison same =
      measure::compare({*one, hermite::contract(), initial_, kNobody}, *other, {40, 10});
  EXPECT_EQ(same.step.size(), 10U);
  EXPECT_EQ(same.step.back(), 40);
  EXPECT_EQ(same.largest.back(), 0);
  EXPECT_EQ(same.parted, -1);
}

/// A run whose body 5 starts elsewhere.
class WithABodyMoved : public Algorithm {
 public:
  WithABodyMoved(std::unique_ptr<Algorithm> run, double by) : run_(std::move(run)), by_(by) {}
  void load(const Particles& particles) override {
    Particles moved = particles;
    moved.y[5] += by_;
    run_->load(moved);
  }
  void advance(StageTimer& timer) override { run_->advance(timer); }
  void store(Particles& particles) override { run_->store(particles); }
  Clock& clock() override { return run_->clock(); }
  std::vector<double> field(std::string_view name) override { return run_->field(name); }

 private:
  std::unique_ptr<Algorithm> run_;
  double by_;
};

TEST_F(IntervalOf, ComparisonSeesABodyThatWasMoved) {
  constexpr double kBy = 1e-9;
  Settings single(hermite::contract(), Backend::kCpu);
  single.set("steps", "single");
  settings_ = single;
  const auto one = make();
  WithABodyMoved other(make(), kBy);
  const measure::Comparison seen =
      measure::compare({*one, hermite::contract(), initial_, kNobody}, other, {40, 10});
  // So soon that nothing but the move itself is seen, and of one body alone.
  EXPECT_NEAR(seen.largest.front(), kBy, 1e-3 * kBy);
  EXPECT_LT(seen.median.front(), 1e-3 * kBy);
}

/// A run that gives body 5 back without a position.
class WithABodyLost final : public WithABodyMoved {
 public:
  explicit WithABodyLost(std::unique_ptr<Algorithm> run) : WithABodyMoved(std::move(run), 0) {}
  void store(Particles& particles) override {
    WithABodyMoved::store(particles);
    particles.x[5] = std::numeric_limits<double>::quiet_NaN();
  }
};

TEST_F(IntervalOf, ComparisonHasABodyWithoutAPositionAsItsLargestDifference) {
  Settings single(hermite::contract(), Backend::kCpu);
  single.set("steps", "single");
  settings_ = single;
  WithABodyLost one(make());
  const auto other = make();
  const measure::Comparison seen =
      measure::compare({one, hermite::contract(), initial_, kNobody}, *other, {40, 10});
  EXPECT_TRUE(std::isnan(seen.largest.front()));
  EXPECT_TRUE(std::isnan(seen.displacement.front()));
  EXPECT_EQ(seen.displacement.back(), 0) << "of the body that is displaced least";
}

TEST_F(IntervalOf, ComparisonSeesRunsOfAnotherSofteningPart) {
  Settings single(hermite::contract(), Backend::kCpu);
  single.set("steps", "single");
  settings_ = single;
  const auto one = make();
  single.set("softening", 0.00390626);
  settings_ = single;
  const auto other = make();
  const measure::Comparison parted =
      measure::compare({*one, hermite::contract(), initial_, kNobody}, *other, {40, 10});
  EXPECT_GT(parted.largest.front(), 0);
  EXPECT_GT(parted.largest.back(), parted.largest.front());
}

class CheckpointFile : public ::testing::Test {
 protected:
  std::filesystem::path file() const { return folder_.path() / "state.checkpoint"; }
  std::string error() const {
    try {
      measure::load_checkpoint(file(), "this run");
    } catch (const UsageError& refused) {
      return refused.what();
    }
    return "";
  }
  TemporaryFolder folder_;
  std::vector<double> state_{0.25, 1e-300, -0.0, 3};
};

TEST_F(CheckpointFile, ComesBackToTheBit) {
  EXPECT_FALSE(measure::load_checkpoint(file(), "this run"));
  measure::save_checkpoint(file(), "this run", state_);
  ASSERT_TRUE(measure::load_checkpoint(file(), "this run"));
  EXPECT_EQ(measure::load_checkpoint(file(), "this run")->state, state_);
  EXPECT_EQ(measure::load_checkpoint(file(), "this run")->way, nullptr);
}

TEST_F(CheckpointFile, HasTheWayToItsState) {
  const nlohmann::json way{{"energies", {0.1, 1.0 / 3, -1e-300}}, {"text", "a\nline"}};
  measure::save_checkpoint(file(), "this run", state_, way);
  EXPECT_EQ(measure::load_checkpoint(file(), "this run")->state, state_);
  EXPECT_EQ(measure::load_checkpoint(file(), "this run")->way, way);
}

TEST_F(CheckpointFile, OfAFormerFormatIsRefused) {
  for (const char* former : {"tycho-checkpoint/1", "tycho-checkpoint/2", "tycho-checkpoint/3"}) {
    std::ofstream(file()) << former << "\n\"this run\"\n4 0123456789abcdef\n";
    EXPECT_NE(error().find("an older tycho"), std::string::npos) << former;
  }
}

TEST_F(CheckpointFile, OfAnotherRunIsRefused) {
  measure::save_checkpoint(file(), "another run", state_);
  EXPECT_NE(error().find("another run"), std::string::npos);
}

TEST_F(CheckpointFile, ThatIsCutOffIsRefused) {
  measure::save_checkpoint(file(), "this run", state_);
  std::filesystem::resize_file(file(), std::filesystem::file_size(file()) - 1);
  EXPECT_NE(error().find("cut off"), std::string::npos);
  std::ofstream(file()) << "something else";
  EXPECT_NE(error().find("no checkpoint"), std::string::npos);
}

}  // namespace
}  // namespace tycho
