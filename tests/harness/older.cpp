// What is changed of an older result where it is read.
#include "harness/result/older.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"
#include "harness/result/result.hpp"
#include "harness/result/utc_time.hpp"
#include "tests/harness/made_up_provenance.hpp"

namespace tycho::result {
namespace {

RunRecord run_of_a_tree(const std::string& started) {
  RunRecord made;
  made.id = "fake/c/n=100/v";
  made.paper = "fake";
  made.case_name = "c";
  made.suite = "full";
  made.algorithm = "barnes_hut";
  made.variant = made.label = "v";
  made.backend = "cuda";
  made.n = 100;
  made.started = started;
  TimingRecord& timing = made.timing.emplace();
  timing.steps_requested = timing.repeats_requested = 1;
  timing.state = "measured";
  timing.step_s = {1e-3, 1e-3, 1e-3, 1e-3, 0, {1e-3}};
  for (const char* id : {"walk", "kick", "build"}) {
    StageRecord& stage = timing.stages[id];
    stage.method = "events";
    stage.step_s = {1e-4, 1e-4, 1e-4, 1e-4, 0, {1e-4}};
    stage.flops = stage.bytes = 5000;
    stage.issue_slots = 35;
  }
  return made;
}

/// As a file of this run is read, and as the file has it.
struct Readings {
  RunRecord today, then;
};

Readings read_both(const RunRecord& run) {
  const Result result{"fake", "full", made_up::provenance(), {run}};
  const nlohmann::json content = nlohmann::json::parse(to_text(result));
  Findings none;
  return {read_result(content, "r.json").runs.at(0), read_result(content, none).value().runs.at(0)};
}

TEST(Older, WorkOfWalksThatWasNotCountedIsLeftOut) {
  RunRecord run = run_of_a_tree("2026-11-15T10:34:30Z");
  run.counters.emplace()["interactions_per_body"] = 50.0;  // 5000 interactions of more than 1 flop
  const auto [today, then] = read_both(run);
  for (const char* id : {"walk", "kick"}) {
    EXPECT_FALSE(today.timing->stages.at(id).flops || today.timing->stages.at(id).bytes) << id;
    EXPECT_EQ(then.timing->stages.at(id).flops, 5000) << id;
  }
  EXPECT_EQ(today.timing->stages.at("build").flops, 5000);

  run.counters->at("interactions_per_body") = 5.0;
  EXPECT_EQ(read_both(run).today.timing->stages.at("walk").flops, 5000) << "all were counted";
  run.counters->at("interactions_per_body") = 50.0;
  run.started = "2026-11-19T00:00:00Z";
  EXPECT_EQ(read_both(run).today.timing->stages.at("walk").flops, 5000) << "of a later day";
}

TEST(Older, SlotsOfDsAreThoseThatWereIssued) {
  const auto slots = [](const std::string& started) {
    return read_both(run_of_a_tree(started)).today.timing->stages.at("build").issue_slots;
  };
  EXPECT_EQ(slots("2026-11-16T01:56:59Z"), 35);
  EXPECT_EQ(slots("2026-11-16T01:57:00Z"), 38);
  EXPECT_EQ(slots("2026-11-18T23:59:59Z"), 38);
  EXPECT_EQ(slots("2026-11-19T00:00:00Z"), 35);
}

TEST(Older, JoulesThatThePowerDoesNotMakeAreLeftOut) {
  const auto joules = [](double of_a_step, const std::string& started) {
    RunRecord run = run_of_a_tree(started);
    run.device.emplace().power_w.mean = 250;
    run.device->joules_per_step = of_a_step;
    return read_both(run).today.device->joules_per_step;
  };
  EXPECT_FALSE(joules(1, "2026-11-18T11:39:34Z"));
  EXPECT_EQ(joules(0.25, "2026-11-18T11:39:34Z"), 0.25);
  EXPECT_EQ(joules(1, "2026-11-19T00:00:00Z"), 1) << "verify finds them";
}

// A correction without an end would change what is measured today.
TEST(Older, CorrectionsSayTheirDaysAndWhy) {
  for (const Correction& one : corrections()) {
    EXPECT_LT(one.from, one.until) << one.reason;
    EXPECT_LE(std::string(one.until), utc_now()) << one.reason;
    EXPECT_FALSE(one.reason.empty());
  }
}

}  // namespace
}  // namespace tycho::result
