#include "harness/report/verdict.hpp"

#include <gtest/gtest.h>

#include "harness/report/claims.hpp"
#include "harness/report/noise.hpp"

namespace {

using namespace tycho;
using namespace tycho::report;
using nlohmann::json;

/// A run of a step that took `step` seconds, with an interval of `width` from end to end in parts
/// of it; 0: it was timed once.
Run timed(const std::string& backend, std::int64_t n, double step, double width) {
  static const auto machine = std::make_shared<const Machine>();
  Run run;
  run.paper = "synthetic";
  run.backend = backend;
  run.n = n;
  run.machine = machine;
  run.timing.emplace();
  run.timing->steps_measured = 20;
  run.timing->step_s = {step, step * (1 - width / 2), step * (1 + width / 2)};
  return run;
}

Claim ratio_claim(json bounds) {
  Claim claim;
  claim.test = {{"kind", "ratio"},
                {"quantity", "step_s"},
                {"of", {{"backend", "cpu"}}},
                {"to", {{"backend", "cuda"}}}};
  claim.test.update(bounds);
  return claim;
}

Finding tried(const Claim& claim, const std::vector<report::Run>& runs) {
  Paper paper;
  paper.key = "synthetic";
  return try_claim(claim, paper, runs, Machine{});
}

TEST(Noise, IsAnIntervalWiderThanATenthFromEndToEnd) {
  EXPECT_FALSE(noisy({10, 9.51, 10.49}));
  EXPECT_TRUE(noisy({10, 9.4, 10.5}));
  EXPECT_FALSE(noisy({10, 10, 10}));
  EXPECT_TRUE(noisy({0, 0, 1}));
}

TEST(Verdict, HoldsWhereTheWholeIntervalIsWithinTheBound) {
  const Finding finding =
      tried(ratio_claim({{"least", 4}}), {timed("cpu", 8, 10, 0.04), timed("cuda", 8, 2, 0.04)});
  EXPECT_EQ(finding.verdict, Verdict::kHolds);
  // The value, its interval, the size, the steps.
  EXPECT_EQ(finding.observed, "5 (4.80 to 5.20); N = 8, 20 steps, intervals up to 4.0%");
}

/// Of several CPU threads that nobody bound to cores.
report::Run unbound(report::Run run) {
  run.threads = 4;
  return run;
}

TEST(Verdict, IsUndecidedByATimeOfUnboundThreadsHoweverFarTheBoundIs) {
  const report::Run gpu = timed("cuda", 8, 2, 0.04);
  for (const double least : {0.1, 100.0}) {
    report::Run several = unbound(timed("cpu", 8, 10, 0.04));
    const Finding finding = tried(ratio_claim({{"least", least}}), {several, gpu});
    EXPECT_EQ(finding.verdict, Verdict::kUndecided) << least;
    EXPECT_EQ(finding.observed,
              "5 (4.80 to 5.20); N = 8, 20 steps, intervals up to 4.0%, with CPU threads that were "
              "not bound to cores, whose times can be many times too long; threads: 1 of 1 with a "
              "CPU time of threads that were not bound");
    several.cores.wait = "active";
    const Finding bound = tried(ratio_claim({{"least", least}}), {several, gpu});
    EXPECT_EQ(bound.verdict, least < 1 ? Verdict::kHolds : Verdict::kDoesNotHold);
    EXPECT_EQ(bound.observed.find("not bound"), std::string::npos) << bound.observed;
  }
}

TEST(Verdict, CountsPassagesWhereTheOneStepIsAnInterval) {
  const auto passing = [](report::Run run) {
    run.timing->steps_requested = 1;
    run.timing->steps_measured = 3;
    run.settings["steps"] = "block";
    return run;
  };
  const report::Run cpu = timed("cpu", 8, 10, 0.04), gpu = timed("cuda", 8, 2, 0.04);
  const auto observed = [&](const report::Run& one, const report::Run& other) {
    return tried(ratio_claim({{"least", 1}}), {one, other}).observed;
  };
  EXPECT_EQ(observed(passing(cpu), passing(gpu)),
            "5 (4.80 to 5.20); N = 8, 3 passages of the interval, intervals up to 4.0%");
  EXPECT_EQ(observed(passing(cpu), gpu),
            "5 (4.80 to 5.20); N = 8, 20 steps, 3 passages of the interval, intervals up to 4.0%");
}

TEST(Verdict, OneSoundCounterexampleIsEnoughBesideUnboundThreads) {
  const Finding finding = tried(ratio_claim({{"least", 6}}),
                                {unbound(timed("cpu", 8, 10, 0.01)), timed("cuda", 8, 1, 0.01),
                                 timed("cpu", 16, 10, 0.01), timed("cuda", 16, 2, 0.01)});
  EXPECT_EQ(finding.verdict, Verdict::kDoesNotHold);
  EXPECT_NE(finding.observed.find("with CPU threads that were not bound"), std::string::npos)
      << finding.observed;
}

TEST(Verdict, WhatUnboundThreadsCountedDecides) {
  report::Run run = unbound(timed("cpu", 8, 1, 0.01));
  run.counters = {{"rate", 3.0}};
  Claim claim;
  claim.test = {
      {"kind", "value"}, {"quantity", "counter:rate"}, {"of", json::object()}, {"least", 3}};
  EXPECT_EQ(tried(claim, {run}).verdict, Verdict::kHolds);
  claim.test["quantity"] = "step_s";
  claim.test["least"] = 0.5;
  EXPECT_EQ(tried(claim, {run}).verdict, Verdict::kUndecided);
}

TEST(Verdict, ALineWithATimeOfUnboundThreadsIsUndecided) {
  std::vector<report::Run> line;
  for (const int n : {8, 16, 32}) line.push_back(timed("cpu", n, n, 0.01));
  Claim rises;
  rises.test = {
      {"kind", "increasing"}, {"quantity", "step_s"}, {"of", json::object()}, {"by", "n"}};
  Claim peaks;
  peaks.test = {{"kind", "argmax"}, {"quantity", "step_s"}, {"of", json::object()},
                {"over", "n"},      {"by", "ranks"},        {"expect", 32}};
  for (report::Run& run : line) run.ranks = 1;
  for (const Claim& claim : {rises, peaks}) {
    EXPECT_EQ(tried(claim, line).verdict, Verdict::kHolds);
    for (std::size_t i = 0; i < line.size(); ++i) {
      std::vector<report::Run> one = line;
      one[i] = unbound(one[i]);
      const Finding finding = tried(claim, one);
      EXPECT_EQ(finding.verdict, Verdict::kUndecided) << i;
      EXPECT_NE(finding.observed.find("; threads: "), std::string::npos) << finding.observed;
    }
  }
}

TEST(Verdict, DoesNotHoldWhereTheWholeIntervalIsBeyond) {
  EXPECT_EQ(
      tried(ratio_claim({{"least", 6}}), {timed("cpu", 8, 10, 0.04), timed("cuda", 8, 2, 0.04)})
          .verdict,
      Verdict::kDoesNotHold);
}

TEST(Verdict, IsUndecidedWhereAnIntervalReachesOverTheBound) {
  const Finding finding =
      tried(ratio_claim({{"least", 5.1}}), {timed("cpu", 8, 10, 0.04), timed("cuda", 8, 2, 0.04)});
  EXPECT_EQ(finding.verdict, Verdict::kUndecided);
  EXPECT_NE(finding.observed.find("noise: 1 of 1"), std::string::npos) << finding.observed;
}

TEST(Verdict, AWideIntervalDecidesWhereAllOfItLiesOnOneSideOfTheBound) {
  std::vector<report::Run> runs{timed("cpu", 8, 10, 0.2), timed("cuda", 8, 2, 0.01)};
  const auto verdict = [&](double least) {
    return tried(ratio_claim({{"least", least}}), runs).verdict;
  };
  EXPECT_EQ(verdict(2), Verdict::kHolds);
  EXPECT_EQ(verdict(8), Verdict::kDoesNotHold);
  EXPECT_EQ(verdict(5), Verdict::kUndecided) << "within the interval";
  // Another size reaches over the bound.
  runs.push_back(timed("cpu", 16, 4, 0.08));
  runs.push_back(timed("cuda", 16, 2, 0.01));
  EXPECT_EQ(verdict(2), Verdict::kUndecided);
  EXPECT_EQ(verdict(8), Verdict::kDoesNotHold);
}

TEST(Verdict, ANoisyLineRisesOnlyWhereAllOfItsIntervalsDo) {
  const auto verdict = [](double second) {
    Claim rises;
    rises.test = {
        {"kind", "increasing"}, {"quantity", "step_s"}, {"of", json::object()}, {"by", "n"}};
    return tried(rises, {timed("cpu", 8, 10, 0.3), timed("cpu", 16, second, 0.3)}).verdict;
  };
  EXPECT_EQ(verdict(20), Verdict::kHolds);
  EXPECT_EQ(verdict(11), Verdict::kUndecided);
  EXPECT_EQ(verdict(9), Verdict::kUndecided);
  EXPECT_EQ(verdict(5), Verdict::kDoesNotHold);
}

TEST(Verdict, OneSoundCounterexampleIsEnoughBesideNoise) {
  const Finding finding =
      tried(ratio_claim({{"least", 6}}), {timed("cpu", 8, 10, 0.9), timed("cuda", 8, 1, 0.9),
                                          timed("cpu", 16, 10, 0.01), timed("cuda", 16, 2, 0.01)});
  EXPECT_EQ(finding.verdict, Verdict::kDoesNotHold);
}

TEST(Verdict, ATimeMeasuredOnceDecidesOnlyWhereTheBoundIsFarOff) {
  const std::vector<report::Run> runs{timed("cpu", 8, 10, 0), timed("cuda", 8, 2, 0)};
  EXPECT_EQ(tried(ratio_claim({{"least", 4}}), runs).verdict, Verdict::kHolds);
  EXPECT_EQ(tried(ratio_claim({{"least", 4.5}}), runs).verdict, Verdict::kUndecided);
  EXPECT_EQ(tried(ratio_claim({{"least", 7}}), runs).verdict, Verdict::kDoesNotHold);
  EXPECT_NE(tried(ratio_claim({{"least", 4}}), runs).observed.find("measured once"),
            std::string::npos);
}

TEST(Verdict, WhatWasCountedHasNoNoise) {
  report::Run run = timed("cpu", 8, 1, 0.5);
  run.counters = {{"rate", 3.0}};
  Claim claim;
  claim.test = {
      {"kind", "value"}, {"quantity", "counter:rate"}, {"of", json::object()}, {"least", 3}};
  EXPECT_EQ(tried(claim, {run}).verdict, Verdict::kHolds);
}

TEST(Verdict, SaysTheStepsThatARunBesideItsReferenceWentNotThoseTimed) {
  report::Run run = timed("cpu", 8, 1, 0.01);
  run.timing->steps_measured = 1;
  run.counters = {{"apart", 0.0}};
  run.series.curves["difference"] = {{287, 574}, {0, 0}};
  Claim claim;
  claim.test = {
      {"kind", "value"}, {"quantity", "counter:apart"}, {"of", json::object()}, {"most", 0}};
  EXPECT_EQ(tried(claim, {run}).observed, "0; N = 8, 574 steps");
}

TEST(Verdict, SmallerRunsThanTheClaimsDecideNothing) {
  std::vector<report::Run> runs{timed("cpu", 8, 10, 0.01), timed("cuda", 8, 1, 0.01)};
  const Claim claim = ratio_claim({{"least", 2}, {"least_n", 100}, {"published_n", 1000}});
  const Finding small = tried(claim, runs);
  EXPECT_EQ(small.verdict, Verdict::kUndecided);
  EXPECT_NE(small.observed.find("N = 8 (published: 1,000)"), std::string::npos) << small.observed;
  EXPECT_NE(small.observed.find("size: the claim is of N from 100 on"), std::string::npos)
      << small.observed;
  runs.push_back(timed("cpu", 100, 3, 0.01));
  runs.push_back(timed("cuda", 100, 1, 0.01));
  const Finding large = tried(claim, runs);
  EXPECT_EQ(large.verdict, Verdict::kHolds);
  EXPECT_EQ(large.observed.substr(0, 2), "3 ") << large.observed;  // not the 10 of the small ones
}

TEST(Verdict, EverySizeThatAClaimListsMustHaveRun) {
  const std::vector<report::Run> runs{timed("cpu", 8, 10, 0.01), timed("cuda", 8, 1, 0.01)};
  Claim claim = ratio_claim({{"least", 2}});
  claim.test["of"]["n"] = {8, 16, 32};
  const Finding finding = tried(claim, runs);
  EXPECT_EQ(finding.verdict, Verdict::kUndecided);
  EXPECT_NE(finding.observed.find("size: not run at N = 16; 32"), std::string::npos)
      << finding.observed;
  claim.test["least"] = 20;  // a counterexample needs no other size
  EXPECT_EQ(tried(claim, runs).verdict, Verdict::kDoesNotHold);
}

TEST(Verdict, APeakWhereNothingRanIsUndecided) {
  std::vector<report::Run> line{timed("cpu", 8, 1, 0.01), timed("cpu", 16, 3, 0.01)};
  for (report::Run& run : line) run.ranks = 1;
  Claim peaks;
  peaks.test = {{"kind", "argmax"}, {"quantity", "step_s"}, {"of", json::object()},
                {"over", "n"},      {"by", "ranks"},        {"expect", 12}};
  const Finding finding = tried(peaks, line);
  EXPECT_EQ(finding.verdict, Verdict::kUndecided);
  EXPECT_TRUE(finding.observed.ends_with("; not run at N = 12, ranks = 1")) << finding.observed;
  peaks.test["expect"] = 8;
  EXPECT_EQ(tried(peaks, line).verdict, Verdict::kDoesNotHold);
}

TEST(Verdict, SecondsOfAnotherMachineGiveNoVerdict) {
  Paper paper;
  paper.key = "synthetic";
  paper.values["t_8"].value = 4;
  Claim claim;
  claim.test = {{"kind", "published"},
                {"quantity", "step_s"},
                {"of", json::object()},
                {"over", "t_{n}"},
                {"why", "another machine"}};
  const Finding finding = try_claim(claim, paper, {timed("cuda", 8, 1, 0.01)}, Machine{});
  EXPECT_EQ(finding.verdict, Verdict::kNotMeasurable);
  EXPECT_EQ(finding.observed,
            "another machine; for information, this machine takes 0.250 of it, N = 8");
}

}  // namespace
