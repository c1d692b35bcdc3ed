// What a report calls measured and what extrapolated, and what it says of the steps that stages
// were timed in.
#include <gtest/gtest.h>

#include <limits>
#include <set>

#include "harness/report/grid.hpp"
#include "harness/report/report.hpp"
#include "tests/report/synthetic.hpp"

namespace {

using namespace tycho;

class Measured : public ::testing::Test {
 protected:
  /// The page of these runs, whose exhibit shows a quantity.
  std::string page(const std::string& quantity, std::vector<result::RunRecord> runs) {
    nlohmann::json published = synthetic::published();
    published["exhibits"][0]["y"]["quantity"] = quantity;
    folder_.write("published/synthetic.json", published.dump());
    folder_.write("here/synthetic.json", synthetic::result("Machine", std::move(runs)));
    report::write_report({{folder_.path() / "here"},
                          {},
                          folder_.path() / "out",
                          folder_.path() / "published",
                          "",
                          true});
    return folder_.read("out/index.html");
  }
  static result::RunRecord part_of(int steps) {
    return synthetic::extrapolated(synthetic::run("cpu", "cpu", 8, 4e-3), steps);
  }
  static bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  }

  synthetic::Folder folder_;
};

TEST_F(Measured, IsAQuantityPerStepInHoweverManySteps) {
  for (const char* quantity : {"step_s", "ns_each", "per_s", "gflops", "stage:force.step_s"}) {
    const std::string text = page(quantity, {part_of(7)});
    EXPECT_TRUE(has(text, "Measured over 7 steps.")) << quantity;
    EXPECT_FALSE(has(text, "7 of 1,000 steps")) << quantity;
    EXPECT_TRUE(has(text, "\u25d0<td data-head=\"Cells\">0<")) << quantity;
  }
  EXPECT_TRUE(has(page("step_s", {part_of(1)}), "Measured over 1 step."));
}

TEST_F(Measured, OfAnIntervalIsOverItsPassages) {
  result::RunRecord run = synthetic::run("cpu", "cpu", 8, 4e-3);
  run.timing->steps_requested = 1;
  run.timing->steps_measured = 3;
  EXPECT_TRUE(has(page("step_s", {run}), "Measured over 3 steps."));
  run.settings["steps"] = "block";
  const std::string text = page("step_s", {run});
  EXPECT_TRUE(has(text, "Measured over 3 passages of the interval."));
  EXPECT_FALSE(has(text, "Measured over 3 steps."));
  EXPECT_TRUE(has(folder_.read("out/appendix.html") + text, "<small>passages of the interval<"));
}

TEST_F(Measured, IsNoTotalOfWhichAPartWasRun) {
  const std::string text = page("total_s", {part_of(7)});
  EXPECT_TRUE(has(text, "7 of 1,000 steps"));
  EXPECT_TRUE(has(text, "\u25d0<td data-head=\"Cells\">1<"));
}

TEST_F(Measured, StepOfAWayIsTheMeanOverItsSteps) {
  result::RunRecord run = synthetic::run("cpu", "cpu", 8, 4e-3);
  run.timing->passed_s = 9;
  run.timing->total_s = {9, 9, 9};
  const std::string text = page("step_s", {run});
  EXPECT_TRUE(has(text, "9 ms"));
  EXPECT_FALSE(has(text, "\u00b1")) << "the median's interval is not the mean's";
}

TEST_F(Measured, SaysInWhichStepsStagesWereTimedAndWhyTheyDoNotAddUp) {
  result::RunRecord run = synthetic::run("cpu", "cpu", 8, 4e-3);
  run.timing->stage_steps = {{{0, 64}, {1064, 1128}}, 4e-3};
  run.timing->gap_reasons = {"replay", "marks"};
  const std::string known = page("step_s", {run});
  EXPECT_TRUE(has(known, "128 of the first 1128"));
  EXPECT_TRUE(has(known, "replay, marks"));
  run.timing->gap_reasons.emplace();
  EXPECT_TRUE(has(page("step_s", {run}), "not known"));
  run.timing->gap_reasons.reset();
  run.timing->stage_steps.reset();
  EXPECT_TRUE(has(page("step_s", {run}), "not recorded")) << "an older result";
}

TEST_F(Measured, CountThatNobodyTookIsLeftOut) {
  const auto waits = [&](std::optional<result::Number> count, bool says_steps) {
    result::RunRecord run = synthetic::run("cpu", "cpu", 8, 4e-3);
    run.timing->host_waits = count;
    if (says_steps) run.timing->stage_steps = {{{0, 64}}, 4e-3};
    folder_.write("one/synthetic.json", synthetic::result("Machine", {run}));
    return report::load_results({folder_.path() / "one"}, false).front().timing->host_waits;
  };
  EXPECT_EQ(waits(12, true), 12);
  EXPECT_EQ(waits(0, true), 0);
  EXPECT_EQ(waits(std::numeric_limits<double>::quiet_NaN(), true), std::nullopt);
  EXPECT_EQ(waits(0, false), std::nullopt) << "older results have a 0 where nobody counted";
  EXPECT_EQ(waits(12, false), 12);
}

TEST_F(Measured, RecordedCellsPerStepAreMeasured) {
  const std::filesystem::path root = TYCHO_SOURCE_DIR;
  const report::Evidence evidence = report::gather(
      report::load_results({root / "results/nvidia-h200/aubert2009.json"}, false), {});
  const std::set<std::string> distributions{"random", "sphere", "disc"};
  int cut_short = 0, noisy = 0;
  for (const report::Run& run : evidence.runs) {
    if (!distributions.count(run.case_name) || !run.timing || !run.timing->extrapolated) continue;
    ++cut_short;
    noisy += report::is_noisy(run, "total_s");
  }
  ASSERT_GT(cut_short, noisy) << "fewer than the published steps were timed in many";
  report::Exhibit exhibit;
  exhibit.x_key = "n";
  exhibit.y_quantity = "step_s";
  exhibit.split = {"case", "variant"};
  exhibit.select = {{"case", {"random", "sphere", "disc"}}};
  const report::CellCounts counts = report::make_grid(exhibit, "aubert2009", evidence).counts();
  EXPECT_GT(counts.measured, 50);
  EXPECT_EQ(counts.extrapolated, 0);
  exhibit.y_quantity = "total_s";
  EXPECT_EQ(report::make_grid(exhibit, "aubert2009", evidence).counts().extrapolated, cut_short)
      << "noisy or not";
}

}  // namespace
