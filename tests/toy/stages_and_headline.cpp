// The stages of a run are timed in the steps that make its headline: on an algorithm whose steps
// become longer and longer, by a clock that goes only when work is done, the stages add up to the
// headline in every kind of run.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <fstream>

#include "core/cache_flush.hpp"
#include "harness/campaign/describe.hpp"
#include "harness/case/plan.hpp"
#include "harness/measure/execute.hpp"
#include "harness/measure/second_passage.hpp"
#include "tests/hand_clock.hpp"
#include "tests/harness/temporary_folder.hpp"

namespace tycho {
namespace {

using nlohmann::json;

constexpr double kFirst = 0.1, kLonger = 4e-3, kEven = 0.02, kGap = 1e-3, kMark = 1e-4;
constexpr int kSteps = 40, kLeadIn = 10, kRepeats = 3;

/// Seconds of step k, counted from the initial state.
double step_s(double k) { return kFirst + kLonger * k + kEven + kGap; }
/// The mean of steps from a to b, without b.
double mean_s(double a, double b) { return step_s((a + b - 1) / 2); }

constexpr std::array<Stage, 2> kStages{{{"growing", "Longer in every step"}, {"even", "Even"}}};
constexpr std::array<Parameter, 1> kParameters{
    {{"dt", "time", "the step", 0.01, 1e-12, 1, false, {}, Scope::kBoth}}};

Work work(int, const Settings&, std::int64_t) { return {1e9, 1e9}; }
Throughput throughput(const Settings&, std::int64_t n) { return {"bodies", double(n)}; }
double issue_slots(int, const Settings&) { return 0; }

constexpr Traits kTraits{.conserves = Conserved::kNothing};

const Contract& contract() {
  static constexpr Contract kContract{
      "ramp", "steps that become longer", kStages, kParameters, {}, work, throughput, issue_slots,
      kTraits};
  return kContract;
}

/// Beside a cache that holds all that a stage reads.
class CachedHandClock final : public HandClock, public CacheFlush {
 public:
  using HandClock::HandClock;
  std::size_t cache_bytes() const override { return 2'000'000'000; }
  void flush_cache() override { now += 1; }
};

class Ramp final : public Algorithm {
 public:
  Ramp() = default;
  /// On a host whose marks cost nothing, and whose speed is another one after every load.
  explicit Ramp(double slower) : slower_(slower), clock_("clock") {}
  void load(const Particles& particles) override {
    bodies_ = particles;
    step_ = 0;
    times_ += slower_;
  }
  void advance(StageTimer& timer) override {
    stage(timer, 0, [&] { clock_.now += times_ * (kFirst + kLonger * step_); });
    stage(timer, 1, [&] { clock_.now += times_ * kEven; });
    clock_.now += times_ * kGap;
    ++step_;
  }
  void store(Particles& particles) override { particles = bodies_; }
  Clock& clock() override { return clock_; }

