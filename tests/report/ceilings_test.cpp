#include "harness/report/ceilings.hpp"
#include "harness/report/contests.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"
#include "harness/report/draw.hpp"
#include "harness/report/report.hpp"
#include "tests/report/synthetic.hpp"

namespace {

using namespace tycho;
using namespace tycho::report;
using nlohmann::json;

json ceiling(const std::string& backend, const std::string& id, const std::string& unit,
             double value, int threads = 1, bool pass = true) {
  const json statistics{{"median", value}, {"low", value}, {"high", value}};
  return {{"backend", backend},       {"id", id},
          {"label", "made up " + id}, {"unit", unit},
          {"threads", threads},       {"value", statistics},
          {"seconds", statistics},    {"check", {{"pass", pass}}}};
}

/// 100 GB/s, 1000 GB/s in a cache of 1000 bytes, 50 GFLOP/s in single and 10 in double.
json probe(const std::string& machine, const std::string& date = "2001-02-03T04:05:06Z") {
  return {{"schema", "tycho-probe/1"},
          {"provenance", {{"machine", machine}, {"date", date}, {"gpu", {{"l2_bytes", 1000}}}}},
          {"cache_bytes", 1000},
          {"ceilings",
           {ceiling("cuda", "copy_memcpy", "GB/s", 100), ceiling("cuda", "copy_kernel", "GB/s", 90),
            ceiling("cuda", "read", "GB/s", 5000, 1, false),  // its output was wrong
            ceiling("cuda", "copy_cache", "GB/s", 1000), ceiling("cuda", "fma_fp32", "GFLOP/s", 50),
            ceiling("cuda", "fma_fp64", "GFLOP/s", 10), ceiling("cuda", "launch_graph", "s", 1e-6),
            ceiling("cpu", "triad", "GB/s", 8, 1), ceiling("cpu", "triad", "GB/s", 20, 4),
            ceiling("cpu", "triad_cache", "GB/s", 40, 4),
            ceiling("cpu", "fma_fp32", "GFLOP/s", 4, 4)}}};
}

Run run_of(const std::string& backend, int threads = 1) {
  Run run;
  run.algorithm = "all_pairs";
  run.backend = backend;
  run.threads = threads;
  run.settings = {{"precision", "fp32"}};
  run.machine = std::make_shared<const Machine>();
  run.timing.emplace();
  return run;
}

StageTime stage_of(double flops, double bytes) {
  StageTime stage;
  stage.flops = flops;
  stage.bytes = bytes;
  stage.step_s = {1, 1, 1};
  return stage;
}

void expect_floor(const report::Run& run, const StageTime& stage, const std::string& ceiling,
                  double seconds) {
  const auto floor =
      binding_floor(run, "force", stage, result::read_probe(probe("m"), "probe.json"));
  ASSERT_TRUE(floor) << ceiling;
  EXPECT_EQ(floor->ceiling, ceiling);
  EXPECT_DOUBLE_EQ(floor->seconds, seconds) << ceiling;
}

TEST(Ceilings, TheCeilingThatAllowsLeastBinds) {
  const report::Run gpu = run_of("cuda");
  expect_floor(gpu, stage_of(1e9, 100e9), "memory", 1);
  expect_floor(gpu, stage_of(100e9, 100e9), "fma fp32", 2);
  report::Run in_double = run_of("cuda");
  in_double.settings["precision"] = "fp64";
  expect_floor(in_double, stage_of(100e9, 100e9), "fma fp64", 10);
  // Of what fits into the cache the cache is the ceiling; here a launch takes longer than that.
  expect_floor(gpu, stage_of(1, 1000), "launch", 1e-6);
  StageTime halves = stage_of(0, 2000);
  expect_floor(run_of("cpu", 4), halves, "memory", 1e-7);
  halves.calls = 2;  // of 1000 bytes
  expect_floor(run_of("cpu", 4), halves, "cache", 5e-8);
  expect_floor(run_of("cpu", 1), stage_of(0, 8e9), "memory", 1);
  expect_floor(run_of("cpu", 3), stage_of(0, 20e9), "memory", 1);
  EXPECT_FALSE(
      binding_floor(gpu, "force", stage_of(0, 0), result::read_probe(probe("m"), "probe.json")));
}

TEST(Ceilings, IssueSlotsBindTheStageThatIsCounted) {
  report::Run run = run_of("cuda");
  run.clock_mhz = 1000;
  Machine machine;
  machine.sms = 2;
  machine.provenance.gpu.emplace().compute_capability = "9.0";
  run.machine = std::make_shared<const Machine>(machine);
  run.timing->rate_stage = "force";
  run.timing->count = 512e9;  // 2 x 128 x 1e9 slots a second, 2 a unit: 4 s
  StageTime stage = stage_of(100e9, 100e9);
  stage.issue_slots = 2;
  expect_floor(run, stage, "issue slots", 4);
  stage.flops = 1e12;  // by a convention: 20 s of multiply-adds, where all instructions take 4 s
  expect_floor(run, stage, "issue slots", 4);
  stage.flops = 100e9;
  machine.provenance.gpu->compute_capability = "8.0";  // half as many lanes
  run.machine = std::make_shared<const Machine>(machine);
  expect_floor(run, stage, "issue slots", 8);
  machine.provenance.gpu->compute_capability = "99.0";
  run.machine = std::make_shared<const Machine>(machine);
  EXPECT_FALSE(issue_limit(run, stage)) << "the lanes are not known";
}

// A lane of the CPU issues as many instructions as fused multiply-adds: 2e9 a second here, 4 a
// unit.
TEST(Ceilings, IssueSlotsOfTheCpuAreHeldAgainstItsMultiplyAdds) {
  report::Run run = run_of("cpu", 4);
  run.timing->rate_stage = "force";
  run.timing->count = 1e9;
  StageTime stage = stage_of(4e9, 1e9);
  stage.issue_slots = 4;
  expect_floor(run, stage, "fma fp32", 1);  // an older result: the count is the GPU's
  Machine machine;
  machine.provenance.build.simd_bits = 512;
  run.machine = std::make_shared<const Machine>(machine);
  expect_floor(run, stage, "issue slots", 2);
}

TEST(Ceilings, WhatOnlyTheLastCacheHoldsIsHeldAgainstIt) {
  json file = probe("m");
  file["core_cache_bytes"] = 200;
  file["ceilings"].push_back(ceiling("cpu", "triad_last_cache", "GB/s", 25, 4));
  const result::ProbeFile read = result::read_probe(file, "probe.json");
  const auto floor = [&](int threads, double bytes) {
    return binding_floor(run_of("cpu", threads), "force", stage_of(0, bytes), read)->ceiling;
  };
  EXPECT_EQ(floor(4, 800), "cache") << "each core holds 200";
  EXPECT_EQ(floor(4, 801), "last cache");
  EXPECT_EQ(floor(4, 1001), "memory");
  EXPECT_EQ(floor(1, 201), "last cache");
  EXPECT_DOUBLE_EQ(binding_floor(run_of("cpu", 4), "force", stage_of(0, 1000), read)->seconds,
                   4e-8);
}

// Stages of a GPU's run that its host does, by the settings that say so.
TEST(Ceilings, OfWhatTheHostDoesForAGpuAreTheHosts) {
  report::Run run = run_of("cuda", 4);
  run.algorithm = "barnes_hut";
  run.settings["scheme"] = std::string("particle");
  EXPECT_TRUE(by_host(run, "build"));
  EXPECT_FALSE(by_host(run, "walk"));
  const result::ProbeFile read = result::read_probe(probe("m"), "probe.json");
  const auto floor = binding_floor(run, "build", stage_of(0, 1e9), read);
  ASSERT_TRUE(floor);
  EXPECT_EQ(floor->ceiling, "host memory");
  EXPECT_EQ(binding_floor(run, "walk", stage_of(0, 1e9), read)->ceiling, "memory");
  run.settings["scheme"] = std::string("device");
  EXPECT_FALSE(by_host(run, "build"));
  run.backend = "cpu";
  run.settings["scheme"] = std::string("particle");
  EXPECT_FALSE(by_host(run, "build")) << "all of it is the host's, and said of no stage";
}

class ProbedReport : public ::testing::Test {
 protected:
  ProbedReport() {
    folder_.write("published/synthetic.json", synthetic::published().dump());
    auto small = synthetic::run("gpu", "cuda", 4, 1e-3);
    small.device = result::DeviceRecord{};
    small.device->power_w.mean = 200;
    small.device->joules_per_step = 0.7;  // more than three times what its power makes of a step
    auto large = synthetic::run("gpu", "cuda", 8, 1e-3);
    large.timing->throttled = {{0, 3}, true, {"sw_power_cap", "hw_thermal"}};
    large.device = result::DeviceRecord{};
    large.device->clock_mhz.mean = 1500;
    large.device->clock_mhz.least = 900;
    large.device->power_w.mean = 250;
    large.device->joules_per_step = 0.25;
    folder_.write("here/synthetic.json", synthetic::result("Synthetic machine", {small, large}, 4));
  }
  std::string page() {
    write_report({{input_}, {}, folder_.path() / "out", folder_.path() / "published", "", true});
    return folder_.read("out/index.html");
  }
  static bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  }
  synthetic::Folder folder_;
  std::filesystem::path input_ = folder_.path() / "here";
};

