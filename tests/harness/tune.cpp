#include <gtest/gtest.h>

#include "core/contracts/all_pairs.hpp"
#include "core/contracts/barnes_hut.hpp"
#include "core/known_contracts.hpp"
#include "harness/campaign/describe.hpp"
#include "harness/result/durable_file.hpp"
#include "harness/tune/choose.hpp"
#include "harness/tune/sweep_case.hpp"
#include "tests/harness/case_file.hpp"
#include "tests/harness/temporary_folder.hpp"

namespace tycho {
namespace {

using nlohmann::json;

Settings tiled(const char* precision = "fp32") {
  Settings settings(all_pairs::contract(), Backend::kCuda);
  settings.set("kernel", "tiled");
  settings.set("precision", precision);
  return settings;
}

tune::TunedFile file_with(const Settings& settings,
                          std::vector<std::pair<std::int64_t, double>> blocks) {
  tune::TunedFile file{"a-gpu.json", Backend::kCuda, "A GPU", {}};
  for (const auto& [n, block] : blocks) {
    tune::TunedEntry entry;
    entry.algorithm = "all_pairs";
    entry.particles = n;
    entry.with = tune::split(settings).with;
    entry.settings = {{"threads_per_block", block}, {"unroll", 4}};
    file.entries.push_back(entry);
  }
  return file;
}

TEST(Tunable, DependsOnTheChoicesOfTheRun) {
  const auto names = [](const Settings& settings) {
    std::vector<std::string> found;
    for (const Parameter* p : tune::tunable(settings)) found.emplace_back(p->name);
    return found;
  };
  EXPECT_EQ(names(tiled()), (std::vector<std::string>{"threads_per_block", "unroll"}));
  EXPECT_EQ(names(Settings(all_pairs::contract(), Backend::kCuda)),
            std::vector<std::string>{"bodies_per_block"});
  EXPECT_TRUE(names(Settings(all_pairs::contract(), Backend::kCpu)).empty());
  Settings simd(all_pairs::contract(), Backend::kCpu);
  simd.set("loop", "best");
  EXPECT_EQ(names(simd), std::vector<std::string>{"targets"});
  EXPECT_EQ(names(Settings(barnes_hut::contract(), Backend::kCpu)),
            std::vector<std::string>{"leaf"});
}

// Whatever is best on a CPU has a block size that another CPU may want otherwise.
TEST(Tunable, TheBestCodeOfEveryAlgorithmOnTheCpuHasSomethingToTry) {
  int found = 0;
  for (const Contract* contract : known_contracts())
    for (const Choice& choice : contract->choices) {
      const bool best =
          applies(choice.scope, Backend::kCpu) &&
          std::find(choice.values.begin(), choice.values.end(), "best") != choice.values.end();
      if (!best) continue;
      Settings settings(*contract, Backend::kCpu);
      settings.set(choice.name, "best");
      if (contract->name == "pic") settings.set("layout", "ordered");
      EXPECT_FALSE(tune::tunable(settings).empty()) << contract->name;
      ++found;
    }
  EXPECT_EQ(found, 6) << "all_pairs, hermite, barnes_hut, tree_pm, particle_mesh, pic";
}

TEST(Tuned, TakesTheNearestSizeWithinAFactorOfTwo) {
  const tune::TunedFile file = file_with(tiled(), {{1000, 64}, {3000, 128}});
  const auto block = [&](std::int64_t n) {
    const tune::TunedEntry* entry = file.find(tiled(), n);
    return entry ? entry->settings.at("threads_per_block") : 0;
  };
  EXPECT_EQ(block(1000), 64);
  EXPECT_EQ(block(1700), 64);
  EXPECT_EQ(block(1800), 128);
  EXPECT_EQ(block(6000), 128);
  EXPECT_EQ(block(6001), 0);
  EXPECT_EQ(block(499), 0);
}

TEST(Tuned, IsForRunsAlikeInAllElseOnly) {
  const tune::TunedFile file = file_with(tiled(), {{1000, 64}});
  EXPECT_FALSE(file.find(tiled("fp64"), 1000));
  Settings other = tiled();
  other.set("softening", 0.5);
  EXPECT_FALSE(file.find(other, 1000));
  // What is tuned itself may differ.
  Settings block = tiled();
  block.set("threads_per_block", 512);
  block.set("bodies_per_block", 64);  // no matter to the tiled kernel
  EXPECT_TRUE(file.find(block, 1000));
}

TEST(Tuned, ReadsBackWhatItWrote) {
  TemporaryFolder folder;
  tune::TunedFile file = file_with(tiled(), {{1000, 64}});
  file.entries[0].date = "2001-02-03T04:05:06Z";
  const auto path = folder / "a-gpu.json";
  result::write_durably(path, tune::to_json(file).dump());
  const tune::TunedFile read = tune::read_tuned(path);
  EXPECT_EQ(tune::to_json(read), tune::to_json(file));
  EXPECT_TRUE(read.find(tiled(), 1000));
}

TEST(Tuned, ABrokenFileIsNamedWithWhatToDo) {
  TemporaryFolder folder;
  const auto refusal = [&](const std::string& text) -> std::string {
    result::write_durably(folder / "broken.json", text);
    try {
      tune::read_tuned(folder / "broken.json");
    } catch (const UsageError& error) {
      return error.what();
    }
    return "read";
  };
  for (const char* text : {"{", "[]", R"({"schema": "tycho-tuned/2"})",
                           R"({"schema": "tycho-tuned/1", "backend": "opencl", "device": "x"})"}) {
    EXPECT_NE(refusal(text).find("broken.json"), std::string::npos) << refusal(text);
    EXPECT_NE(refusal(text).find("--tuned none"), std::string::npos) << refusal(text);
  }
}

TEST(Tuned, AnEntryTakesThePlaceOfTheOneForTheSameRuns) {
  tune::TunedFile file = file_with(tiled(), {{1000, 64}, {3000, 128}});
  tune::TunedEntry better = file.entries[0];
  better.settings["threads_per_block"] = 512;
  file.keep(better);
  EXPECT_EQ(file.entries.size(), 2u);
  EXPECT_EQ(file.entries[0].settings.at("threads_per_block"), 512);
  better.particles = 9000;
  file.keep(better);
  EXPECT_EQ(file.entries.size(), 3u);
}

TEST(Tuned, NamesTheFileAfterTheDevice) {
  EXPECT_EQ(tune::tuned_file_name("NVIDIA H200"), "nvidia-h200.json");
  EXPECT_EQ(tune::tuned_file_name("Intel(R) Xeon(R) Gold 5218"), "intel-r-xeon-r-gold-5218.json");
  EXPECT_EQ(tune::tuned_file_name("../../etc"), "etc.json");
}

std::vector<cases::RunSpec> planned(const cases::Case& one, const tune::TunedFile& file) {
  cases::PlanOptions options;
  options.suite = "smoke";
  options.tuned = {&file, 1};
  return cases::plan({&one, 1}, testing::contracts(), options);
}

TEST(TunedPlan, TakesTunedSettingsThatTheCaseLeavesOpenAndSaysSo) {
  testing::CaseFolder folder;
  json open = testing::sound_case();
  open["settings"].erase("threads_per_block");
  open["variants"][0]["settings"].erase("threads_per_block");  // unroll is swept: the case's own
  const cases::Case one = folder.read(open);
  cases::PlanOptions plain;
  plain.suite = "smoke";
  const Settings like = cases::plan({&one, 1}, testing::contracts(), plain).front().settings;
  const auto runs = planned(one, file_with(like, {{257, 512}}));
  EXPECT_EQ(runs[0].settings.number("threads_per_block"), 512);
  EXPECT_EQ(runs[0].settings.number("unroll"), 1);
  ASSERT_TRUE(campaign::describe(runs[0]).tuned);
  EXPECT_EQ(campaign::describe(runs[0]).tuned->file, "a-gpu.json");
  EXPECT_EQ(campaign::describe(runs[0]).tuned->settings,
            (result::SettingValues{{"threads_per_block", 512.0}}));
  // The CPU's runs are none of the GPU's business.
  EXPECT_FALSE(campaign::describe(runs.back()).tuned);
}

TEST(TunedPlan, WhatTheCaseSaysWinsOverWhatWasTuned) {
  testing::CaseFolder folder;
  const cases::Case one = folder.read(testing::sound_case());
  cases::PlanOptions plain;
  plain.suite = "smoke";
  const Settings like = cases::plan({&one, 1}, testing::contracts(), plain).front().settings;
  const auto runs = planned(one, file_with(like, {{257, 512}}));
  EXPECT_EQ(runs[0].settings.number("threads_per_block"), 256);
  EXPECT_FALSE(campaign::describe(runs[0]).tuned);
}

TEST(SweepCase, TriesEveryTunableValueAndReadsAsACase) {
  testing::CaseFolder folder;
  json from = testing::sound_case();
  from["variants"].push_back(from["variants"][0]);  // the same once its own block is left out
  from["variants"].back()["name"] = "again";
  from["variants"].back()["settings"]["threads_per_block"] = 64;
  from["suites"]["quick"]["sizes"][0]["variants"] = {"cpu"};
  const json swept = tune::sweep_case(from, all_pairs::contract(), Backend::kCuda, 0.25);
  ASSERT_EQ(swept.at("variants").size(), 1u);
  EXPECT_EQ(swept["variants"][0]["sweep"]["unroll"], (json{1, 4, 8, 16}));
  EXPECT_FALSE(swept["settings"].contains("threads_per_block"));
  EXPECT_EQ(swept["suites"]["quick"]["sizes"].size(), 1u);
  EXPECT_EQ(swept["suites"]["quick"]["seconds"], 0.25);
  const cases::Case one = folder.read(swept);
  cases::PlanOptions options;
  options.suite = "smoke";
  EXPECT_EQ(cases::plan({&one, 1}, testing::contracts(), options).size(), 16u);
}

TEST(SweepCase, OnTheCpuTriesTheBlocksOfTheBestLoop) {
  testing::CaseFolder folder;
  json from = testing::sound_case();
  for (json& variant : from["variants"])
    if (variant["name"] == "cpu") variant["settings"]["loop"] = "best";
  for (json& check : from["checks"]) check.erase("variants");
  const json swept = tune::sweep_case(from, all_pairs::contract(), Backend::kCpu, 0.25);
  ASSERT_EQ(swept.at("variants").size(), 1u);
  EXPECT_EQ(swept["variants"][0]["sweep"]["targets"], (json{0, 1, 2, 3, 4}));
  const cases::Case one = folder.read(swept);
  cases::PlanOptions options;
  options.suite = "quick";
  EXPECT_EQ(cases::plan({&one, 1}, testing::contracts(), options).size(), 5u);
}

TEST(SweepCase, LeavesOutWhatIsTimedAlongAnotherVariant) {
  json from = testing::sound_case();
  from["measure"] = "interval";
  json other = from["variants"][0];
  other["name"] = "gpu-other";
  other["settings"]["precision"] = "fp64";
  from["variants"][0].erase("sweep");
  from["variants"].push_back(other);
  from["suites"] = {
      {"quick",
       {{"sizes",
         {{{"n", 1024}},
          {{"n", 4096},
           {"along", {{"carrier", "gpu"}, {"variants", {"gpu-other"}}, {"epochs", 8}}}}}},
        {"steps", 16}}}};
  from["checks"] = {{{"check", "momentum"}, {"limit", 1}, {"reason", "r"}},
                    {{"check", "carrier_distance"},
                     {"limit", 1},
                     {"variants", {"gpu-other"}},
                     {"smallest_n", 4096},
                     {"reason", "r"}}};
  const testing::CaseFolder folder;
  ASSERT_EQ(folder.error_of(from.dump()), "");
  const json swept = tune::sweep_case(from, all_pairs::contract(), Backend::kCuda, 0.25);
  EXPECT_EQ(swept.at("suites").at("quick").at("sizes").at(1).at("variants"), json{"gpu"});
  EXPECT_EQ(folder.error_of(swept.dump()), "");
}

TEST(SweepCase, RefusesACaseWithNothingToTune) {
  EXPECT_THROW(tune::sweep_case(testing::sound_case(), all_pairs::contract(), Backend::kCpu, 1),
               UsageError);
  json evolution = testing::sound_case();
  evolution["measure"] = "evolution";
  EXPECT_THROW(tune::sweep_case(evolution, all_pairs::contract(), Backend::kCuda, 1), UsageError);
}

/// A record of a swept run that took so long a step.
result::RunRecord record(double block, double median, double half_width = 0.01) {
  Settings settings = tiled();
  settings.set("threads_per_block", block);
  result::RunRecord made;
  made.paper = "someone2025";
  made.case_name = "fig1";
  made.algorithm = "all_pairs";
  made.backend = "cuda";
  made.n = 257;
  for (const auto& [name, value] : settings.numbers()) made.settings[name] = value;
  for (const auto& [name, value] : settings.choices()) made.settings[name] = value;
  result::CheckRecord check;
  check.pass = true;
  made.checks = {check};
  result::Statistics& step = made.timing.emplace().step_s;
  step.median = median;
  step.low = median - half_width;
  step.high = median + half_width;
  step.samples = {step.low, step.median, step.high};
  return made;
}

TEST(Choose, TheFastestOfThoseThatPassedTheirChecks) {
  result::RunRecord wrong = record(512, 0.5), crashed = record(128, 0.25);
  wrong.checks->front().pass = false;
  crashed.status = result::Status::kFailed;
  crashed.timing.reset();
  const auto found =
      tune::choose({record(256, 2), record(64, 1), wrong, crashed}, testing::contracts());
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].settings.at("threads_per_block"), 64);
  EXPECT_EQ(found[0].step_s, 1);
  EXPECT_EQ(found[0].safe_step_s, 2);
  EXPECT_EQ(found[0].tried, 4);
  EXPECT_EQ(found[0].refused, 2);
}

