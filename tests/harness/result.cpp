#include "harness/result/result.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "core/error.hpp"
#include "tests/harness/made_up_provenance.hpp"
#include "tests/harness/temporary_folder.hpp"
#include "tests/recorded_results.hpp"

namespace tycho::result {
namespace {

using nlohmann::json;

Statistics statistics(double median) {
  return {median, median, median, median, 0, {median, 1.0 / 3}};
}

RunRecord run(const std::string& id) {
  RunRecord made;
  made.id = id;
  made.paper = "fake";
  made.case_name = "c";
  made.suite = "quick";
  made.algorithm = "none";
  made.variant = "v";
  made.label = "V";
  made.backend = "cpu";
  made.threads = 2;
  made.n = 5;
  made.started = "2001-02-03T04:05:06Z";
  TimingRecord& timing = made.timing.emplace();
  timing.steps_requested = timing.repeats_requested = 1;
  timing.state = "measured";
  timing.step_s = statistics(2e-6);
  timing.stages["force"].method = "clock";
  timing.stages["force"].step_s = statistics(1e-6);
  return made;
}

Result made_up() { return {"fake", "quick", made_up::provenance(), {run("a"), run("b")}}; }

// What reading says of a result that was changed before it was written.
std::string complaint(const std::function<void(json&)>& change) {
  const TemporaryFolder folder;
  json root = json::parse(to_text(made_up()));
  change(root);
  std::ofstream(folder / "r.json") << root.dump();
  try {
    result::read_result(folder / "r.json");
  } catch (const UsageError& error) {
    EXPECT_NE(std::string(error.what()).find("r.json"), std::string::npos);
    return error.what();
  }
  return "";
}

TEST(Result, ReadsBackAsItWasWritten) {
  const TemporaryFolder folder;
  write_result(folder / "r.json", made_up());
  const Result again = read_result(folder / "r.json");
  EXPECT_EQ(again.paper, "fake");
  EXPECT_EQ(again.suite, "quick");
  EXPECT_EQ(to_json(again.provenance), to_json(made_up().provenance));
  ASSERT_EQ(again.runs.size(), 2u);
  EXPECT_EQ(to_json(again.runs[1]), to_json(run("b")));
  EXPECT_EQ(to_text(again), to_text(made_up()));
}

TEST(Result, PutsEveryRunOnALineOfItsOwn) {
  const std::string text = to_text(made_up());
  EXPECT_NE(
      text.find("\n  " + to_json(run("a")).dump() + ",\n  " + to_json(run("b")).dump() + "\n"),
      std::string::npos);
}

TEST(Result, WithoutRunsIsStillAResult) {
  Result empty = made_up();
  empty.runs.clear();
  EXPECT_TRUE(json::parse(result::to_text(empty)).at("runs").empty());
}

// As it was repeated until November 2026; whatever stands there is read over, and gone when the
// result is written anew.
TEST(Result, IsReadWithoutItsTimingsInGoogleBenchmarksForm) {
  json older = json::parse(to_text(made_up()));
  older["context"] = {{"date", "2001-02-03T04:05:06Z"}, {"num_cpus", 2}};
  older["benchmarks"] = json::array({{{"name", "a/step"}, {"real_time", "slow"}}});
  EXPECT_EQ(to_text(read_result(older, "r.json")), to_text(made_up()));
  older["aggregates"] = json::array();
  EXPECT_THROW(read_result(older, "r.json"), UsageError);
}

// The suite was renamed when the format got its second version.
TEST(Result, OfTheFormerVersionHasItsSuiteUnderTheNameOfToday) {
  const auto suites_of = [](const char* schema, const char* suite) {
    json root = json::parse(to_text(made_up()));
    root["schema"] = schema;
    root["suite"] = suite;
    for (json& one : root["runs"]) one["suite"] = suite;
    Findings findings;
    const std::optional<ResultFile> raw = read_result(root, findings);
    const Result read = read_result(root, "r.json");
    EXPECT_TRUE(raw && findings.empty());
    EXPECT_EQ(raw->suite, read.suite);
    EXPECT_EQ(read.runs[0].suite, read.suite);
    EXPECT_EQ(read.runs[1].suite, read.suite);
    return read.suite;
  };
  EXPECT_EQ(suites_of("tycho-result/1", "quick"), "standard");
  EXPECT_EQ(suites_of("tycho-result/1", "full"), "full");
  EXPECT_EQ(suites_of("tycho-result/1", "smoke"), "smoke");
  EXPECT_EQ(suites_of("tycho-result/2", "quick"), "quick");
  EXPECT_EQ(suites_of("tycho-result/2", "standard"), "standard");
}

TEST(Result, RecordedOnTwoCoresIsOneOfTheStandardSuite) {
  int read = 0;
  for (const std::filesystem::path& file : test::recorded_results("neoverse-v1")) {
    const Result recorded = read_result(file);
    EXPECT_EQ(recorded.suite, "standard") << file;
    for (const RunRecord& one : recorded.runs) EXPECT_EQ(one.suite, "standard") << one.id;
    ++read;
  }
  EXPECT_GT(read, 0);
}

TEST(Result, OfANewerVersionIsRefusedWithWhatToDo) {
  const std::string said = complaint([](json& root) { root["schema"] = "tycho-result/3"; });
  EXPECT_NE(said.find("newer"), std::string::npos) << said;
}

TEST(Result, IsRefusedWithThePlaceOfWhatIsWrong) {
  EXPECT_NE(complaint([](json& r) { r["schema"] = "other/1"; }).find("/schema"), std::string::npos);
  EXPECT_NE(complaint([](json& r) { r.erase("paper"); }).find("'paper'"), std::string::npos);
  EXPECT_NE(complaint([](json& r) { r["runs"] = 3; }).find("/runs"), std::string::npos);
  EXPECT_NE(complaint([](json& r) { r["runs"][1]["status"] = "fine"; }).find("/runs/1/status"),
            std::string::npos);
  EXPECT_NE(complaint([](json& r) { r["runs"][1]["id"] = "a"; }).find("twice"), std::string::npos);
  EXPECT_NE(complaint([](json& r) {
              r["runs"][0]["status"] = "failed";
              r["runs"][0]["reason"] = "why";
            }).find("/runs/0/timing"),
            std::string::npos);
  EXPECT_NE(complaint([](json& r) {
              r["runs"][0]["timing"]["stages"]["force"].erase("step_s");
            }).find("/runs/0/timing/stages/force"),
            std::string::npos);
  EXPECT_NE(complaint([](json& r) { r = json::array(); }), "");
}

TEST(Result, ThatCannotBeHeldIsRefusedInOneLine) {
  const auto complaint_about = [](const std::string& text) -> std::string {
    const TemporaryFolder folder;
    std::ofstream(folder / "r.json") << text;
    try {
      result::read_result(folder / "r.json");
    } catch (const UsageError& error) {
      return error.what();
    }
    return "";
  };
  const std::string deep(1'000'000, '[');
  EXPECT_NE(complaint_about(deep).find("nested deeper than 64 levels"), std::string::npos);
  EXPECT_NE(complaint_about("{\"n\": 1e999}").find("number overflow"), std::string::npos);
  const std::string said = complaint_about(R"({"schema": "a\nb"})");
  EXPECT_NE(said.find("'a b' is not a result"), std::string::npos) << said;
}

TEST(Result, KeepsFewSamplesEvenlyAndSevenDigits) {
  RunRecord made = run("a");
  made.timing->step_s.samples.clear();
  for (int i = 0; i <= 10000; ++i) made.timing->step_s.samples.push_back(i / 3.0);
  made.timing->step_s.median = 1.0 / 3;
  const RunRecord kept = compact(made);
  const std::vector<double>& few = kept.timing->step_s.samples;
  ASSERT_EQ(few.size(), kMostSamples);
  EXPECT_EQ(few.front(), 0.0);
  EXPECT_EQ(few.back(), 3333.333);
  EXPECT_EQ(kept.timing->step_s.median, 1.0 / 3) << "statistics are not rounded";
  EXPECT_EQ(kept.timing->stages.at("force").step_s.samples[1], 0.3333333);
}

}  // namespace
}  // namespace tycho::result