TEST_F(ProbedReport, StagesSayWhatBindsThem) {
  folder_.write("here/probe.json", probe("Synthetic machine").dump());
  const std::string text = page();
  EXPECT_TRUE(has(text, "Of its ceiling"));
  EXPECT_TRUE(has(folder_.read("out/tables/synthetic-appendix-fig3.5-stages.csv"), ",launch\n"));
  EXPECT_TRUE(has(text, "id=\"ceilings\""));
  EXPECT_TRUE(has(folder_.read("out/tables/ceilings.csv"),
                  "GPU,made up read,,5000 GB/s,5000 GB/s to 5000 GB/s"));
}

TEST_F(ProbedReport, AProbeBesideAResultFileIsFound) {
  folder_.write("here/probe.json", probe("Synthetic machine").dump());
  input_ /= "synthetic.json";
  EXPECT_TRUE(has(page(), "Of its ceiling"));
}

TEST_F(ProbedReport, WithoutAProbeOfThatMachineNothingChanges) {
  const std::string without = page();
  EXPECT_FALSE(has(without, "Of its ceiling"));
  EXPECT_FALSE(has(without, "oofline"));
  folder_.write("here/probe.json", probe("Another machine").dump());
  EXPECT_FALSE(has(page(), "Of its ceiling"));
}

