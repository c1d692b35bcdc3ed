// Verdicts on results made up so that each rule has its turn.
#include "harness/compare/compare.hpp"

#include <gtest/gtest.h>

#include "tests/compare/made_up.hpp"

namespace tycho::compare {
namespace {

using made_up::around;
using made_up::run;
using made_up::RunRecord;
using made_up::side;

// A step of 1 ms of which the force takes 0.8.
RunRecord measured(double force = 1, double half_width = 0.005, int count = 40,
                   const std::string& method = "events", const std::string& backend = "cuda") {
  return run("v", around(1e-3 + 0.8e-3 * (force - 1), 0.001, 10),
             {{"force", {method, around(0.8e-3 * force, half_width, count)}},
              {"kick", {method, around(0.1e-3, half_width, count)}}},
             backend);
}

const Row& row_of(const Comparison& comparison, const std::string& what) {
  for (const Row& row : comparison.rows)
    if (row.what == what) return row;
  throw std::runtime_error("no row " + what);
}

Comparison compared(const RunRecord& base, const RunRecord& fresh, const Options& options = {}) {
  return compare::compare(side({{base}}), side({{fresh}}), options);
}

// Three processes a side that differ by a thousandth.
Comparison three(double before, double after, const Options& options = {}) {
  std::vector<std::vector<RunRecord>> base, fresh;
  for (const double process : {0.999, 1.0, 1.001}) {
    base.push_back({measured(before * process)});
    fresh.push_back({measured(after * process)});
  }
  return compare::compare(side(base), side(fresh), options);
}

TEST(Compare, OfARunWithItselfIsTheSame) {
  const Comparison found = compared(measured(), measured());
  EXPECT_EQ(found.verdict, Verdict::kSame);
  for (const Row& row : found.rows) EXPECT_EQ(row.verdict, Verdict::kSame) << row.what;
}

TEST(Compare, FindsTheStageThatGotSlowerAndPutsItFirst) {
  const Comparison found = three(1, 1.05);
  EXPECT_EQ(found.verdict, Verdict::kSlower);
  const Row force = row_of(found, "force");
  EXPECT_EQ(force.verdict, Verdict::kSlower);
  EXPECT_NEAR(force.timed->change, 0.05, 0.001);
  EXPECT_LT(force.timed->low, 0.05);
  EXPECT_GT(force.timed->high, 0.05);
  EXPECT_NEAR(*force.timed->spread, 0.001, 0.0005);
  EXPECT_EQ(force.timed->degrees_of_freedom, 4);
  EXPECT_EQ(row_of(found, "step").verdict, Verdict::kSlower);
  EXPECT_EQ(row_of(found, "kick").verdict, Verdict::kSame);
  EXPECT_EQ(found.rows.front().what, "force") << "worst first";
}

TEST(Compare, CallsAFasterStageFaster) { EXPECT_EQ(three(1, 0.9).verdict, Verdict::kFaster); }

// What processes differ by is not known: it is assumed, and not to be small.
TEST(Compare, OfOneProcessASideDecidesLargeChangesOnly) {
  const Comparison found = compared(measured(), measured(1.08));
  EXPECT_EQ(found.verdict, Verdict::kAmbiguous);
  EXPECT_NE(row_of(found, "force").reason.find("assumed"), std::string::npos)
      << row_of(found, "force").reason;
  EXPECT_EQ(compared(measured(), measured(1.3)).verdict, Verdict::kSlower);
  EXPECT_EQ(compared(measured(), measured(0.7)).verdict, Verdict::kFaster);
}

TEST(Compare, CountsAProcessOnceHoweverOftenItsFileIsNamed) {
  const RunRecord fast = measured(), slow = measured(1.05);
  const Comparison found =
      compare::compare(side({{fast}, {fast}, {fast}}), side({{slow}, {slow}, {slow}}), {});
  EXPECT_EQ(found.verdict, Verdict::kAmbiguous);
  EXPECT_EQ(row_of(found, "force").timed->base_processes, 1);
}

// A record on the CPU that several processes measured, each beside the others by such a factor.
RunRecord visited(double force, const std::vector<double>& counted,
                  const std::vector<double>& left_out = {}) {
  RunRecord made = measured(force, 0.001, 42, "clock", "cpu");
  const auto join = [&](result::Statistics& times) {
    const double middle = times.median;
    const std::size_t each = times.samples.size() / counted.size();
    for (std::size_t i = 0; i < times.samples.size(); ++i)
      times.samples[i] *= counted[std::min(i / each, counted.size() - 1)];
    times.visits.emplace();
    for (const double factor : counted) times.visits->push_back(factor * middle);
    if (left_out.empty()) return;
    times.left_out.emplace();
    for (const double factor : left_out) times.left_out->push_back(factor * middle);
  };
  join(made.timing->step_s);
  for (auto& [name, stage] : made.timing->stages) join(stage.step_s);
  made.timing->visits = std::ssize(counted) + std::ssize(left_out);
  return made;
}

TEST(Compare, CountsEachVisitAsAProcess) {
  const Comparison found = compared(visited(1, {0.998, 1, 1.002}), visited(1.1, {1.002, 1, 0.998}));
  const Row force = row_of(found, "force");
  EXPECT_EQ(force.verdict, Verdict::kSlower) << force.reason;
  EXPECT_EQ(force.timed->base_processes, 3);
  EXPECT_EQ(force.timed->degrees_of_freedom, 4);
  EXPECT_NEAR(*force.timed->spread, 0.002, 1e-4);
}

// They were left out because of their times, so the others are closer than processes are.
TEST(Compare, LearnsTheSpreadFromVisitsThatWereLeftOutToo) {
  const Comparison found =
      compared(visited(1, {0.998, 1, 1.002}, {1.2}), visited(1.1, {1.002, 1, 0.998}, {1.3}));
  const Row force = row_of(found, "force");
  EXPECT_NEAR(force.timed->change, 0.1, 0.001) << "of those that count";
  EXPECT_EQ(force.timed->base_processes, 3);
  EXPECT_EQ(force.timed->degrees_of_freedom, 6);
  EXPECT_EQ(force.verdict, Verdict::kAmbiguous);
}

// From one process to the next is no drift.
TEST(Compare, SeesNoDriftFromVisitToVisit) {
  const std::vector<double> rising{0.98, 0.981, 0.982, 1.018, 1.019, 1.02};
  const Comparison found = compared(visited(1, rising), visited(1.09, rising));
  EXPECT_EQ(row_of(found, "force").verdict, Verdict::kSlower) << row_of(found, "force").reason;
}

// An evolution of a window a step: sixteen steps of 1 ms and four of about 20, which take most of
// it. Its stages are means over the steps, 4.8 ms.
RunRecord evolved(const std::vector<double>& long_steps, double process = 1, double kick = 1) {
  made_up::Samples windows(16, 1e-3 * process);
  for (const double step : long_steps) windows.push_back(20e-3 * step * process);
  RunRecord made = run("v", windows, {{"kick", {"events", {0.1e-3 * kick * process}}}});
  result::TimingRecord& timing = *made.timing;
  timing.steps_requested = timing.steps_measured = std::ssize(windows);
  timing.passed_s = std::accumulate(windows.begin(), windows.end(), 0.0);
  timing.total_s = {*timing.passed_s, *timing.passed_s, *timing.passed_s};
  return made;
}

Side three_evolved(double long_steps, double kick = 1) {
  std::vector<std::vector<RunRecord>> all;
  for (const double process : {0.999, 1.0, 1.001})
    all.push_back({evolved(std::vector(4, long_steps), process, kick)});
  return side(all);
}

TEST(Compare, FindsAnEvolutionSlowerWhoseLongStepsAre) {
  const Comparison found = compare::compare(three_evolved(1), three_evolved(1.3), {});
  const Row step = row_of(found, "step");
  EXPECT_EQ(step.verdict, Verdict::kSlower) << step.reason;
  EXPECT_NEAR(step.timed->base_s, 4.8e-3, 1e-7) << "the mean over its steps";
  EXPECT_NEAR(step.timed->change, 0.25, 0.001);
  const Comparison little = compare::compare(three_evolved(1), three_evolved(1.05), {});
  EXPECT_EQ(row_of(little, "step").verdict, Verdict::kSlower) << row_of(little, "step").reason;
  EXPECT_EQ(compare::compare(three_evolved(1.3), three_evolved(1), {}).verdict, Verdict::kFaster);
  EXPECT_EQ(compare::compare(three_evolved(1), three_evolved(1), {}).verdict, Verdict::kSame);
}

TEST(Compare, TakesTheSharesOfStagesOfTheMeanStepOfAnEvolution) {
  const Row kick = row_of(compare::compare(three_evolved(1), three_evolved(1, 1.1), {}), "kick");
  EXPECT_NEAR(kick.timed->step_share, 0.01e-3 / 4.8e-3, 1e-5);
  EXPECT_NE(kick.reason.find("not relevant"), std::string::npos) << kick.reason;
}

// At two epochs, the second of which stands for nine steps of ten.
TEST(Compare, TakesTheMeanStepOfARunThatWasTimedAlongAnother) {
  const auto along = [](double late, double process) {
    RunRecord made = run("v", {1e-3 * process, 11e-3 * late * process}, {}, "cpu");
    made.timing->along.emplace();
    made.timing->steps_requested = 10;
    made.timing->total_s.value = (1e-3 + 9 * 11e-3 * late) * process;
    return std::vector<RunRecord>{made};
  };
  const auto three_along = [&](double late) {
    return side({along(late, 0.999), along(late, 1), along(late, 1.001)});
  };
  const Row step = row_of(compare::compare(three_along(1), three_along(1.1), {}), "step");
  EXPECT_EQ(step.verdict, Verdict::kSlower) << step.reason;
  EXPECT_NEAR(step.timed->base_s, 10e-3, 1e-7);
  EXPECT_NEAR(step.timed->change, 0.099, 1e-4);
}

TEST(Compare, HoldsTheWindowsOfTwoEvolutionsAgainstEachOtherOneByOne) {
  const std::vector<double> even(4, 1.0);
  const Row all = row_of(compared(evolved(even), evolved({1.3, 1.3, 1.3, 1.3})), "step");
  EXPECT_EQ(all.verdict, Verdict::kSlower) << all.reason;
  // As much longer in all, because of one window.
  const Row one = row_of(compared(evolved(even), evolved({1, 1, 2.2, 1})), "step");
  EXPECT_NEAR(one.timed->change, all.timed->change, 1e-9);
  EXPECT_EQ(one.verdict, Verdict::kAmbiguous);
  const Row other = row_of(compared(evolved(even), evolved({1.6, 1.6, 1.6})), "step");
  EXPECT_NE(other.reason.find("is not known"), std::string::npos) << other.reason;
}

TEST(Compare, LeavesAloneWhatIsNotRelevant) {
  EXPECT_EQ(three(1, 1.02).verdict, Verdict::kSame);
  Options strict;
  strict.minimum_change = 0.01;
  EXPECT_EQ(three(1, 1.02, strict).verdict, Verdict::kSlower);
  // A tenth more of a stage that is a hundredth of its step.
  const auto with_small = [](double factor) {
    return run("v", around(1e-3, 0.001, 10),
               {{"small", {"events", around(1e-5 * factor, 0.001, 40)}}});
  };
  const Comparison found = compared(with_small(1), with_small(1.1));
  EXPECT_EQ(found.verdict, Verdict::kSame);
  EXPECT_NE(row_of(found, "small").reason.find("not relevant"), std::string::npos);
}

TEST(Compare, WithholdsWhatTheSpreadExplains) {
  const Comparison found = compared(measured(1, 0.2), measured(1.1, 0.2));
  EXPECT_EQ(row_of(found, "force").verdict, Verdict::kAmbiguous);
}

TEST(Compare, WithholdsWhatAnotherMixOfTwoModesExplains) {
  made_up::Samples often_fast, often_slow;
  for (int i = 0; i < 80; ++i) {
    often_fast.push_back((i * 7 % 80 < 16 ? 0.88e-3 : 0.8e-3) * (1 + 1e-5 * i));
    often_slow.push_back((i * 7 % 80 < 16 ? 0.8e-3 : 0.88e-3) * (1 + 1e-5 * i));
  }
  const auto three_with = [](const made_up::Samples& samples) {
    std::vector<std::vector<RunRecord>> all;
    for (const double process : {0.999, 1.0, 1.001}) {
      made_up::Samples own = samples;
      for (double& sample : own) sample *= process;
      all.push_back({run("v", around(1e-3 * process, 0.001, 10), {{"force", {"events", own}}})});
    }
    return side(all);
  };
  const Comparison found = compare::compare(three_with(often_fast), three_with(often_slow), {});
  EXPECT_EQ(row_of(found, "force").verdict, Verdict::kAmbiguous);
  EXPECT_NE(row_of(found, "force").reason.find("spread explains"), std::string::npos);
}

TEST(Compare, WithholdsWhatTheClocksExplain) {
  RunRecord slow = measured(1.1);
  slow.device->clock_after_mhz = 1800;
  slow.device->clock_before_mhz = 1800;
  const Comparison found = compared(measured(), slow);
  EXPECT_EQ(found.verdict, Verdict::kAmbiguous);
  EXPECT_NE(row_of(found, "force").reason.find("1980 MHz, then 1800 MHz"), std::string::npos);
  RunRecord slower = measured(1.4);
  slower.device = slow.device;
  EXPECT_EQ(compared(measured(), slower).verdict, Verdict::kSlower) << "more than clocks explain";
  RunRecord faster = measured(0.7);
  faster.device = slow.device;
  EXPECT_EQ(compared(measured(), faster).verdict, Verdict::kFaster) << "in spite of the clock";
  RunRecord rested = measured(1.3);
  rested.device->clock_before_mhz = 345;  // idle before the run: says nothing of it
  EXPECT_EQ(compared(measured(), rested).verdict, Verdict::kSlower);
}

TEST(Compare, TakesTheClockOfTheWindowsWhereItWasWatched) {
  RunRecord watched = measured(), throttled = measured(1.1), steady = measured(1.3);
  watched.device->clock_mhz.mean = steady.device->clock_mhz.mean = 1979.8;
  throttled.device->clock_mhz.mean = 1800.2;  // and 1980 before and after
  const Comparison found = compared(watched, throttled);
  EXPECT_EQ(found.verdict, Verdict::kAmbiguous);
  EXPECT_NE(row_of(found, "force").reason.find("1980 MHz, then 1800 MHz"), std::string::npos);
  steady.device->clock_after_mhz = 1800;  // when the windows were over
  EXPECT_EQ(compared(watched, steady).verdict, Verdict::kSlower);
}

// Three measurements of a run on the CPU, with so many cores used by others.
Side on_cpu(double force, double others) {
  std::vector<std::vector<RunRecord>> all;
  for (const double process : {0.998, 1.0, 1.002}) {
    RunRecord made = measured(force * process, 0.005, 40, "clock", "cpu");
    made.device = result::DeviceRecord{};
    made.device->other_cores = others;
    all.push_back({made});
  }
  return side(all);
}

TEST(Compare, WithholdsWhatOtherProcessesExplain) {
  const Comparison found = compare::compare(on_cpu(1, 0.1), on_cpu(1.3, 3.8), {});  // of four
  EXPECT_EQ(found.verdict, Verdict::kAmbiguous);
  EXPECT_NE(row_of(found, "force").reason.find("other processes"), std::string::npos);
  EXPECT_EQ(compare::compare(on_cpu(1, 0.1), on_cpu(1.3, 1.5), {}).verdict, Verdict::kSlower)
      << "there was room for all";
}

TEST(Compare, CountsTheThreadsThatARunTookAndNotThoseItAskedFor) {
  const auto of_all = [](Side made) {
    for (auto& measurement : made.measurements)
      for (auto& result : measurement.results)
        for (RunRecord& one : result.runs) {
          one.threads = 4;
          one.threads_used = 1;
        }
    return made;
  };
  EXPECT_EQ(compare::compare(of_all(on_cpu(1, 0.1)), of_all(on_cpu(1.3, 1.5)), {}).verdict,
            Verdict::kSlower)
      << "three of four cores were free";
}

TEST(Compare, WithholdsWhatSharedCoresExplain) {
  const auto on_cores = [](double force, double gops) {
    Side made = on_cpu(force, 0);
    for (auto& measurement : made.measurements)
      for (auto& result : measurement.results)
        for (RunRecord& one : result.runs) one.device->core_gops = gops;
    return made;
  };
  const Comparison found = compare::compare(on_cores(1, 8.8), on_cores(1.3, 6), {});
  EXPECT_EQ(found.verdict, Verdict::kAmbiguous);
  EXPECT_NE(row_of(found, "force").reason.find("cores did 8.8, then 6.0 billion"),
            std::string::npos);
  EXPECT_EQ(compare::compare(on_cores(1, 8.8), on_cores(1.3, 8.7), {}).verdict, Verdict::kSlower);
  EXPECT_EQ(compare::compare(on_cores(1, 6), on_cores(1.3, 8.8), {}).verdict, Verdict::kSlower)
      << "on cores that gave more";
}

TEST(Compare, TrustsNoCpuRunOfOneProcess) {
  const Comparison found =
      compared(measured(1, 0.005, 40, "clock", "cpu"), measured(1.3, 0.005, 40, "clock", "cpu"));
  EXPECT_EQ(found.verdict, Verdict::kAmbiguous);
  EXPECT_NE(row_of(found, "force").reason.find("measure three times"), std::string::npos);
}

TEST(Compare, SaysWhereSamplesAreTooFew) {
  const auto few = [](double factor) {
    return run("v", around(1e-3 * factor, 0.05, 2), {{"force", {"events", {0.8e-3 * factor}}}});
  };
  const Comparison same = compared(few(1), few(1.01));
  EXPECT_EQ(row_of(same, "force").verdict, Verdict::kAmbiguous);
  EXPECT_NE(row_of(same, "force").reason.find("too few samples: 1 and 1"), std::string::npos);
  EXPECT_EQ(same.verdict, Verdict::kSame) << "nothing that could be seen moved";
  EXPECT_EQ(compared(few(1), few(1.2)).verdict, Verdict::kAmbiguous) << "something did";
}

TEST(Compare, TrustsNoReplayOfOneProcess) {
  const Comparison still = compared(
      run("v", around(1e-3, 0.001, 10), {{"force", {"replay", around(0.8e-3, 0.001, 21)}}}),
      run("v", around(1e-3, 0.001, 10), {{"force", {"replay", around(0.88e-3, 0.001, 21)}}}));
  EXPECT_EQ(row_of(still, "force").verdict, Verdict::kAmbiguous);
  EXPECT_EQ(still.verdict, Verdict::kSame) << "the step says it did not happen";
}

TEST(Compare, TrustsAReplayOfThreeProcessesThatTheStepBearsOut) {
  const auto session = [](double force, double shift) {
    return std::vector<RunRecord>{
        run("v", around(1e-3 + 0.8e-3 * (force - 1) + shift, 0.001, 10),
            {{"force", {"replay", around(0.8e-3 * force + shift, 0.001, 21)}}})};
  };
  const Side base = side({session(1, 0), session(1, 1e-6), session(1, -1e-6)});
  const Side slow = side({session(1.06, 0), session(1.06, 1e-6), session(1.06, -1e-6)});
  EXPECT_EQ(compare::compare(base, slow, {}).verdict, Verdict::kSlower);
  // Sessions that lie as far apart as the two sides do.
  const Side spread = side({session(1.06, 0), session(1.06, 6e-5), session(1.06, -6e-5)});
  EXPECT_NE(compare::compare(base, spread, {}).verdict, Verdict::kSlower);
}

TEST(Compare, DoesNotCompareOneWayOfTimingWithAnother) {
  const Comparison found = compared(measured(), measured(1.5, 0.005, 40, "replay"));
  EXPECT_NE(row_of(found, "force").reason.find("'events', then by 'replay'"), std::string::npos);
}

TEST(Compare, PutsNumericsFirst) {
  RunRecord wrong = measured(0.5);
  wrong.checks->front().value = 3e-6;
  wrong.checks->front().pass = false;
  const Comparison found = compared(measured(), wrong);
  EXPECT_EQ(found.verdict, Verdict::kNumericallyDifferent);
  EXPECT_EQ(found.rows.front().what, "check momentum");
  RunRecord not_a_number = measured();
  not_a_number.checks->front().value = std::nan("");
  not_a_number.checks->front().pass = false;
  EXPECT_EQ(compared(measured(), not_a_number).verdict, Verdict::kNumericallyDifferent);
}

TEST(Compare, TakesAPartForAPartUnlessAllIsAskedFor) {
  RunRecord second = measured();
  second.id = "made_up/case/n=257/w";
  const Side all = side({{measured(), second}}), part = side({{measured()}});
  EXPECT_EQ(compare::compare(all, part, {}).verdict, Verdict::kSame);
  Options options;
  options.require_all = true;
  EXPECT_EQ(compare::compare(all, part, options).verdict, Verdict::kMissing);
  EXPECT_EQ(compare::compare(part, all, options).verdict, Verdict::kSame) << "more is no less";
}

RunRecord not_ok(result::Status status, const std::string& reason) {
  RunRecord made = measured();
  made.timing.reset();
  made.status = status;
  made.reason = reason;
  made.checks->clear();
  return made;
}

TEST(Compare, CountsARunThatFailsNowAsMissing) {
  const Comparison found =
      compared(measured(), not_ok(result::Status::kFailed, "crashed (SIGSEGV)"));
  EXPECT_EQ(found.verdict, Verdict::kMissing);
  EXPECT_NE(found.rows.front().reason.find("SIGSEGV"), std::string::npos);
}

TEST(Compare, CountsARunThatFailsInOneMeasurementOfSeveralAsMissing) {
  const RunRecord failed = not_ok(result::Status::kFailed, "crashed (SIGSEGV)");
  const Side sound = side({{measured()}, {measured()}});
  const Comparison later = compare::compare(sound, side({{measured()}, {failed}}), {});
  EXPECT_EQ(later.verdict, Verdict::kMissing);
  EXPECT_NE(later.rows.front().reason.find("measurement 2 of 2"), std::string::npos)
      << later.rows.front().reason;
  EXPECT_EQ(row_of(later, "force").verdict, Verdict::kSame) << "the other one is compared";
  EXPECT_EQ(compare::compare(sound, side({{failed}, {measured()}}), {}).verdict, Verdict::kMissing);
  EXPECT_EQ(compare::compare(side({{failed}, {measured()}}), side({{failed}}), {}).verdict,
            Verdict::kMissing)
      << "it ran in one of BASE's";
}

TEST(Compare, SaysWhichRunsWereSkippedInOneMeasurementOfSeveral) {
  const RunRecord skipped = not_ok(result::Status::kSkipped, "no CUDA device");
  const Side fresh = side({{measured()}, {skipped}});
  const Comparison found = compare::compare(side({{measured()}}), fresh, {});
  EXPECT_EQ(found.verdict, Verdict::kSame);
  ASSERT_EQ(found.notes.size(), 1u);
  EXPECT_EQ(found.notes.front(), "1 run skipped in NEW: no CUDA device");
  Options all;
  all.require_all = true;
  EXPECT_EQ(compare::compare(side({{measured()}}), fresh, all).verdict, Verdict::kMissing);
}

TEST(Compare, MissesWhatOneMeasurementOfSeveralHasNot) {
  const auto lacking = [](auto&& what) {
    RunRecord made = measured();
    made.started = "2001-02-03T05:05:06Z";  // another process
    what(made);
    return compare::compare(side({{measured()}}), side({{measured()}, {made}}), {}).verdict;
  };
  EXPECT_EQ(lacking([](RunRecord& r) { r.timing.reset(); }), Verdict::kMissing);
  EXPECT_EQ(lacking([](RunRecord& r) { r.timing->stages.erase("kick"); }), Verdict::kMissing);
  EXPECT_EQ(lacking([](RunRecord& r) { r.checks->clear(); }), Verdict::kMissing);
  EXPECT_EQ(lacking([](RunRecord&) {}), Verdict::kSame);
}

TEST(Compare, IsNotSatisfiedWithNothingToCompare) {
  EXPECT_EQ(compared(measured(), not_ok(result::Status::kSkipped, "no CUDA device")).verdict,
            Verdict::kMissing);
}

TEST(Compare, RefusesRunsThatAreNotTheSameExperiment) {
  RunRecord other = measured(1.5);
  other.settings["block"] = 256.0;
  const Comparison found = compared(measured(), other);
  EXPECT_EQ(found.verdict, Verdict::kAmbiguous);
  EXPECT_NE(found.rows.front().reason.find("block was 128.0 and is 256.0"), std::string::npos)
      << found.rows.front().reason;
}

TEST(Compare, HoldsAllMeasurementsAgainstTheFirstOfBase) {
  RunRecord other = measured();
  other.settings["block"] = 256.0;
  for (const auto& [base, fresh] :
       {std::pair(side({{measured()}}), side({{measured()}, {other}})),
        std::pair(side({{measured()}, {other}}), side({{measured()}}))}) {
    const Comparison found = compare::compare(base, fresh, {});
    EXPECT_EQ(found.verdict, Verdict::kAmbiguous);
    EXPECT_NE(found.rows.front().reason.find("block was 128.0 and is 256.0"), std::string::npos)
        << found.rows.front().reason;
  }
}

TEST(Compare, LooksOnlyAtWhatIsAskedFor) {
  Options only;
  only.only = {"*/kick"};
  const Comparison found = compared(measured(), measured(1.5), only);
  EXPECT_EQ(found.verdict, Verdict::kSame);
  for (const Row& row : found.rows) EXPECT_NE(row.what, "force");
}

TEST(Compare, SaysThatNothingMatches) {
  Options only;
  only.only = {"*/no_such_stage"};
  const Comparison found = compared(measured(), measured(), only);
  EXPECT_EQ(found.verdict, Verdict::kMissing);
  EXPECT_EQ(found.rows.front().reason, "no run or stage of BASE matches --only");
  only.only = {"*/kick"};
  const Comparison skipped =
      compared(measured(), not_ok(result::Status::kSkipped, "no CUDA device"), only);
  EXPECT_EQ(skipped.rows.front().reason, "no run could be compared") << "it does match";
}

// The step decides on a replay, and is not shown where it is not asked for.
TEST(Compare, DecidesOnAReplayThatAloneIsAskedFor) {
  std::vector<std::vector<RunRecord>> base, fresh;
  for (const double process : {0.999, 1.0, 1.001}) {
    base.push_back({measured(process, 0.001, 40, "replay")});
    fresh.push_back({measured(1.2 * process, 0.001, 40, "replay")});
  }
  Options only;
  only.only = {"*/force"};
  const Comparison found = compare::compare(side(base), side(fresh), only);
  EXPECT_EQ(row_of(found, "force").verdict, Verdict::kSlower) << row_of(found, "force").reason;
  for (const Row& row : found.rows) EXPECT_NE(row.what, "step");
}

TEST(Compare, TellsWhatIsOtherAboutTheMachines) {
  Side fresh = side({{measured()}});
  fresh.measurements[0].results[0].provenance.gpu->driver = "590.1";
  const Comparison found = compare::compare(side({{measured()}}), fresh, {});
  ASSERT_EQ(found.differences.size(), 1u);
  EXPECT_EQ(found.differences[0], "gpu driver: 580.65.06, then 590.1");
  const Side again{{side({{measured()}}).measurements[0], fresh.measurements[0]}, {}};
  EXPECT_EQ(compare::compare(side({{measured()}}), again, {}).differences, found.differences);
  EXPECT_EQ(compare::compare(again, side({{measured()}}), {}).differences, found.differences);
}

}  // namespace
}  // namespace tycho::compare
