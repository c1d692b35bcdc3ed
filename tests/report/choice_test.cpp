// Which of several runs stands where one can stand: in cells, lines, contests and headlines.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "harness/report/bouts.hpp"
#include "harness/report/document.hpp"
#include "harness/report/exhibit.hpp"
#include "harness/report/headlines.hpp"
#include "tests/report/synthetic.hpp"

namespace {

using namespace tycho;
using namespace tycho::report;
using result::RunRecord;

RunRecord of_case(const std::string& name, double step_s, const std::string& started) {
  RunRecord run = synthetic::run("gpu", "cuda", 8, step_s);
  run.id = "synthetic/" + name + "/n=8/gpu";
  run.case_name = name;
  run.started = started;
  run.series.emplace().curves["power"] = {{1, 2}, {step_s, 2 * step_s}};
  return run;
}
const std::string kMorning = "2001-02-03T08:00:00Z", kNoon = "2001-02-03T12:00:00Z";

class ChoiceTest : public ::testing::Test {
 protected:
  Evidence evidence(const std::vector<RunRecord>& runs) {
    folder_.write("here/synthetic.json", synthetic::result("Synthetic machine", runs));
    return gather(load_results({folder_.path() / "here"}, false), {});
  }
  /// The run of the one cell that the runs fill, in whichever order they were read.
  std::string shown(const Exhibit& exhibit, std::vector<RunRecord> runs) {
    const auto id = [&] {
      return make_grid(exhibit, "synthetic", evidence(runs)).cells.at(0).at(0).run->id;
    };
    const std::string one = id();
    std::reverse(runs.begin(), runs.end());
    EXPECT_EQ(id(), one) << "by the order in the file";
    return one;
  }
  static Exhibit exhibit(const std::string& quantity) {
    Exhibit made;
    made.id = "made-up";
    made.kind = "table";
    made.y_quantity = made.y_label = quantity;
    made.select = {{"case", {"runtime", "universe"}}};
    return made;
  }