TEST_F(ProbedReport, RefusesABrokenProbeNamingIt) {
  folder_.write("here/probe.json", R"({"schema": "tycho-probe/1"})");
  try {
    page();
    FAIL() << "no error";
  } catch (const UsageError& error) {
    EXPECT_TRUE(has(error.what(), "here/probe.json: the key 'provenance' is missing"))
        << error.what();
  }
}

TEST_F(ProbedReport, TheLatestOfSeveralProbesCounts) {
  folder_.write("here/a/probe.json", probe("Synthetic machine", "2001-01-01T00:00:00Z").dump());
  folder_.write("here/b/probe.json", probe("Synthetic machine", "2003-01-01T00:00:00Z").dump());
  folder_.write("here/c/probe.json", probe("Synthetic machine", "2002-01-01T00:00:00Z").dump());
  const auto probes = load_probes({input_});
  ASSERT_EQ(probes.size(), 1u);
  EXPECT_EQ(probes.begin()->second.date, "2003-01-01T00:00:00Z");
}

TEST_F(ProbedReport, PrintsJoulesAndMarksThrottledWindows) {
  const std::string text = page();
  const std::string said =
      " during 2 of 10 timed windows and the windows that time its stages (sw power cap, hw "
      "thermal).";
  EXPECT_LT(text.find(said), text.find("<section id=\"page-synthetic\"")) << "on the front";
  EXPECT_TRUE(has(folder_.read("out/tables/synthetic-appendix-fig3.5-steps.csv"),
                  "0.250 J,250 W,1500 MHz,\"2 of 10 windows, stages\""));
  EXPECT_TRUE(has(text, "down to 900"));
  EXPECT_FALSE(has(text, "0.700 J"));
}

