#include "harness/compare/baseline.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"
#include "harness/compare/compare.hpp"
#include "harness/compare/past_processes.hpp"
#include "harness/result/durable_file.hpp"
#include "tests/compare/made_up.hpp"
#include "tests/harness/temporary_folder.hpp"

namespace tycho::compare {
namespace {

namespace fs = std::filesystem;
using made_up::around;
using made_up::json;

class Baseline : public ::testing::Test {
 protected:
  fs::path measured(const std::string& name, std::vector<made_up::RunRecord> runs) {
    fs::create_directories(folder_ / name);
    result::write_result(folder_ / name / "made_up.json", made_up::result(std::move(runs)));
    return folder_ / name;
  }
  static made_up::RunRecord run(const std::string& variant) {
    return made_up::run(variant, around(1e-3, 0.001, 10));
  }
  Promotion promotion(std::vector<fs::path> from) const {
    return {std::move(from), folder_ / "baseline", "it is right", "2026-11-15", false};
  }
  static std::string complaint(const Promotion& promotion) {
    try {
      promote(promotion);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "";
  }

  TemporaryFolder folder_;
};

TEST_F(Baseline, HoldsWhatWasPromotedAndWhy) {
  promote(promotion({measured("a", {run("v")}), measured("b", {run("v")})}));
  const Side side = load_side(folder_ / "baseline", {});
  EXPECT_EQ(side.measurements.size(), 2u) << "and the same measured again";
  EXPECT_EQ(side.ids(), std::vector<std::string>{"made_up/case/n=257/v"});
  const json about = json::parse(result::read_text(folder_ / "baseline/baseline.json"));
  EXPECT_EQ(about.at("schema"), "tycho-baseline/1");
  const json& entry = about.at("history").at(0);
  EXPECT_EQ(entry.at("reason"), "it is right");
  EXPECT_EQ(entry.at("promoted"), "2026-11-15");
  EXPECT_EQ(entry.at("results").at(0).at("commit"), "0123456789ab");
}

TEST(PastProcesses, AreAllVisitsOfARun) {
  made_up::RunRecord run =
      made_up::run("v", around(1e-3, 0.001, 10), {{"force", {"events", around(8e-4, 0.001, 10)}}});
  run.timing->step_s.visits = {0.99e-3, 1.01e-3};
  run.timing->step_s.left_out = {1.2e-3};
  run.timing->stages.at("force").step_s.visits = {7.9e-4, 8.1e-4};
  const result::Result result = made_up::result({run});
  const PastPromotion past = remember({&result}, "2026-11-18");
  ASSERT_EQ(past.runs.count(run.id), 1u);
  const std::vector<PastProcess>& processes = past.runs.at(run.id);
  ASSERT_EQ(processes.size(), 3u);
  for (const PastProcess& process : processes) EXPECT_TRUE(process.is(run));
  EXPECT_EQ(processes[1].step_s, 1.01e-3);
  EXPECT_EQ(processes[1].stages.at("force").step_s, 8.1e-4);
  EXPECT_EQ(processes[2].step_s, 1.2e-3);
  EXPECT_TRUE(processes[2].stages.empty());
}

TEST(PastProcesses, HaveTheMeanOverTheStepsOfAnEvolution) {
  made_up::RunRecord run = made_up::run("v", {1e-3, 1e-3, 1e-3, 9e-3});
  run.timing->steps_measured = 4;
  run.timing->passed_s = 12e-3;
  made_up::RunRecord again = run;
  again.started = "2001-02-03T05:05:06Z";
  const result::Result first = made_up::result({run}), second = made_up::result({again});
  const PastPromotion past = remember({&first, &second}, "2026-11-18");
  const PastProcess process = past.runs.at(run.id).front();
  EXPECT_EQ(process.step_s, 3e-3);
  EXPECT_TRUE(process.is(run));
  EXPECT_TRUE((PastProcess{run.started, 1e-3, {}}.is(run))) << "as older files remember it";
}

TEST_F(Baseline, IsReplacedWithItsHistoryKept) {
  promote(promotion({measured("a", {run("v")}), measured("b", {run("v")})}));
  promote(promotion({measured("c", {run("v"), run("w")})}));
  const Side side = load_side(folder_ / "baseline", {});
  EXPECT_EQ(side.measurements.size(), 1u) << "old re-measurements are of something else";
  EXPECT_EQ(side.ids().size(), 2u);
  EXPECT_EQ(json::parse(result::read_text(folder_ / "baseline/baseline.json")).at("history").size(),
            2u);
}

TEST_F(Baseline, LosesNoRunUnlessToldTo) {
  promote(promotion({measured("a", {run("v"), run("w")})}));
  Promotion part = promotion({measured("b", {run("v")})});
  EXPECT_NE(complaint(part).find("n=257/w"), std::string::npos);
  EXPECT_EQ(load_side(folder_ / "baseline", {}).ids().size(), 2u) << "and it is untouched";
  // As --budget leaves one out.
  made_up::RunRecord skipped = run("w");
  skipped.timing.reset();
  skipped.status = result::Status::kSkipped;
  skipped.reason = "no time";
  EXPECT_NE(complaint(promotion({measured("c", {run("v"), skipped})})).find("n=257/w"),
            std::string::npos);
  part.replace = true;
  EXPECT_EQ(complaint(part), "");
}

TEST_F(Baseline, IsNotMadeOfWhatFailedOrDoesNotAddUp) {
  made_up::RunRecord failed = run("v");
  failed.timing.reset();
  failed.status = result::Status::kFailed;
  failed.reason = "crashed";
  EXPECT_NE(complaint(promotion({measured("a", {failed})})).find("crashed"), std::string::npos);
  made_up::RunRecord wrong = run("v");
  wrong.timing->unattributed_s = 5.0;
  EXPECT_NE(complaint(promotion({measured("b", {wrong})})).find("unattributed_s"),
            std::string::npos);
  EXPECT_FALSE(fs::exists(folder_ / "baseline"));
}

TEST_F(Baseline, OfAFolderWithoutResultsIsRefused) {
  fs::create_directories(folder_ / "empty");
  EXPECT_NE(complaint(promotion({folder_ / "empty"})).find("no result"), std::string::npos);
  EXPECT_NE(complaint(promotion({folder_ / "nowhere"})).find("nowhere"), std::string::npos);
}

// From which `compare` learns what processes differ by.
TEST_F(Baseline, RemembersTheProcessesThatWereEverPromoted) {
  const auto at = [](double factor) {
    made_up::RunRecord made = made_up::run("v", around(1e-3 * factor, 0.001, 10),
                                           {{"force", {"events", around(8e-4, 0.001, 10)}}});
    return std::vector<made_up::RunRecord>{made};
  };
  promote(promotion({measured("a", at(1)), measured("b", at(1.01)), measured("c", at(0.99))}));
  promote(promotion({measured("d", at(1.02)), measured("e", at(1.03))}));
  promote(promotion({measured("f", at(1.05))}));
  const Side side = load_side(folder_ / "baseline", {});
  ASSERT_EQ(side.past.size(), 2u) << "a single process says nothing of a spread";
  EXPECT_EQ(side.past[0].paper, "made_up");
  EXPECT_EQ(side.past[0].machine, made_up::provenance().machine);
  const std::vector<PastProcess>& first = side.past[0].runs.at("made_up/case/n=257/v");
  ASSERT_EQ(first.size(), 3u);
  EXPECT_NEAR(first[1].step_s, 1.01e-3, 1e-9);
  EXPECT_EQ(first[1].stages.at("force").method, "events");
  const json file = json::parse(result::read_text(folder_ / "baseline/processes.json"));
  EXPECT_EQ(file.at("schema"), "tycho-processes/1");
}

TEST_F(Baseline, TeachesWhatProcessesDifferBy) {
  const auto at = [](double factor) {
    return std::vector<made_up::RunRecord>{
        made_up::run("v", around(1e-3 * factor, 0.001, 10),
                     {{"force", {"events", around(8e-4 * factor, 0.001, 40)}}})};
  };
  std::vector<fs::path> before;
  for (const double process : {0.9985, 0.9995, 1.0005, 1.0015, 1.0025, 0.9975})
    before.push_back(measured(std::to_string(process), at(process)));
  promote(promotion(before));
  promote(promotion({measured("now", at(1))}));
  Side base = load_side(folder_ / "baseline", {});
  const Side slower = made_up::side({at(1.05)});
  const auto force = [&](const Comparison& found) {
    for (const Row& row : found.rows)
      if (row.what == "force") return row;
    throw std::runtime_error("no row of the force");
  };
  const Row learned = force(compare(base, slower, {}));
  EXPECT_EQ(learned.verdict, Verdict::kSlower) << learned.reason;
  EXPECT_EQ(learned.timed->degrees_of_freedom, 5);
  EXPECT_NEAR(*learned.timed->spread, 0.0019, 0.0002);
  // Promoted twice, the processes are the same processes.
  base.past.push_back(base.past.front());
  EXPECT_EQ(force(compare(base, slower, {})).timed->degrees_of_freedom, 5);
  // Another machine's history says nothing of this one.
  for (PastPromotion& past : base.past) past.machine = "another";
  EXPECT_EQ(force(compare(base, slower, {})).verdict, Verdict::kAmbiguous);
}

TEST_F(Baseline, ForgetsTheOldestProcesses) {
  std::vector<PastPromotion> past;
  for (std::size_t i = 0; i < kMostPromotions + 5; ++i)
    past.push_back({std::to_string(i), "p", "m", {{"run", {{"t", 1, {}}, {"t", 2, {}}}}}});
  fs::create_directories(folder_ / "baseline");
  write_past(folder_ / "baseline", past);
  const std::vector<PastPromotion> kept = read_past(folder_ / "baseline");
  ASSERT_EQ(kept.size(), kMostPromotions);
  EXPECT_EQ(kept.front().promoted, "5");
}

}  // namespace
}  // namespace tycho::compare