  synthetic::Folder folder_;
};

TEST_F(ChoiceTest, ACellIsOfTheCaseThatItsExhibitNamesFirst) {
  const auto runs = {of_case("runtime", 2e-3, kMorning), of_case("universe", 1e-3, kNoon)};
  EXPECT_EQ(shown(exhibit("total_s"), runs), "synthetic/runtime/n=8/gpu");
}

TEST_F(ChoiceTest, ACellOfOneCaseIsOfTheRunThatWasRunWhole) {
  RunRecord part = synthetic::extrapolated(of_case("runtime", 1e-3, kNoon), 7);
  part.id += "/split=1";
  EXPECT_EQ(shown(exhibit("total_s"), {of_case("runtime", 2e-3, kMorning), part}),
            "synthetic/runtime/n=8/gpu");
  // A time per step is measured however many steps were timed.
  EXPECT_EQ(shown(exhibit("step_s"), {of_case("runtime", 2e-3, kMorning), part}), part.id);
}

TEST_F(ChoiceTest, ACellOfRunsAlikeIsOfTheNewest) {
  RunRecord later = of_case("runtime", 2e-3, kNoon);
  later.id += "/split=1";
  EXPECT_EQ(shown(exhibit("total_s"), {later, of_case("runtime", 2e-3, kMorning)}), later.id);
}

TEST_F(ChoiceTest, ARunWithoutTheNumberNeverHidesOneThatHasIt) {
  EXPECT_EQ(
      shown(exhibit("total_s"), {synthetic::skipped(of_case("runtime", 2e-3, kNoon), "no room"),
                                 of_case("universe", 1e-3, kMorning)}),
      "synthetic/universe/n=8/gpu");
}

TEST_F(ChoiceTest, ATableSaysWhichOfSeveralRunsItShows) {
  Paper paper;
  paper.key = "synthetic";
  const Evidence both =
      evidence({of_case("runtime", 2e-3, kMorning), of_case("universe", 1e-3, kNoon)});
  Exhibit table = exhibit("total_s");
  table.y_unit = "s";
  const Exhibited made = make_exhibit(table, paper, both);
  const std::string note =
      "Where several runs could fill a cell, it shows the one of the case that is named first for "
      "this place: runtime/n=8/gpu, not universe/n=8/gpu (1 s).";
  const auto& notes = made.tables.at(0).notes;
  EXPECT_EQ(std::count(notes.begin(), notes.end(), note), 1) << ::testing::PrintToString(notes);
  EXPECT_NE(csv(made.files.at(0)).find("synthetic/universe/n=8/gpu"), std::string::npos);
  // A run that was skipped is no rival of one that ran.
  const Evidence one = evidence({of_case("runtime", 2e-3, kMorning),
                                 synthetic::skipped(of_case("universe", 1, kNoon), "no room")});
  const Exhibited alone = make_exhibit(table, paper, one);
  for (const std::string& said : alone.tables.at(0).notes)
    EXPECT_EQ(said.find("several runs"), std::string::npos) << said;
}

TEST_F(ChoiceTest, ALineIsOfTheRunThatATableWouldShow) {
  Paper paper;
  paper.key = "synthetic";
  Exhibit lines = exhibit("series:power");
  lines.kind = "lines";
  for (const bool first : {true, false}) {
    std::vector<RunRecord> runs{of_case("runtime", 2e-3, kMorning),
                                of_case("universe", 1e-3, kNoon)};
    if (!first) std::reverse(runs.begin(), runs.end());
    const auto figures = make_figures(lines, paper, evidence(runs));
    ASSERT_EQ(figures.at(0).panels.at(0).series.size(), 1u);
    EXPECT_EQ(figures[0].panels[0].series[0].points[0].y, 2e-3);
  }
}

TEST_F(ChoiceTest, AStageIsOfTheCaseNamedFirstToo) {
  Paper paper;
  paper.key = "synthetic";
  Exhibit stages = exhibit("step_s");
  stages.kind = "stages";
  stages.stage_rows = {{"Force", "force", {}, {}, ""}};
  stages.stage_columns = {{"GPU", {{"variant", {"gpu"}}}, ""}};
  for (const bool first : {true, false}) {
    std::vector<RunRecord> runs{of_case("runtime", 2e-3, kMorning),
                                of_case("universe", 4e-3, kNoon)};
    if (!first) std::reverse(runs.begin(), runs.end());
    const Exhibited made = make_exhibit(stages, paper, evidence(runs));
    EXPECT_EQ(made.tables.at(0).rows.at(0).at(1).text, "1");
    EXPECT_NE(made.tables[0].notes.back().find("universe/n=8/gpu"), std::string::npos);
  }
}

TEST_F(ChoiceTest, HeadlinesAndContestsAskForTheFastest) {
  const Evidence both =
      evidence({of_case("runtime", 2e-3, kMorning), of_case("universe", 1e-3, kNoon)});
  const Selector select{{"case", {"runtime", "universe"}}};
  const Choice headline = answering_run(select, "synthetic", "total_s", 8, both.runs);
  EXPECT_EQ(headline.run->case_name, "universe");
  EXPECT_TRUE(has_rivals(headline));
  const Contest contest{"springs", "step_s", select, {}, {}, {}};
  const auto bouts = bouts_of(contest, "synthetic", both, false);
  EXPECT_EQ(bouts.at(0).best->case_name, "universe");
  EXPECT_TRUE(bouts[0].of_several);
}

/// Every cell of every exhibit, with the run that stands there.
std::set<std::string> cells_of(const std::map<std::string, Paper>& papers,
                               const Evidence& evidence) {
  std::set<std::string> cells;
  for (const auto& [key, paper] : papers)
    for (const Exhibit& exhibit : paper.exhibits)
      for (const Exhibit& panel : panels_of(exhibit)) {
        if (panel.kind != "table" && panel.kind != "lines" && panel.kind != "bars") continue;
        const bool curves = panel.y_quantity.starts_with("series:");
        if (curves)
          for (const GridCell& cell : runs_with_curves(panel, paper, evidence))
            cells.insert(key + panel.id + " " + cell.run->id);
        else
          for (const auto& row : make_grid(panel, key, evidence).cells)
            for (const GridCell& cell : row)
              if (cell.run) cells.insert(key + panel.id + " " + cell.run->id);
      }
  return cells;
}

TEST(RecordedChoice, DoesNotDependOnTheOrderOfFilesAndRuns) {
  const std::filesystem::path source = TYCHO_SOURCE_DIR;
  const auto papers = read_published(source / "cases/published");
  Evidence evidence = gather(load_results({source / "results/nvidia-h200"}, false), {});
  const std::set<std::string> forward = cells_of(papers, evidence);
  EXPECT_GT(forward.size(), 100u);
  EXPECT_TRUE(forward.count("cudagadget2013universe-time cudagadget2013/runtime/n=32768/cpu-all"));
  std::reverse(evidence.runs.begin(), evidence.runs.end());
  EXPECT_EQ(cells_of(papers, evidence), forward);
}

}  // namespace
