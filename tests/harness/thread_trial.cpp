// How many threads are tried, which are taken, and that runs of a campaign share what was found.
#include "harness/measure/thread_trial.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "core/contracts/all_pairs.hpp"
#include "core/fftw_plans.hpp"
#include "harness/measure/kept_plans.hpp"
#include "tests/harness/temporary_folder.hpp"

namespace tycho {
namespace {

/// A clock that a test sets, and a step whose length depends on the number of threads alone.
class SetClock final : public Clock {
 public:
  std::string_view method() const override { return "clock"; }
  int mark() override {
    marks.push_back(now);
    return static_cast<int>(marks.size()) - 1;
  }
  void wait() override {}
  Seconds between(int a, int b) const override {
    return Seconds(marks.at(static_cast<std::size_t>(b)) - marks.at(static_cast<std::size_t>(a)));
  }
  void clear() override { marks.clear(); }
  Seconds cost() override { return Seconds(0); }
  void head_start(Seconds) override {}
  std::int64_t waits() const override { return 0; }

  double now = 0;
  std::vector<double> marks;
};

std::map<int, double> step_of;  // by number of threads
int steps_taken = 0;

class Stepper final : public Algorithm {
 public:
  explicit Stepper(int threads) : step_s_(step_of.at(threads)) {}
  void load(const Particles&) override {}
  void advance(StageTimer&) override {
    ++steps_taken;
    clock_.now += first_ ? std::max(0.875, step_s_) : step_s_;  // a cold start that must not count
    first_ = false;
  }
  void store(Particles&) override {}
  Clock& clock() override { return clock_; }

 private:
  double step_s_;
  bool first_ = true;
  SetClock clock_;
};

const Implementation kSteppers{
    &all_pairs::contract(), [](const Settings& settings) {
      return std::unique_ptr<Algorithm>(std::make_unique<Stepper>(settings.threads()));
    }};

TEST(ThreadTrial, TriesAllOneACoreHalfAndOne) {
  using measure::thread_counts;
  EXPECT_EQ(thread_counts(16, 8), (std::vector<int>{16, 8, 4, 1}));
  EXPECT_EQ(thread_counts(16, std::nullopt), (std::vector<int>{16, 8, 4, 1}));
  EXPECT_EQ(thread_counts(16, 16), (std::vector<int>{16, 8, 1}));
  EXPECT_EQ(thread_counts(2, 2), (std::vector<int>{2, 1}));
  EXPECT_EQ(thread_counts(1, 1), (std::vector<int>{1}));
}

TEST(ThreadTrial, TakesTheFastest) {
  step_of = {{16, 0.375}, {8, 0.125}, {4, 0.25}, {1, 0.5}};
  const Settings settings(all_pairs::contract(), Backend::kCpu, 16);
  const std::vector<int> counts{16, 8, 4, 1};
  const measure::ThreadTrial trial = measure::try_threads(kSteppers, settings, Particles(1), counts,
                                                          0, [](const std::string&, double) {});
  EXPECT_EQ(trial.used, 8);
  EXPECT_EQ(trial.step_s, step_of);
}

TEST(ThreadTrial, TakesALongStepOnce) {
  step_of = {{16, 30.0}, {8, 60.0}};
  const Settings settings(all_pairs::contract(), Backend::kCpu, 16);
  steps_taken = 0;
  const measure::ThreadTrial trial =
      measure::try_threads(kSteppers, settings, Particles(1), std::vector<int>{16, 8}, 0,
                           [](const std::string&, double) {});
  EXPECT_EQ(steps_taken, 2) << "one for each number of threads";
  EXPECT_EQ(trial.step_s, step_of);
  EXPECT_EQ(trial.used, 16);
}

TEST(ThreadTrial, IsFoundOnceForAllRunsOfAKind) {
  const TemporaryFolder folder;
  const auto file = folder / "threads.json";
  Settings settings(all_pairs::contract(), Backend::kCpu, 16);
  const std::string key = measure::trial_key(settings, 100, "");
  EXPECT_FALSE(measure::find_trial(file, key));
  measure::keep_trial(file, key, {8, {{16, 2.0}, {8, 1.5}}});
  measure::keep_trial(file, measure::trial_key(settings, 200, ""), {16, {{16, 2.0}}});
  const auto found = measure::find_trial(file, key);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->used, 8);
  EXPECT_EQ(found->step_s, (std::map<int, double>{{16, 2.0}, {8, 1.5}}));
  EXPECT_FALSE(measure::find_trial(file, measure::trial_key(settings, 100, "theirs.so")));
  settings.set("dt", 0.25);
  EXPECT_TRUE(measure::find_trial(file, measure::trial_key(settings, 100, "")));
  settings.set("softening", 0.25);
  EXPECT_FALSE(measure::find_trial(file, measure::trial_key(settings, 100, "")));
  std::ofstream(file) << "not JSON";
  EXPECT_FALSE(measure::find_trial(file, key));
}

TEST(KeptPlans, AreThoseOfAllProcessesOfACampaign) {
  const TemporaryFolder folder;
  const auto file = folder / "plans.json";
  FftwPlans& plans = FftwPlans::of_process();
  measure::keep_plans_in(file);  // is not there
  plans.add("one", {3, "(fftw)\n"});
  plans.add("other", {1, ""});
  plans.tell({});
  plans.add("one", {2, "another process's"});
  measure::keep_plans_in(file);
  EXPECT_EQ(plans.find("one")->threads, 3);
  EXPECT_EQ(plans.find("one")->wisdom, "(fftw)\n");
  EXPECT_EQ(plans.find("other")->threads, 1);
  plans.tell({});
  for (const char* damaged :
       {"not JSON", R"({"schema": "tycho-plans/1", "found": {"one": 3}})",
        R"({"schema": "tycho-plans/1", "found": {"one": {"threads": -1}}})"}) {
    std::ofstream(file) << damaged;
    EXPECT_NO_THROW(measure::keep_plans_in(file)) << damaged;
    EXPECT_EQ(plans.find("one")->threads, 3) << damaged;
    plans.tell({});
  }
}

}  // namespace
}  // namespace tycho
