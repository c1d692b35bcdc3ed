// A case asks for a variant to be timed along another one: the record says so, `verify` holds the
// total against the epochs, and the report marks it.
#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <sstream>

#include "harness/campaign/budget.hpp"
#include "harness/campaign/describe.hpp"
#include "harness/case/plan.hpp"
#include "harness/measure/execute.hpp"
#include "harness/report/report.hpp"
#include "harness/result/provenance.hpp"
#include "harness/result/result.hpp"
#include "harness/verify/verify.hpp"
#include "tests/harness/temporary_folder.hpp"
#include "tests/toy/walkers.hpp"

namespace tycho {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::int64_t kSteps = 40;

const std::array<const Contract*, 1> kContracts{&walkers::contract()};

/// Three variants: at n = 7 all are run, at n = 9 the slow ones are timed along the fast one, of
/// which one has a carrier's distance to hold and one has not.
json case_of() {
  const auto variant = [](const char* name, const char* pace) {
    return json{{"name", name},
                {"label", std::string("Walks, ") + name},
                {"backend", "cpu"},
                {"settings", {{"pace", pace}}}};
  };
  return {
      {"schema", "tycho-case/1"},
      {"paper", "toy2026"},
      {"name", "walk"},
      {"title", "A walk"},
      {"algorithm", "walkers"},
      {"initial", {{"kind", "plummer"}, {"seed", 5}}},
      {"variants", {variant("fast", "fast"), variant("slow", "slow")}},
      {"suites",
       {{"smoke",
         {{"sizes",
           {{{"n", 7}},
            {{"n", 9}, {"along", {{"carrier", "fast"}, {"variants", {"slow"}}, {"epochs", 8}}}}}},
          {"steps", kSteps}}}}},
      {"measure", "interval"},
      {"checks",
       {{{"check", "momentum"}, {"limit", 0}, {"reason", "nobody is pushed"}},
        {{"check", "carrier_distance"},
         {"limit", 1e-12},
         {"variants", {"slow"}},
         {"smallest_n", 9},
         {"reason", "both walk one unit a step"}}}}};
}

class AlongInACase : public testing::Test {
 protected:
  void SetUp() override {
    write("cases/toy2026/walk.json", case_of().dump());
    cases_ = cases::read_cases(folder_ / "cases", kContracts);
    cases::PlanOptions options;
    options.suite = "smoke";
    runs_ = cases::plan(cases_, kContracts, options);
  }
  fs::path write(const std::string& name, const std::string& text) const {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << text;
    return folder_ / name;
  }
  result::RunRecord execute_one(const cases::RunSpec& run) const {
    // Walkers think where they are by the x of the first of them.
    const measure::Backends backends{walkers::implementations(), {}, "no CUDA device"};
    return result::compact({campaign::describe(run),
                            measure::execute(run, backends, [](const std::string&, double) {}),
                            "2026-01-02T03:04:05Z", 6000});
  }
  result::RunRecord along() const { return execute_one(runs_.at(3)); }

  /// The findings of a result whose last run was tampered with.
  verify::Findings findings(const std::function<void(json& timing)>& tamper) const {
    result::Result made{"toy2026", "smoke", result::this_provenance(std::nullopt), {along()}};
    made.provenance.date = "2026-01-02T03:04:00Z";
    fs::create_directories(folder_ / "results");
    const fs::path file = folder_ / "results/toy2026.json";
    result::write_result(file, made);
    json content = json::parse(std::ifstream(file));
    tamper(content.at("runs").at(0).at("timing"));
    std::ofstream(file) << content.dump();
    return verify::verify(file);
  }
  bool found(const std::function<void(json& timing)>& tamper, const std::string& words) const {
    for (const verify::Finding& finding : findings(tamper))
      if ((finding.at + " " + finding.what).find(words) != std::string::npos) return true;
    return false;
  }

