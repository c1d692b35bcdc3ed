// A comparison ends when its time is over, also where not one of the looks that were planned could
// be reached in it. Its limit, and that of an evolution, is of all sittings together.
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "core/clock.hpp"
#include "harness/measure/comparison.hpp"
#include "harness/measure/evolution.hpp"
#include "tests/harness/temporary_folder.hpp"

namespace tycho {
namespace {

constexpr std::array<Stage, 1> kWalkersStages{{{"drift", "Drift", Consistency::kBitwise}}};
constexpr double kWalkersStep = 0.005;

const Contract& walkers() {
  static const Contract made{
      "walkers", "bodies on a line", kWalkersStages, {}, {}, nullptr, nullptr, nullptr};
  return made;
}

/// Bodies that each go the same way in a step, which takes a time of its own.
class Walkers final : public Algorithm {
 public:
  Walkers(double way, double step_s) : way_(way), step_(step_s) {}
  void load(const Particles& particles) override { bodies_ = particles; }
  void advance(StageTimer& timer) override {
    stage(timer, 0, [&] {
      std::this_thread::sleep_for(step_);
      for (double& x : bodies_.x) x += way_;
    });
  }
  void store(Particles& particles) override { particles = bodies_; }
  Clock& clock() override { return clock_; }
  std::vector<double> checkpoint() override { return bodies_.x; }
  void restore(const Particles& particles, std::span<const double> state) override {
    bodies_ = particles;
    bodies_.x.assign(state.begin(), state.end());
  }

 private:
  double way_;
  std::chrono::duration<double> step_;
  HostClock clock_;
  Particles bodies_;
};

struct Walked {
  measure::Comparison comparison;
  double told = 0;  // the last that was told, as a fraction
};

/// Run and reference part by 1 in every step.
Walked walked(const measure::ComparisonPlan& plan, double step_s) {
  Particles initial(5);
  for (std::size_t i = 0; i < initial.size(); ++i) initial.id[i] = i;
  Walkers run(3, step_s), reference(2, step_s);
  Walked seen;
  seen.comparison = measure::compare(
      {run, walkers(), initial, [&](const std::string&, double fraction) { seen.told = fraction; }},
      reference, plan);
  return seen;
}

TEST(ComparisonTime, EndsTheStepsAndSpreadsTheLooksOverTheStepsThatFit) {
  constexpr double kSeconds = 0.4;
  const Walked cut = walked({100'000, 4, kSeconds}, kWalkersStep);
  const measure::Comparison& seen = cut.comparison;
  ASSERT_GE(seen.step.size(), 2u);
  EXPECT_LE(seen.step.size(), 4u);
  EXPECT_EQ(seen.step.back(), static_cast<double>(seen.timing.evolved));
  EXPECT_EQ(seen.largest, seen.step) << "run and reference have not taken as many steps";
  EXPECT_EQ(seen.displacement.front(), seen.step.back());
  // Every step takes at least this long, of the run and of the reference.
  EXPECT_LE(seen.timing.evolved, 1.1 * kSeconds / (2 * kWalkersStep) + 1);
  EXPECT_GT(cut.told, 0.5) << "the time that is over tells how far it is, not 40 steps of 100,000";
}

TEST(ComparisonTime, ThatSufficesMovesNoLook) {
  const std::vector<double> looks{2, 4, 7};
  EXPECT_EQ(walked({7, 3, 0}, 0).comparison.step, looks);
  EXPECT_EQ(walked({7, 3, 1000}, 0).comparison.step, looks);
}

// The limit is the run's, not a sitting's: what was at its end takes no step more.
TEST(ComparisonTime, IsThatOfAllSittings) {
  const TemporaryFolder folder;
  measure::ComparisonPlan plan{100'000, 4, 0.2};
  plan.sittings = {folder.path() / "a_run.checkpoint", "a run"};
  const measure::Comparison first = walked(plan, kWalkersStep).comparison;
  const measure::Comparison again = walked(plan, kWalkersStep).comparison;
  EXPECT_EQ(again.sittings, 2);
  EXPECT_EQ(again.step, first.step);
  EXPECT_EQ(again.timing.evolved, first.timing.evolved);
}

TEST(EvolutionTime, IsThatOfAllSittings) {
  const TemporaryFolder folder;
  measure::EvolutionPlan plan{1, 100'000, 20'000, {0.1}};
  plan.sittings = {folder.path() / "a_run.checkpoint", "a run"};
  const auto evolved = [&] {
    Particles initial(5);
    for (std::size_t i = 0; i < initial.size(); ++i) initial.id[i] = i;
    Walkers run(3, kWalkersStep);
    return measure::evolve({run, walkers(), initial, [](const std::string&, double) {}}, {}, plan);
  };
  const measure::Evolution first = evolved(), again = evolved();
  EXPECT_GE(first.timing.evolved, 1);
  EXPECT_LE(first.timing.evolved, 100);
  EXPECT_EQ(again.sittings, 2);
  EXPECT_EQ(again.timing.evolved, first.timing.evolved);
}

// The first look is planned behind 100 s of steps.
TEST(EvolutionTime, IsKeptToBetweenLooks) {
  constexpr double kSeconds = 0.2;
  Particles initial(5);
  for (std::size_t i = 0; i < initial.size(); ++i) initial.id[i] = i;
  Walkers run(3, kWalkersStep);
  double told = 0;
  const measure::Evolution cut = measure::evolve(
      {run, walkers(), initial, [&](const std::string&, double fraction) { told = fraction; }}, {},
      {1, 100'000, 1, {kSeconds, kWalkersStep}});
  EXPECT_GE(cut.timing.evolved, 2);
  EXPECT_LE(cut.timing.evolved, 1.1 * kSeconds / kWalkersStep + 1);
  EXPECT_EQ(cut.kept_t.back(), static_cast<double>(cut.timing.evolved)) << "a look at the end";
  EXPECT_EQ(cut.final.x[0], 3 * static_cast<double>(cut.timing.evolved));
  EXPECT_GT(told, 0.9);
}

TEST(ComparisonTime, IsEnoughForOneStep) {
  EXPECT_EQ(walked({1000, 10, 1e-6}, kWalkersStep).comparison.step, std::vector<double>{1});
}

}  // namespace
}  // namespace tycho
