// A passage of long steps tells after each that it goes on: by its silence the supervisor would
// take it for one that hangs.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <thread>

#include "core/clock.hpp"
#include "harness/measure/along.hpp"
#include "harness/measure/comparison.hpp"
#include "harness/measure/evolution.hpp"
#include "harness/measure/interval.hpp"

namespace tycho {
namespace {

constexpr std::array<Stage, 1> kStages{{{"work", "Work", Consistency::kBitwise}}};
constexpr double kLong = 1.05 * measure::kSlowStep;

const Contract& contract() {
  static const Contract made{"sleep", "steps of a length", kStages, {}, {}, nullptr, nullptr,
                             nullptr};
  return made;
}

Particles at_rest(std::size_t n) {
  Particles particles(n);
  for (std::size_t i = 0; i < n; ++i) particles.id[i] = i;
  return particles;
}

class Sleeps final : public Algorithm {
 public:
  explicit Sleeps(double step_s) : step_(step_s) {}
  void load(const Particles&) override {}
  void advance(StageTimer& timer) override {
    stage(timer, 0, [&] { std::this_thread::sleep_for(step_); });
  }
  void store(Particles& particles) override { particles = at_rest(particles.size()); }
  Clock& clock() override { return clock_; }

 private:
  std::chrono::duration<double> step_;
  HostClock clock_;
};

using Told = std::vector<std::pair<std::string, double>>;

measure::Progress into(Told& told) {
  return [&told](const std::string& phase, double fraction) { told.emplace_back(phase, fraction); };
}

Told told_by_an_interval(double step_s) {
  Sleeps algorithm(step_s);
  measure::IntervalPlan plan;
  plan.dt = 1;
  plan.limits = {2, 1, 0};
  plan.long_s = 0;  // one passage, with marks
  Told told;
  measure::measure_interval({algorithm, contract(), at_rest(3), into(told)}, {}, plan);
  return told;
}

TEST(LongSteps, OfAnIntervalAreToldOneByOne) {
  EXPECT_EQ(told_by_an_interval(kLong), (Told{{"loading", 0},
                                              {"timing the stages", 0},
                                              {"timing the stages", 0.5},
                                              {"timing the stages", 1}}));
}

TEST(LongSteps, AreAloneInBeingTold) {
  EXPECT_EQ(told_by_an_interval(0), (Told{{"loading", 0}, {"timing the stages", 0}}));
}

TEST(LongSteps, OfAnEvolutionAreToldBetweenItsLooks) {
  Sleeps algorithm(kLong);
  const Particles many = at_rest(100'000);  // a look at the end alone
  Told told;
  measure::evolve({algorithm, contract(), many, into(told)}, {}, {1, 2, 1, {0, 0, true}});
  EXPECT_EQ(told, (Told{{"evolving", 0}, {"evolving", 0.5}, {"evolving", 1}, {"evolving", 1}}));
}

// Steps without marks go together up to the next look, which may be hours away.
TEST(LongSteps, WithoutMarksAreToldNowAndThen) {
  Sleeps algorithm(0.01), reference(0);
  const Particles many = at_rest(100'000);
  measure::EvolutionPlan plan{1, 8, 1, {0, 0.01}};
  const auto evolving = [&] {
    Told told;
    measure::evolve({algorithm, contract(), many, into(told)}, {}, plan);
    return told;
  };
  EXPECT_EQ(evolving(), (Told{{"evolving", 0}, {"evolving", 1}}));
  plan.untold_s = 0.02;
  EXPECT_GE(evolving().size(), 5u);

  measure::ComparisonPlan beside{8, 1, 1000};
  beside.untold_s = 0.02;
  Told told;
  measure::compare({algorithm, contract(), at_rest(3), into(told)}, reference, beside);
  // A fraction of the steps of both; the run goes first.
  EXPECT_GE(std::count_if(told.begin(), told.end(),
                          [](const auto& one) { return one.second > 0 && one.second < 0.5; }),
            2);
}

TEST(LongSteps, OfACarrierAndOfTheStepsTimedAlongItAreTold) {
  Sleeps carrier(kLong);
  measure::AlongPlan plan;
  plan.carrier = "carrier";
  plan.steps = 2;
  plan.epochs = 1;
  plan.timed = 1;
  plan.long_s = 0;
  Told told;
  measure::time_along(
      {carrier, contract(), at_rest(3), into(told)}, contract(),
      [](std::int64_t) { return std::make_unique<Sleeps>(kLong); }, plan);
  EXPECT_EQ(told, (Told{{"carrying", 0},
                        {"carrying", 0},
                        {"carrying", 0.5},
                        {"carrying", 1},
                        {"timing at an epoch", 1},
                        {"timing at an epoch", 1}}));
}

}  // namespace
}  // namespace tycho