 private:
  Particles bodies_;
  double step_ = 0, slower_ = 0, times_ = 1;
  CachedHandClock clock_{"events", kMark};
};

std::unique_ptr<Algorithm> make(const Settings&) { return std::make_unique<Ramp>(); }
std::unique_ptr<Algorithm> make_uneven(const Settings&) { return std::make_unique<Ramp>(0.5); }

class StagesOfARun : public testing::Test {
 protected:
  /// The `timing` of a run, as a result holds it.
  static json timing_of(const std::string& measure,
                        const Implementation& made_by = {&contract(), make}, bool cold = false) {
    json made = {
        {"schema", "tycho-case/1"},
        {"paper", "toy2026"},
        {"name", measure},
        {"title", "Steps that become longer"},
        {"algorithm", "ramp"},
        {"initial", {{"kind", "plummer"}, {"seed", 5}}},
        {"variants", {{{"name", "cpu"}, {"label", "CPU"}, {"backend", "cpu"}}}},
        {"suites",
         {{"smoke", {{"sizes", {{{"n", 8}}}}, {"steps", kSteps}, {"repeats", kRepeats}}}}},
        {"measure", measure},
        {"checks", {{{"check", "displacement"}, {"limit", 0}, {"reason", "nothing moves"}}}}};
    if (measure == "evolution" || measure == "comparison") made["samples"] = 4;
    if (measure == "interval") made["suites"]["smoke"]["lead_in"] = kLeadIn;
    TemporaryFolder folder;
    std::filesystem::create_directories(folder / "toy2026");
    const auto file = folder / ("toy2026/" + measure + ".json");
    std::ofstream(file) << made.dump();
    const std::array<const Contract*, 1> contracts{&contract()};
    const std::vector<cases::Case> cases{cases::read_case(file, contracts)};
    cases::PlanOptions options;
    options.suite = "smoke";
    cases::RunSpec run = cases::plan(cases, contracts, options).front();
    run.cold = cold;
    const std::array list{made_by};
    const measure::Backends backends{list, {}, "no CUDA device"};
    const result::RunRecord record{
        campaign::describe(run), measure::execute(run, backends, [](const std::string&, double) {}),
        "2026-01-02T03:04:05Z", 60};
    return to_json(record).at("timing");
  }
  static double headline(const json& timing) {
    if (!timing.contains("passed_s")) return timing["step_s"]["median"];
    return timing["passed_s"].get<double>() / timing["steps_measured"].get<double>();
  }
  static double sum_of_stages(const json& timing) {
    double sum = 0;
    for (const json& stage : timing["stages"]) sum += stage["step_s"]["median"].get<double>();
    return sum;
  }
};

class StagesAndHeadline : public StagesOfARun, public testing::WithParamInterface<const char*> {};

TEST_P(StagesAndHeadline, AddUp) {
  const json timing = timing_of(GetParam());
  EXPECT_NEAR(sum_of_stages(timing), headline(timing), 0.02 * headline(timing));
  EXPECT_NEAR(timing["unattributed_s"], kGap, 0.02 * headline(timing));
  // Marks make a step longer by a thousandth.
  EXPECT_NEAR(timing["instrumented_step_s"], headline(timing), 0.02 * headline(timing));
  EXPECT_FALSE(timing.contains("gap_reasons"));
}

TEST_P(StagesAndHeadline, AreOfTheStepsThatTheRecordNames) {
  const json timing = timing_of(GetParam());
  ASSERT_TRUE(timing.contains("stage_steps"));
  double steps = 0;
  for (const json& span : timing["stage_steps"]["spans"])
    steps += span["to"].get<double>() - span["from"].get<double>();
  EXPECT_GE(steps, 2);
  if (std::string(GetParam()) != "timing") {
    EXPECT_EQ(steps, kSteps) << "the second passage is whole";
  }
  EXPECT_NEAR(timing["stage_steps"]["clean_step_s"], headline(timing), 1e-6);
}

TEST_P(StagesAndHeadline, HeadlineIsOfTheStepsOfTheRun) {
  const std::string kind = GetParam();
  const json timing = timing_of(kind);
  const double expected =
      kind == "interval" ? mean_s(kLeadIn, kLeadIn + kSteps) : mean_s(0, kSteps);
  // Windows of a timing follow one another; the median is that in the middle.
  if (kind == "timing")
    EXPECT_GT(headline(timing), mean_s(kSteps, 2 * kSteps));
  else
    EXPECT_NEAR(headline(timing), expected, 0.01 * expected);
}

TEST_P(StagesAndHeadline, ColdTimesStandBesideTheirsWhereTheyAreAskedFor) {
  const json cold = timing_of(GetParam(), {&contract(), make}, true);
  EXPECT_NEAR(sum_of_stages(cold), headline(cold), 0.02 * headline(cold)) << "as without";
  for (const json& stage : cold["stages"]) ASSERT_TRUE(stage.contains("cold_step_s"));
  EXPECT_NEAR(cold["stages"]["even"]["cold_step_s"]["median"], kEven, 0.02 * kEven);
  const json warm = timing_of(GetParam());
  for (const json& stage : warm["stages"]) EXPECT_FALSE(stage.contains("cold_step_s"));
}

TEST_P(StagesAndHeadline, WaitsAreCountedInEveryKind) {
  const json timing = timing_of(GetParam());
  EXPECT_EQ(timing["host_waits"], timing["repeats_measured"]) << "one at the end of a window";
}

// On the CPU the processor's own speed changes between two passages.
TEST_F(StagesOfARun, OfAWayOnTheHostAreThoseOfItsOnlyPassage) {
  const json timing = timing_of("evolution", {&contract(), make_uneven});
  EXPECT_NEAR(sum_of_stages(timing), headline(timing), 0.02 * headline(timing));
  EXPECT_FALSE(timing.contains("disturbance")) << "there is no passage without marks";
  EXPECT_FALSE(timing.contains("gap_reasons"));
}

// On the host nothing is waited for, and nobody counts: none is not 0.
TEST_F(StagesOfARun, OnTheHostHaveNoCountOfWaits) {
  for (const char* kind : {"timing", "evolution", "interval", "comparison"}) {
    const json timing = timing_of(kind, {&contract(), make_uneven});
    ASSERT_TRUE(timing.contains("host_waits")) << kind;
    EXPECT_EQ(timing["host_waits"].dump(), "null") << kind;
  }
}

TEST(MarksUnfelt, OnAHostsClockUpToAHundredthOfAStep) {
  class OnClock final : public Algorithm {
   public:
    explicit OnClock(std::string_view method) : clock_(method, 1e-6) {}
    void load(const Particles&) override {}
    void advance(StageTimer&) override {}
    void store(Particles&) override {}
    Clock& clock() override { return clock_; }

   private:
    HandClock clock_;
  };
  OnClock host("clock"), device("events");
  // Two marks around each of two stages.
  EXPECT_TRUE(measure::marks_unfelt(host, contract(), 4.1e-4, alone()));
  EXPECT_FALSE(measure::marks_unfelt(host, contract(), 3.9e-4, alone()));
  EXPECT_FALSE(measure::marks_unfelt(device, contract(), 1, alone()));
}

INSTANTIATE_TEST_SUITE_P(EveryKind, StagesAndHeadline,
                         testing::Values("timing", "evolution", "interval", "comparison"),
                         [](const auto& kind) { return std::string(kind.param); });

}  // namespace
}  // namespace tycho
