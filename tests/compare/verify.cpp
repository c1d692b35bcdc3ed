// A sound result has no findings, and whatever is changed in it is found.
#include "tests/compare/findings.hpp"

#include "harness/result/energy.hpp"
#include "harness/result/utc_time.hpp"

namespace tycho::verify {
namespace {

TEST(Verify, FindsNothingInASoundResult) { EXPECT_EQ(listed(findings_of(sound())), ""); }

TEST(Verify, FindsNothingInTheRecordedResults) {
  for (const char* paper : {"aubert2009", "bertinelli2025", "decyk2009"})
    EXPECT_EQ(
        listed(verify(TYCHO_SOURCE_DIR "/results/nvidia-h200/" + std::string(paper) + ".json")),
        "");
}

TEST(Verify, FindsThreadsThatWereNotTheFastest) {
  const auto tried = [](json& r, int used) {
    run_of(r)["threads"] = 16;
    run_of(r)["threads_used"] = used;
    run_of(r)["threads_tried"] = {{"16", 2e-3}, {"8", 1e-3}};
  };
  expect_found("/runs/0/threads_used", [&](json& r) { tried(r, 16); });
  expect_found("/runs/0/threads_used", [&](json& r) { tried(r, 4); });
  expect_found("/runs/0/threads_used", [&](json& r) {
    tried(r, 8);
    run_of(r)["threads"] = 4;
  });
  json root = sound();
  tried(root, 8);
  EXPECT_EQ(listed(findings_of(root)).find("threads_used"), std::string::npos);
}

TEST(Verify, FindsPhasesThatTakeLongerThanTheRun) {
  const auto spend = [](double seconds) {
    return [seconds](json& root) {
      run_of(root)["wall_s"] = 10;
      run_of(root)["spent_s"] = {{"evolving", seconds}, {"checking", 2}};
    };
  };
  expect_found("/runs/0/spent_s", spend(9));
  json root = sound();
  spend(7.9)(root);
  EXPECT_EQ(listed(findings_of(root)), "");
}

TEST(Verify, FindsWhatIsNotInTheSchema) {
  expect_found("/schema", [](json& r) { r["schema"] = "tycho-result/3"; });
  expect_found("/extra", [](json& r) { r["extra"] = 1; });
  expect_found("/suite", [](json& r) { r["suite"] = "huge"; });
  expect_found("/provenance/date", [](json& r) { r["provenance"]["date"] = "yesterday"; });
  expect_found("/provenance/gpu/sms", [](json& r) { r["provenance"]["gpu"]["sms"] = 0; });
  expect_found("/provenance/build", [](json& r) { r["provenance"]["build"].erase("flags"); });
  expect_found("/runs/0/backend", [](json& r) { run_of(r)["backend"] = "opencl"; });
  expect_found("/runs/0/n", [](json& r) { run_of(r)["n"] = 2.5; });
  expect_found("/runs/0/reason", [](json& r) {
    run_of(r).erase("timing");
    run_of(r)["status"] = "failed";
  });
  expect_found("/runs/0/timing", [](json& r) {
    run_of(r)["status"] = "skipped";
    run_of(r)["reason"] = "why";
  });
  expect_found("/runs/0/timing/step_s/median",
               [](json& r) { timing_of(r)["step_s"]["median"] = "fast"; });
  expect_found("/runs/0/timing/stages/force/method",
               [](json& r) { timing_of(r)["stages"]["force"]["method"] = "guess"; });
  expect_found("/runs/0/timing/step_s/samples",
               [](json& r) { timing_of(r)["step_s"]["samples"] = json::array(); });
  expect_found("/runs/0/checks/0/limit",
               [](json& r) { run_of(r)["checks"][0]["limit"] = nullptr; });
  expect_found("/runs/1/id", [](json& r) { r["runs"].push_back(r["runs"][0]); });
}

TEST(Verify, FindsACutThatIsNone) {
  const json not_judged = json::array({{{"check", "growth_rate"}, {"reason", "it was cut"}}});
  expect_found("/runs/0/checks_not_judged",
               [&](json& r) { run_of(r)["checks_not_judged"] = not_judged; });
  expect_found("/runs/0/cut/step", [](json& r) {
    const json all = timing_of(r)["steps_requested"];
    run_of(r)["cut"] = {{"step", all}, {"of", all}, {"by", "--budget"}};
  });
  expect_found("/runs/0/cut/of", [](json& r) {
    run_of(r)["cut"] = {{"step", 1}, {"of", 7}, {"by", "--budget"}};
  });
}

TEST(Verify, FindsNumbersThatDoNotFollowFromOneAnother) {
  expect_found("/runs/0/timing/step_s/median",
               [](json& r) { timing_of(r)["step_s"]["median"] = 1.002e-3; });
  expect_found("/runs/0/timing/step_s", [](json& r) { timing_of(r)["step_s"]["low"] = 2e-3; });
  expect_found("/runs/0/timing/step_s/samples",
               [](json& r) { timing_of(r)["step_s"]["samples"][0] = 0.5e-3; });
  expect_found("/runs/0/timing/step_s/high", [](json& r) {
    timing_of(r)["step_s"]["visits"] = {1e-3, 9e-3};
  });
  expect_found("/runs/0/timing/step_s/spread",
               [](json& r) { timing_of(r)["step_s"]["spread"] = 0; });
  expect_found("/runs/0/timing/unattributed_s",
               [](json& r) { timing_of(r)["unattributed_s"] = 0; });
  expect_found("/runs/0/timing/total_s/value",
               [](json& r) { timing_of(r)["total_s"]["value"] = 1; });
  expect_found("/runs/0/timing/state", [](json& r) { timing_of(r)["state"] = "extrapolated"; });
  expect_found("/runs/0/timing/repeats_measured",
               [](json& r) { timing_of(r)["repeats_measured"] = 8; });
  expect_found("/runs/0/timing/disturbance", [](json& r) { timing_of(r)["disturbance"] = 0; });
  expect_found("/runs/0/timing/stages/force/gflops",
               [](json& r) { timing_of(r)["stages"]["force"]["gflops"] = 99; });
  expect_found("/runs/0/timing/stages/force/gbytes",
               [](json& r) { timing_of(r)["stages"]["force"]["bytes"] = 99; });
  expect_found("/runs/0/timing/throughput/per_s",
               [](json& r) { timing_of(r)["throughput"]["count"] = 1; });
  expect_found("/runs/0/timing/throughput/stage_per_s",
               [](json& r) { timing_of(r)["throughput"]["stage_per_s"] = 1; });
  expect_found("/runs/0/timing/throughput/stage",
               [](json& r) { timing_of(r)["throughput"]["stage"] = "farce"; });
  expect_found("/runs/0/checks/0/pass", [](json& r) { run_of(r)["checks"][0]["value"] = 2; });
  expect_found("/runs/0/checks/0/pass", [](json& r) { run_of(r)["checks"][0]["value"] = nullptr; });
  expect_found("/runs/0/id", [](json& r) { run_of(r)["n"] = 258; });
  expect_found("/runs/0/paper", [](json& r) { r["paper"] = "other"; });
  expect_found("/runs/0/started", [](json& r) { run_of(r)["started"] = "2999-01-01T00:00:00Z"; });
  expect_found("/runs/0/backend", [](json& r) { r["provenance"]["gpu"] = nullptr; });
  expect_found("/runs/0/device/clock_after_mhz",
               [](json& r) { run_of(r)["device"]["clock_after_mhz"] = 19800; });
  expect_found("/runs/0/series/energy_error/t/2",
               [](json& r) { run_of(r)["series"]["energy_error"]["t"][2] = 0.5; });
  expect_found("/runs/0/series/energy_error/value",
               [](json& r) { run_of(r)["series"]["energy_error"]["value"].push_back(1); });
}

// The steps of a way need not be alike, but its windows take what its samples say.
TEST(Verify, FindsATotalOfAWayThatItsWindowsDoNotTake) {
  const auto found = [](double passed_s, int steps, const made_up::Samples& samples) {
    made_up::RunRecord run = made_up::run("v", samples);
    result::TimingRecord& timing = *run.timing;
    timing.steps_requested = timing.steps_measured = steps;
    timing.passed_s = passed_s;
    timing.total_s = {passed_s, passed_s, passed_s};
    if (samples.size() == result::kMostSamples) timing.repeats_measured = steps;
    return listed(findings_of(json::parse(to_text(made_up::result({run})))));
  };
  const made_up::Samples each{1e-3, 1e-3, 7e-3};  // a window a step
  EXPECT_EQ(found(9e-3, 3, each), "");
  EXPECT_NE(found(5e-3, 3, each).find("/timing/passed_s: is 0.005"), std::string::npos)
      << found(5e-3, 3, each);
  EXPECT_NE(found(12e-3, 3, each).find("/timing/passed_s"), std::string::npos);
  EXPECT_EQ(found(16e-3, 4, each), "") << "one of the windows may be two steps";
  EXPECT_NE(found(17e-3, 4, each).find("/timing/passed_s"), std::string::npos);
  EXPECT_NE(found(9e-3, 2, each).find("/timing/steps_measured"), std::string::npos);
  const made_up::Samples kept = around(1e-3, 0.01, 200);  // of 400
  EXPECT_EQ(found(0.6, 400, kept), "") << "one that was not kept may be long";
  EXPECT_NE(found(0.3, 400, kept).find("/timing/passed_s"), std::string::npos);
}

TEST(Verify, FindsJoulesThatThePowerDoesNotMake) {
  const auto found = [](double watts, const std::string& started) {
    json root = sound();
    run_of(root)["started"] = started;
    run_of(root)["device"]["power_mean_w"] = 250;
    run_of(root)["device"]["joules_per_step"] =
        watts * timing_of(root)["step_s"]["median"].get<double>();
    return listed(findings_of(root)).find("joules_per_step") != std::string::npos;
  };
  const std::string day(result::kEnergyOfSteps);
  EXPECT_LE(day, result::utc_now()) << "results of today would not be looked at";
  const std::string since = day + "T00:00:00Z";
  EXPECT_FALSE(found(250 * 1.4, since));
  EXPECT_TRUE(found(250 * 4, since));
  EXPECT_TRUE(found(250 / 4., since));
  EXPECT_FALSE(found(250 * 4, "2026-11-18T23:59:59Z"));
}

TEST(Verify, FindsASweptValueThatTheRunDidNotHave) {
  const auto with = [](const json& settings, const json& sweep) {
    json root = sound();
    run_of(root)["settings"].update(settings);
    run_of(root)["sweep"] = sweep;
    return listed(findings_of(root));
  };
  EXPECT_EQ(with({{"unroll", 16}, {"kernel", "tiled"}}, {{"unroll", 16}, {"kernel", "tiled"}}), "");
  const std::string found = "/runs/0/sweep/unroll: is not what the run's settings have\n";
  EXPECT_EQ(with({{"unroll", 16}}, {{"unroll", 32}}), found);
  EXPECT_EQ(with(json::object(), {{"unroll", 32}}), found);
  EXPECT_NE(with(json::object(), {{"ranks", 2}}), "") << "it ran on none";
}

// Times in milliseconds agree with one another, but not with the clock on the wall.
TEST(Verify, FindsTimesInAnotherUnit) {
  made_up::RunRecord run = made_up::run("v", around(1, 0.01, 7));
  run.wall_s = 0.2;
  EXPECT_NE(
      listed(findings_of(json::parse(to_text(made_up::result({run}))))).find("cannot be seconds"),
      std::string::npos);
  run.counters.emplace()["sittings"] = 2.0;
  EXPECT_EQ(
      listed(findings_of(json::parse(to_text(made_up::result({run}))))).find("cannot be seconds"),
      std::string::npos)
      << "the wall time is of the last sitting";
}

TEST(Verify, FindsDatesThatDoNotExistOrLieAhead) {
  for (const char* date :
       {"2026-02-31T00:00:00Z", "2025-02-29T00:00:00Z", "2026-04-31T00:00:00Z",
        "2026-00-10T00:00:00Z", "2026-13-01T00:00:00Z", "2026-01-00T00:00:00Z"}) {
    expect_found("/provenance/date", [&](json& r) { r["provenance"]["date"] = date; });
    expect_found("/runs/0/started", [&](json& r) { run_of(r)["started"] = date; });
  }
  expect_found("/provenance/date",
               [](json& r) { r["provenance"]["date"] = "2999-01-01T00:00:00Z"; });
  json root = sound();
  run_of(root)["started"] = "2024-02-29T23:59:60Z";
  EXPECT_EQ(listed(findings_of(root)), "");
}

TEST(Verify, FindsAMedianThatIsNotThatOfItsThinnedSamples) {
  const auto with_many = [](double median) {
    made_up::RunRecord run = made_up::run("v", around(1e-3, 0.01, result::kMostSamples));
    run.timing->repeats_measured = 5000;
    result::Statistics& times = run.timing->step_s;
    const double before = times.median;
    times.median *= median;
    times.low *= median;
    times.high *= median;
    times.minimum *= std::min(median, 1.0);
    const double steps = static_cast<double>(run.timing->steps_requested);
    run.timing->total_s = {steps * times.median, steps * times.low, steps * times.high};
    run.timing->unattributed_s = times.median;
    *run.timing->instrumented_step_s *= times.median / before;
    run.timing->throughput->per_s = run.timing->throughput->count / times.median;
    return listed(findings_of(json::parse(to_text(made_up::result({run})))));
  };
  EXPECT_EQ(with_many(1), "");
  EXPECT_NE(with_many(0.993).find("/runs/0/timing/step_s/median"), std::string::npos);
  EXPECT_NE(with_many(1.007).find("/runs/0/timing/step_s/median"), std::string::npos);
}

TEST(Verify, KnowsThatSamplesAreStoredWithFewerDigitsThanTheirMedian) {
  const auto with_low = [](double factor) {
    made_up::RunRecord run = made_up::run("v", around(1e-3, 0.01, 20));
    result::Statistics& times = run.timing->step_s;
    times.low = times.median * factor;
    return listed(findings_of(json::parse(to_text(made_up::result({run})))));
  };
  const std::string out_of_order = "minimum <= low <= median <= high does not hold";
  EXPECT_EQ(with_low(1 + 5e-7).find(out_of_order), std::string::npos);
  EXPECT_NE(with_low(1 + 5e-6).find(out_of_order), std::string::npos);
}

TEST(Verify, FindsAThrottledWindowThatWasNotMeasured) {
  expect_found("/runs/0/timing/throttled", [](json& r) {
    timing_of(r)["throttled"] = {{"windows", {7}}, {"stages", false}, {"reasons", {"hw_thermal"}}};
  });
}

TEST(Verify, TakesAThroughputOfNoNamedStage) {
  json root = sound();
  timing_of(root)["throughput"].erase("stage");
  EXPECT_EQ(listed(findings_of(root)), "");
  expect_found("/runs/0/timing/throughput/stage",
               [](json& r) { timing_of(r)["throughput"]["stage"] = 3; });
}

TEST(Verify, TellsOfAFileThatIsNoJson) {
  const TemporaryFolder folder;
  std::ofstream(folder / "r.json") << "{\"schema\": ";
  ASSERT_EQ(verify(folder / "r.json").size(), 1u);
  EXPECT_NE(verify(folder / "r.json")[0].what.find("not JSON"), std::string::npos);
}

}  // namespace
}  // namespace tycho::verify