TEST(Choose, NoiseIsNoReasonToLeaveTheSafeValues) {
  const auto found =
      tune::choose({record(256, 2, 0.2), record(64, 1.9, 0.2)}, testing::contracts());
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].settings.at("threads_per_block"), 256);
}

TEST(Choose, OneSampleIsNoReasonToLeaveTheSafeValues) {
  result::RunRecord once = record(64, 1, 0);
  once.timing->step_s.samples = {1};
  const auto found = tune::choose({record(256, 2), once}, testing::contracts());
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].settings.at("threads_per_block"), 256);
}

result::RunRecord of_case(const std::string& name, result::RunRecord made) {
  made.case_name = name;
  return made;
}

TEST(Choose, ComparesNoTimesOfOneCaseWithThoseOfAnother) {
  // Particles that are far apart make every step of the second case ten times as long.
  const std::vector<result::RunRecord> runs{record(256, 2), record(64, 1),
                                            of_case("fig2", record(256, 20)),
                                            of_case("fig2", record(64, 10))};
  const auto found = tune::choose(runs, testing::contracts());
  ASSERT_EQ(found.size(), 2u);
  for (const tune::TunedEntry& entry : found) {
    EXPECT_EQ(entry.settings.at("threads_per_block"), 64);
    EXPECT_EQ(entry.tried, 2);
    EXPECT_DOUBLE_EQ(entry.safe_step_s / entry.step_s, 2);
  }
  EXPECT_EQ(found[0].origin, "someone2025/fig1");
  EXPECT_EQ(found[1].step_s, 10);
}

TEST(Choose, KeepsTheSafeValuesWhereCasesThatAreAlikeDisagree) {
  std::vector<result::RunRecord> runs{record(256, 2), record(64, 1),
                                      of_case("fig2", record(256, 2)),
                                      of_case("fig2", record(64, 3))};
  tune::TunedFile file;
  for (const tune::TunedEntry& entry : tune::choose(runs, testing::contracts())) file.keep(entry);
  ASSERT_EQ(file.entries.size(), 1u) << "a run of either case takes it";
  EXPECT_EQ(file.entries[0].settings.at("threads_per_block"), 256);
  EXPECT_EQ(file.entries[0].step_s, 2);
  // Nothing is left that is good for both.
  runs[2].status = result::Status::kFailed;
  runs[3].timing->step_s.median = 0.5;
  runs.push_back(of_case("fig2", record(512, 0.1)));
  EXPECT_TRUE(tune::choose(runs, testing::contracts()).empty());
}

TEST(Choose, NothingWhereNothingCameThrough) {
  result::RunRecord failed = record(64, 1);
  failed.status = result::Status::kFailed;
  EXPECT_TRUE(tune::choose({failed}, testing::contracts()).empty());
}

}  // namespace
}  // namespace tycho
