#include "harness/result/result.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "core/error.hpp"
#include "tests/harness/temporary_folder.hpp"

namespace tycho {
namespace {

using nlohmann::json;

json statistics(double median) {
  return {{"median", median},  {"low", median}, {"high", median},
          {"minimum", median}, {"spread", 0.0}, {"samples", {median, 1.0 / 3}}};
}

json run(const std::string& id) {
  return {{"id", id},
          {"paper", "fake"},
          {"case", "c"},
          {"variant", "v"},
          {"backend", "cpu"},
          {"threads", 2},
          {"n", 5},
          {"settings", json::object()},
          {"status", "ok"},
          {"reason", ""},
          {"timing",
           {{"step_s", statistics(2e-6)},
            {"stages", {{"force", {{"method", "clock"}, {"step_s", statistics(1e-6)}}}}}}}};
}

result::Result result() {
  return {"fake", "quick", {{"machine", "m"}, {"date", "d"}}, {run("a"), run("b")}};
}

// What reading says of a result that was changed before it was written.
std::string complaint(const std::function<void(json&)>& change) {
  const TemporaryFolder folder;
  json root = json::parse(result::to_text(result()));
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
  result::write_result(folder / "r.json", result());
  const result::Result again = result::read_result(folder / "r.json");
  EXPECT_EQ(again.paper, "fake");
  EXPECT_EQ(again.suite, "quick");
  EXPECT_EQ(again.provenance, result().provenance);
  EXPECT_EQ(again.runs, result().runs);
}

TEST(Result, PutsEveryRunOnALineOfItsOwn) {
  const std::string text = result::to_text(result());
  EXPECT_NE(text.find("\n  " + run("a").dump() + ",\n  " + run("b").dump() + "\n"),
            std::string::npos);
}

TEST(Result, WithoutRunsIsStillAResult) {
  result::Result empty = result();
  empty.runs.clear();
  EXPECT_TRUE(json::parse(result::to_text(empty)).at("benchmarks").empty());
}

TEST(Result, NamesStagesAsGoogleBenchmarkDoes) {
  const json root = json::parse(result::to_text(result()));
  ASSERT_EQ(root.at("benchmarks").size(), 4u);
  const json& stage = root.at("benchmarks")[1];
  EXPECT_EQ(stage.at("name"), "a/force");
  EXPECT_EQ(stage.at("run_type"), "iteration");
  EXPECT_EQ(stage.at("time_unit"), "ns");
  EXPECT_DOUBLE_EQ(stage.at("real_time").get<double>(), 1000);
  EXPECT_EQ(stage.at("iterations"), 2);
  EXPECT_EQ(root.at("context").at("json_schema_version"), 1);
  EXPECT_FALSE(root.at("context").contains("host_name"));
}

TEST(Result, OfANewerVersionIsRefusedWithWhatToDo) {
  const std::string said = complaint([](json& root) { root["schema"] = "tycho-result/2"; });
  EXPECT_NE(said.find("newer"), std::string::npos) << said;
}

TEST(Result, IsRefusedWithThePlaceOfWhatIsWrong) {
  EXPECT_NE(complaint([](json& r) { r["schema"] = "other/1"; }).find("/schema"), std::string::npos);
  EXPECT_NE(complaint([](json& r) { r.erase("paper"); }).find("'paper'"), std::string::npos);
  EXPECT_NE(complaint([](json& r) { r["runs"] = 3; }).find("/runs"), std::string::npos);
  EXPECT_NE(complaint([](json& r) { r["runs"][1]["status"] = "fine"; }).find("/runs/1/status"),
            std::string::npos);
  EXPECT_NE(complaint([](json& r) { r["runs"][1]["id"] = "a"; }).find("twice"), std::string::npos);
  EXPECT_NE(complaint([](json& r) { r["runs"][0]["status"] = "failed"; }).find("/runs/0/timing"),
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
  json made = run("a");
  json samples = json::array();
  for (int i = 0; i <= 10000; ++i) samples.push_back(i / 3.0);
  made["timing"]["step_s"]["samples"] = samples;
  made["timing"]["step_s"]["median"] = 1.0 / 3;
  const json kept = result::compact(made);
  const json& few = kept.at("timing").at("step_s").at("samples");
  ASSERT_EQ(few.size(), result::kMostSamples);
  EXPECT_EQ(few.front(), 0.0);
  EXPECT_EQ(few.back(), 3333.333);
  EXPECT_EQ(kept.at("timing").at("step_s").at("median"), 1.0 / 3) << "statistics are not rounded";
  EXPECT_EQ(kept.at("timing").at("stages").at("force").at("step_s").at("samples")[1], 0.3333333);
}

}  // namespace
}  // namespace tycho
