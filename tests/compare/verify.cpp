// A sound result has no findings, and whatever is changed in it is found.
#include "harness/verify/verify.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <functional>

#include "harness/result/durable_file.hpp"
#include "harness/result/energy.hpp"
#include "harness/result/utc_time.hpp"
#include "tests/compare/made_up.hpp"
#include "tests/harness/temporary_folder.hpp"

namespace tycho::verify {
namespace {

using made_up::around;
using made_up::json;

json sound() {
  made_up::RunRecord run =
      made_up::run("v", around(1e-3, 0.01, 7), {{"force", {"events", around(0.8e-3, 0.02, 30)}}});
  run.timing->throughput->stage = "force";
  run.timing->throughput->stage_per_s = 66049 / run.timing->stages.at("force").step_s.median;
  run.series.emplace().curves["energy_error"] = {{0, 1, 2}, {0, 1e-9, 2e-9}};
  return json::parse(to_text(made_up::result({run})));
}

Findings findings_of(const json& root) {
  const TemporaryFolder folder;
  std::ofstream(folder / "r.json") << root.dump();
  return verify(folder / "r.json");
}

std::string listed(const Findings& findings) {
  std::string all;
  for (const Finding& finding : findings) all += finding.at + ": " + finding.what + "\n";
  return all;
}

// One change, found at this place.
void expect_found(const std::string& at, const std::function<void(json&)>& change) {
  json root = sound();
  change(root);
  const Findings findings = findings_of(root);
  EXPECT_TRUE(std::any_of(findings.begin(), findings.end(),
                          [&](const Finding& finding) { return finding.at == at; }))
      << at << " is not among\n"
      << listed(findings);
}

json& run_of(json& root) { return root.at("runs").at(0); }
json& timing_of(json& root) { return run_of(root).at("timing"); }

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

TEST(Verify, TakesNoAddressFromTheCellsOfAPicture) {
  const std::string cells = "::1 ::1 ";  // by chance
  const auto with_picture = [&](const char* key) {
    json root = sound();
    run_of(root)["series"]["pictures"] = {
        {{"t", 0}, {"side", 2}, {key, {{"least", 1}, {"most", 2}, {"cells", cells.substr(0, 4)}}}}};
    return root;
  };
  EXPECT_EQ(listed(findings_of(with_picture("levels"))).find("address"), std::string::npos);
  EXPECT_NE(listed(findings_of(with_picture("elsewhere"))).find("address"), std::string::npos);
}

TEST(Verify, FindsTracesOfPeopleAndComputers) {
  const auto with_reason = [](const std::string& reason) {
    return [reason](json& r) {
      run_of(r).erase("timing");
      run_of(r)["status"] = "failed";
      run_of(r)["reason"] = reason;
    };
  };
  for (const char* reason : {"cannot read /home/alice/case.json",
                             "in '/opt/x/tool'",
                             "C:\\Users\\alice\\x",
                             "~/data/x",
                             "mail alice@example.org",
                             "from 192.168.17.4:80",
                             "on node17.cluster",
                             "at gpu3.lrz.edu.",
                             "on node17.hpc.uni-koeln.de",
                             "on login1.archer2.ac.uk",
                             "on daint.cscs.ch, twice",
                             "on NODE3.BSC.ES",
                             "on vm-4.eu-west.cloud",
                             "on box.local.",
                             "(gpu-a.kyoto-u.ac.jp)",
                             "from fe80::1ff:fe23:4567:890a",
                             "from [2001:db8::ff00:42:8329]:22",
                             "at ::1",
                             "at ::ffff:10.0.0.1",
                             "see file:///home/alice/x",
                             "see file:/data/x",
                             "see ssh://alice-box/run",
                             "http://intranet/x",
                             "C:/Users/alice",
                             "\\\\server\\share",
                             "//server/share",
                             "from //server",
                             "over 00:1b:44:11:3a:b7"})
    expect_found("/runs/0/reason", with_reason(reason));
  expect_found("/context/host_name", [](json& r) { r["context"]["host_name"] = "x"; });
  expect_found("/provenance/build/flags", [](json& r) {
    r["provenance"]["build"]["flags"] = "-O3 -I/usr/local/alice/include";
  });
  // What results do hold is none of these.
  json root = sound();
  with_reason("crashed (SIGSEGV) in stage 'push+deposit' and/or 3 pairs/s at 13.0.88, e.g. 1.5")(
      root);
  EXPECT_EQ(listed(findings_of(root)), "");
  for (const char* reason :
       {"at 04:05:06", "std::bad_alloc", "in Foo::bar", "nvidia-h200.json and two_body.py",
        "i.e. so", "libcuda.so", "p99.9 of 1.5", "theta = 0.5.is it", "2026-11-15T02:00:00Z",
        "read 0.5.no more", "v1.2.rc", "x.y", "ratio 1:2:3", "case.schema", "a/b.de=1",
        "both//either", "a // b"}) {
    root = sound();
    with_reason(reason)(root);
    EXPECT_EQ(listed(findings_of(root)), "");
  }
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

TEST(Verify, LooksIntoTextsOfAnyLength) {
  json root = sound();
  root["runs"][0]["reason"] = std::string(100'000, 'a');
  EXPECT_EQ(listed(findings_of(root)), "");
  root["runs"][0]["reason"] =
      std::string(100'000, 'a') + " in /home/alice/tycho " + std::string(100'000, 'b');
  EXPECT_NE(listed(findings_of(root)).find("an absolute path"), std::string::npos);
}

// Wherever it stands in a long text, what is before it and behind it counts, and nothing else does.
TEST(Verify, LooksIntoTextsWhereverATraceStands) {
  const std::string name(255, 'n');  // of a file, the longest
  const auto findings_behind = [](std::size_t before, const std::string& trace) {
    json root = sound();
    run_of(root)["reason"] = std::string(before, 'a') + trace + "." + std::string(1000, 'b');
    return listed(findings_of(root));
  };
  for (std::size_t before = 0; before < 1500; before += 31) {
    for (const std::string& trace :
         {" /" + name + "/b", " \\\\" + name + "\\b", " a@" + name + ".b"})
      EXPECT_NE(findings_behind(before, trace), "") << trace << " behind " << before;
    // Parts of a relative path, of a version and of a word begin and end at no border of the text.
    for (const char* none : {"/first/second", "x1.2.3.4", "12:34:56:78:9a:bc"})
      EXPECT_EQ(findings_behind(before + 1, none), "") << none << " behind " << before + 1;
  }
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
