// What the exhibits of trees and galaxies need: the fastest of several runs, details of checks,
// Amdahl's limit, several curves.
#include <gtest/gtest.h>

#include "harness/report/drawing.hpp"
#include "harness/report/exhibit.hpp"
#include "harness/report/select.hpp"
#include "tests/report/trees.hpp"

namespace {

using namespace tycho;
using namespace tycho::report;
using result::RunRecord;

TEST_F(Trees, OfSeveralRunsInACellTheFastestIsShown) {
  const Evidence runs = evidence({swept(1, 3e-3, 1), swept(2, 1e-3, 1), swept(3, 2e-3, 1)});
  Exhibit table = exhibit("table", "n", "step_s");
  table.fastest = true;
  const Grid grid = make_grid(table, "synthetic", runs);
  ASSERT_EQ(grid.columns.size(), 1u);
  EXPECT_EQ(grid.cells[0][0].value->value, 1e-3);
  // Another quantity of the same cell is of the same run.
  table.y_quantity = "setting:ncrit";
  EXPECT_EQ(make_grid(table, "synthetic", runs).cells[0][0].value->value, 2);
  // Where the fastest is not asked for, runs that started together are told apart by their names.
  table.fastest = false;
  EXPECT_EQ(make_grid(table, "synthetic", runs).cells[0][0].value->value, 3);
}

TEST_F(Trees, ARunThatFailedIsNeverTheFastest) {
  const Evidence runs =
      evidence({swept(1, 3e-3, 1), synthetic::failed(swept(2, 1e-3, 1), "made up")});
  Exhibit table = exhibit("table", "n", "step_s");
  table.fastest = true;
  EXPECT_EQ(make_grid(table, "synthetic", runs).cells[0][0].value->value, 3e-3);
}

TEST_F(Trees, DetailsOfChecksAndAmdahlsLimitAreQuantities) {
  const Evidence runs = evidence({swept(1, 1e-3, 0.25)});
  const auto& run = runs.runs.front();
  EXPECT_EQ(quantity_of(run, "check:force_error")->value, 0.5);
  EXPECT_EQ(quantity_of(run, "check:force_error.p50")->value, 0.25);
  EXPECT_EQ(quantity_of(run, "check:force_error.p99.9")->value, 2.5);
  EXPECT_FALSE(quantity_of(run, "check:force_error.p1"));
  EXPECT_FALSE(quantity_of(run, "check:force_error.change"));
  auto changed = run;
  changed.checks.front().details.value()["initial"] = -0.25;
  EXPECT_FALSE(quantity_of(changed, "check:force_error.change"));
  changed.checks.front().details.value()["final"] = -0.375;
  EXPECT_EQ(quantity_of(changed, "check:force_error.change")->value, -0.5)
      << "lost, of what is negative";
  EXPECT_EQ(quantity_of(run, "stage:force.share")->value, 0.5);
  EXPECT_EQ(quantity_of(run, "stage:force.amdahl")->value, 2);
  EXPECT_FALSE(quantity_of(run, "stage:walk.amdahl"));
}

TEST_F(Trees, AmdahlsLimitIsByTheOtherStagesWhereTheStepIsNoise) {
  auto run = evidence({swept(1, 1e-3, 1)}).runs.front();
  StageTime& force = run.timing->stages.front().second;
  force.step_s = {0.999e-3, 0.9e-3, 1.1e-3};
  StageTime other = force;
  other.step_s = {0.02e-3, 0.018e-3, 0.022e-3};
  run.timing->stages.emplace_back("other", other);
  const Estimate limit = *quantity_of(run, "stage:force.amdahl");
  EXPECT_NEAR(limit.value, 1 + 0.999 / 0.02, 1e-9);
  EXPECT_NEAR(limit.low, 1 + 0.9 / 0.022, 1e-9);
  EXPECT_NEAR(limit.high, 1 + 1.1 / 0.018, 1e-9);
  EXPECT_LE(quantity_of(run, "stage:force.share")->high, 1);
}

TEST_F(Trees, AWalkWhoseWorkWasNotCountedShowsNone) {
  const auto flops_shown = [&](double interactions, double flops) {
    RunRecord run = swept(1, 1e-3, 1);
    run.timing->stages["walk"] = run.timing->stages.at("force");
    run.timing->stages["walk"].flops = flops;
    run.counters = {{"interactions_per_body", interactions}};
    const Evidence found = evidence({run});
    for (const auto& [id, stage] : found.runs.front().timing->stages)
      if (id == "walk") return stage.flops;
    return -1.0;
  };
  EXPECT_EQ(flops_shown(100, 8 * 100 * 50), 8 * 100 * 50) << "of 8 bodies, 50 flops each time";
  EXPECT_EQ(flops_shown(100, 8 * 100 * 5), 0) << "counted over fewer steps than were taken";
  EXPECT_EQ(flops_shown(0, 8 * 100 * 50), 0) << "nobody counted";
}

TEST_F(Trees, SeveralSeriesAreACurveEach) {
  RunRecord run = swept(1, 1e-3, 1);
  run.series.emplace().curves = {{"displacement", {{1, 2}, {4, 3}}},
                                 {"twin_displacement", {{1, 2}, {2, 1}}}};
  Exhibit both = exhibit("lines", "t", "series:displacement|twin_displacement");
  both.series_words = {{"displacement", ""}, {"twin_displacement", "a twin of its reference"}};
  const Exhibited made = make_exhibit(both, paper_, evidence({run}));
  const std::vector<Series>& curves = made.figures[0].panels[0].series;
  ASSERT_EQ(curves.size(), 2u);
  EXPECT_EQ(curves[0].label, "made up gpu");
  EXPECT_EQ(curves[1].label, "made up gpu: a twin of its reference");
  EXPECT_EQ(made.tables[0].rows.size(), 2u);
  EXPECT_EQ(made.cells.measured, 1);  // one run, whatever it has
}

TEST_F(Trees, TheSameLineOfAnotherCaseIsDrawnOnce) {
  RunRecord run = swept(1, 1e-3, 1), another = swept(2, 1e-3, 1), other_case = swept(3, 1e-3, 1);
  for (RunRecord* each : {&run, &another, &other_case})
    each->series.emplace().curves["displacement"] = {{1, 2}, {4, 3}};
  another.series->curves["displacement"] = {{1, 2}, {4, 9}};
  other_case.case_name = "another";
  Exhibit lines = exhibit("lines", "t", "series:displacement");
  const auto drawn = [&] {
    return make_figures(lines, paper_, evidence({run, another, other_case}))[0]
        .panels[0]
        .series.size();
  };
  lines.select = {{"case", {run.case_name, "another"}}};
  EXPECT_EQ(drawn(), 2u);  // two runs of one case stay two
  lines.select = {{"case", {"another", run.case_name}}};
  EXPECT_EQ(drawn(), 1u);
}

TEST_F(Trees, LinesThatCoincideAreDrawnOnceAndSaidTo) {
  RunRecord run = swept(1, 1e-3, 1), same = swept(2, 1e-3, 1), other = swept(3, 1e-3, 1);
  for (RunRecord* each : {&run, &same, &other})
    each->series.emplace().curves["displacement"] = {{1, 2}, {4, 3}};
  other.series->curves["displacement"] = {{1, 2}, {4, 9}};
  same.label = "the same otherwise";
  const auto figures = make_figures(exhibit("lines", "t", "series:displacement"), paper_,
                                    evidence({run, same, other}));
  const auto& series = figures[0].panels[0].series;
  ASSERT_EQ(series.size(), 2u);
  EXPECT_TRUE(series[0].label.ends_with("on the same line: the same otherwise")) << series[0].label;
}

TEST_F(Trees, APublishedNumberWithoutAPlaceStandsBesideTheLargestThatWasMeasured) {
  paper_.values["much"].value = 0.5;
  Exhibit table = exhibit("table", "n", "step_s");
  table.x_values = {64};
  table.published = {{"much", {}, {{"variant", {"gpu"}}}, ""}, {"much", 64, {}, "not built yet"}};
  const auto run = [](const char* variant, int n, double step_s) {
    return synthetic::run(variant, "cuda", n, step_s);
  };
  // Larger ones are of another kind, or did not run.
  const Evidence runs = evidence({run("gpu", 4, 1), run("gpu", 8, 2), run("other", 16, 3),
                                  synthetic::skipped(run("gpu", 32, 4), "made up")});
  const Table beside = make_exhibit(table, paper_, runs).tables.back();
  ASSERT_EQ(beside.rows.size(), 2u);
  EXPECT_EQ(beside.rows[0][2].note, "n: 8");
  EXPECT_EQ(beside.rows[0][4].text, "4");
  EXPECT_EQ(beside.rows[1][3].text, "\u2013");
  ASSERT_EQ(beside.notes.size(), 1u);
  EXPECT_NE(beside.notes[0].find("not built yet"), std::string::npos) << beside.notes[0];
}

}  // namespace