TEST_F(ProbedReport, RooflineIsDescribedForTheLargestSize) {
  folder_.write("here/probe.json", probe("Synthetic machine").dump());
  Evidence evidence = gather(load_results({input_}, false), {});
  evidence.probes = load_probes({input_});
  const auto figures = rooflines("synthetic", evidence);
  ASSERT_EQ(figures.size(), 1u);
  const json described = describe(figures[0]);
  EXPECT_EQ(described["id"], "synthetic-roofline-all_pairs-cuda");
  const json& panel = described["panels"][0];
  EXPECT_EQ(panel["x"]["scale"], "log10");
  EXPECT_EQ(panel["y"]["scale"], "log10");
  ASSERT_EQ(panel["series"].size(), 3u);
  // 100 GB/s up to 50 GFLOP/s: the ridge is at 0.5 flops a byte.
  EXPECT_EQ(panel["series"][0]["label"], "memory, fp32");
  EXPECT_EQ(panel["series"][0]["points"][1], json({0.5, 50.0}));
  EXPECT_EQ(panel["series"][0]["points"][2][1], 50.0);
  EXPECT_EQ(panel["series"][1]["dash"], 1);
  // N = 8: 20 x 64 flops, 28 x 8 bytes, half a millisecond.
  EXPECT_EQ(panel["series"][2]["style"], "points");
  EXPECT_TRUE(panel["series"][2]["label"].get<std::string>().starts_with("1  Force"));
  EXPECT_EQ(figures[0].panels[0].series[2].names, std::vector<std::string>{"1"});
  EXPECT_EQ(panel["series"][2]["points"].size(), 1u);
  EXPECT_DOUBLE_EQ(panel["series"][2]["points"][0][0].get<double>(), 1280.0 / 224);
  EXPECT_DOUBLE_EQ(panel["series"][2]["points"][0][1].get<double>(), 1280 / 0.5e-3 * 1e-9);
  if (const std::string why = drawing_unavailable(); !why.empty()) GTEST_SKIP() << why;
  for (const auto drawer : {draw_with_gnuplot, draw_with_matplot}) {
    if (drawer == draw_with_matplot && !have_matplot()) continue;
    drawer(lay_out(figures[0]), folder_.path());
    EXPECT_TRUE(has(folder_.read(figures[0].id + ".svg"), "</svg>"));
  }
}

TEST_F(ProbedReport, DistanceFromTheLimitsIsOfTheLargestSizeOrSaysWhyNot) {
  folder_.write("here/probe.json", probe("Synthetic machine").dump());
  const auto view_of = [&](const result::RunRecord& large) {
    folder_.write(
        "here/synthetic.json",
        synthetic::result("Synthetic machine", {synthetic::run("gpu", "cuda", 8, 1e-3), large}));
    Evidence evidence = gather(load_results({input_}, false), {});
    evidence.probes = load_probes({input_});
    Paper paper;
    paper.key = "synthetic";
    paper.contests = {{"springs", "step_s", {{"variant", {"gpu"}}}, {}, {}, {}}};
    return limits_view({&paper}, evidence);
  };
  const ContestView counted = view_of(synthetic::run("gpu", "cuda", 64, 8e-3));
  ASSERT_TRUE(counted.table);
  EXPECT_EQ(counted.table->rows.at(0).at(2).text, "64");
  EXPECT_EQ(counted.table->rows.at(0).at(3).note, "of 1 step");
  EXPECT_EQ(counted.table->notes.size(), 1u);
  // What a paper counts is not the fewest operations, and lanes times clock is nobody's
  // measurement.
  EXPECT_EQ(counted.table->notes.at(0).find("fewest operations"), std::string::npos);
  EXPECT_NE(counted.figure->caption.find("which no probe measures"), std::string::npos);
  // At the largest size the longest stage counts nothing: a smaller one stands in for it, and says
  // so.
  result::RunRecord uncounted = synthetic::run("gpu", "cuda", 64, 8e-3);
  result::StageRecord& walk = uncounted.timing->stages["walk"];
  walk = uncounted.timing->stages.at("force");
  walk.step_s = synthetic::estimate(6e-3);
  walk.flops = walk.bytes = walk.issue_slots = 0;
  const ContestView smaller = view_of(uncounted);
  ASSERT_TRUE(smaller.table);
  EXPECT_EQ(smaller.table->rows.at(0).at(2).text, "8");
  ASSERT_EQ(smaller.table->notes.size(), 2u);
  EXPECT_NE(smaller.table->notes.at(1).find("springs (8 instead of 64)"), std::string::npos);
}

}  // namespace