  TemporaryFolder folder_;
  std::vector<cases::Case> cases_;
  std::vector<cases::RunSpec> runs_;
};

TEST_F(AlongInACase, IsPlannedWithTheCarriersSettings) {
  ASSERT_EQ(runs_.size(), 4u);
  for (const std::size_t whole : {0, 1, 2}) EXPECT_EQ(runs_[whole].along, nullptr);
  const cases::RunSpec& run = runs_[3];
  EXPECT_EQ(run.id, "toy2026/walk/n=9/slow");
  ASSERT_NE(run.along, nullptr);
  EXPECT_EQ(run.along->carrier, "fast");
  EXPECT_EQ(run.along->settings.choice("pace"), "fast");
  EXPECT_EQ(run.along->epochs, 8);
  EXPECT_EQ(run.along->steps, 1);
}

TEST_F(AlongInACase, IsRecordedAsExtrapolatedWithItsEpochs) {
  const result::RunRecord record = along();
  ASSERT_TRUE(record.ok()) << record.reason;
  const result::TimingRecord& timing = record.timing.value();
  EXPECT_EQ(timing.state, "extrapolated");
  EXPECT_EQ(timing.steps_requested, kSteps);
  EXPECT_EQ(timing.steps_measured, 8);
  ASSERT_TRUE(timing.along);
  EXPECT_EQ(timing.along->carrier, "fast");
  ASSERT_EQ(timing.along->epochs.size(), 8u);
  EXPECT_EQ(timing.step_s.samples.size(), 8u);
  cases::RunSpec whole = runs_[3];
  whole.along = nullptr;
  const double truth = execute_one(whole).timing.value().total_s.value;
  EXPECT_LT(timing.total_s.low, truth);
  EXPECT_GT(timing.total_s.high, truth);
  EXPECT_NEAR(timing.total_s.value, truth, 0.02 * truth);
  for (const result::CheckRecord& check : record.checks.value())
    EXPECT_TRUE(check.pass) << check.name << " " << check.value;
  EXPECT_EQ(record.checks->size(), 2u);
  EXPECT_EQ(record.counters->at("carrier_taken").value(), double{kSteps});
  EXPECT_EQ(record.series->curves.at("step_along").value.size(), 8u);
}

TEST_F(AlongInACase, IsNotCountedAsCutByABudget) {
  const std::vector<result::RunRecord> records{along()};
  EXPECT_EQ(campaign::cut_in_words(records), "");
}

TEST_F(AlongInACase, IsSkippedWhereTheCarrierCannotRun) {
  json made = case_of();
  made["variants"].push_back({{"name", "gpu"}, {"label", "GPU"}, {"backend", "cuda"}});
  made["suites"]["smoke"]["sizes"][1]["along"]["carrier"] = "gpu";
  write("cases/toy2026/walk.json", made.dump());
  const std::vector<cases::Case> read = cases::read_cases(folder_ / "cases", kContracts);
  cases::PlanOptions options;
  options.suite = "smoke";
  const std::vector<cases::RunSpec> runs = cases::plan(read, kContracts, options);
  const auto run = std::find_if(runs.begin(), runs.end(),
                                [](const cases::RunSpec& one) { return one.along != nullptr; });
  ASSERT_NE(run, runs.end());
  EXPECT_TRUE(run->uses(Backend::kCuda));
  const result::RunRecord record = execute_one(*run);
  EXPECT_EQ(record.status, result::Status::kSkipped);
  EXPECT_EQ(record.reason, "its carrier, gpu: no CUDA device");
  // Without CUDA it is none of the runs, though its own backend is the CPU.
  options.cuda = false;
  for (const cases::RunSpec& one : cases::plan(read, kContracts, options))
    EXPECT_EQ(one.along, nullptr) << one.id;
}

TEST_F(AlongInACase, IsSoundAndATotalThatIsForgedIsFound) {
  for (const verify::Finding& finding : findings([](json&) {}))
    ADD_FAILURE() << finding.at << " " << finding.what;
  EXPECT_TRUE(found([](json& timing) { timing["total_s"]["value"] = 99.0; },
                    "/total_s/value is 99, but what follows from the epochs is"));
  EXPECT_TRUE(found([](json& timing) { timing["total_s"]["low"] = timing["total_s"]["value"]; },
                    "/total_s/low"));
  EXPECT_TRUE(found([](json& timing) { timing["along"]["epochs"][2]["step_s"] = 1.0; },
                    "/along/epochs/2 step_s is 1, but the sample is"));
  EXPECT_TRUE(
      found([](json& timing) { timing["along"]["epochs"][2]["carrier_stage_s"]["walk"][2] = 1.0; },
            "/total_s/value"));
  EXPECT_TRUE(found([](json& timing) { timing["along"]["epochs"].erase(7); },
                    "end at step 35, but 40 were asked for"));
  EXPECT_TRUE(
      found([](json& timing) { timing["along"]["epochs"][1]["from"] = 6; }, "does not begin at 5"));
  EXPECT_TRUE(found([](json& timing) { timing["along"]["epochs"][1]["step"] = 10; },
                    "are not in its stretch"));
  EXPECT_TRUE(found([](json& timing) { timing["along"]["epochs"][1]["stage_s"]["walk"] = 9.0; },
                    "/stages/walk/median is"));
  EXPECT_TRUE(found([](json& timing) { timing["state"] = "measured"; }, "/state is measured"));
  // A carrier that took no time is no reason to fall over.
  EXPECT_TRUE(found(
      [](json& timing) {
        timing["along"]["epochs"][0]["carrier_stage_s"] = json::object();
        timing["along"]["epochs"][0]["carrier_s"] = {0, 0, 0};
      },
      "/total_s/low"));
  EXPECT_TRUE(found([](json& timing) { timing["along"]["epochs"] = json::array(); }, "/epochs"));
}

TEST_F(AlongInACase, HasItsMarkAndIntervalInTheReport) {
  result::Result made{"toy2026", "smoke", result::this_provenance(std::nullopt), {}};
  made.provenance.date = "2026-01-02T03:04:00Z";
  for (const cases::RunSpec& run : runs_) made.runs.push_back(execute_one(run));
  fs::create_directories(folder_ / "results");
  result::write_result(folder_ / "results/toy2026.json", made);
  write("cases/published/toy2026.json", R"json({
    "schema": "tycho-published/1", "paper": "toy2026",
    "title": "A paper about walks", "author": "Nobody", "values": [],
    "exhibits": [
      {"id": "times", "kind": "table", "title": "Time of the walks", "select": {"case": "walk"},
       "x": {"key": "n", "label": "N"},
       "y": {"quantity": "total_s", "label": "Time", "unit": "s"},
       "series": {"by": ["label"]}},
      {"id": "gain", "kind": "table", "title": "Gain of the fast", "select": {"case": "walk"},
       "x": {"key": "n", "label": "N"},
       "y": {"quantity": "speedup", "of": "step_s", "label": "Times",
             "against": {"case": "walk", "variant": "slow"}},
       "series": {"by": ["label"]}},
      {"id": "epochs", "kind": "lines", "title": "A step at its epochs", "select": {"case": "walk", "n": 9, "variant": "slow"},
       "x": {"key": "t", "label": "Steps"},
       "y": {"quantity": "series:step_along", "label": "Time of a step", "unit": "s"},
       "series": {"by": ["label"]}}],
    "claims": [], "audit": []
  })json");
  report::write_report(
      {{folder_ / "results"}, {}, folder_ / "report", folder_ / "cases/published"});
  std::stringstream text;
  for (const auto& entry : fs::recursive_directory_iterator(folder_ / "report"))
    if (entry.path().extension() == ".md" || entry.path().extension() == ".csv")
      text << std::ifstream(entry.path()).rdbuf();
  EXPECT_NE(text.str().find("8 of 40 steps"), std::string::npos) << text.str();
  EXPECT_NE(text.str().find("Timed at 8 epochs of the run of fast: Walks, slow."),
            std::string::npos);
  EXPECT_NE(text.str().find("extrapolated,8,40"), std::string::npos) << "in the files of digits";
  const std::string gain = text.str().substr(text.str().find("Gain of the fast"));
  EXPECT_NE(gain.find("\u25d0"), std::string::npos) << "the gain over what was not run whole";
  EXPECT_NE(text.str().find("A step at its epochs"), std::string::npos);
}

}  // namespace
}  // namespace tycho
