// Counters of a profiler beside the published figures.
#include "harness/report/counters.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"
#include "harness/report/cell_text.hpp"
#include "harness/report/exhibit.hpp"
#include "harness/report/grid.hpp"
#include "harness/report/select.hpp"
#include "tests/report/synthetic.hpp"

namespace {

using namespace tycho;
using namespace tycho::report;
using nlohmann::json;

class ProfilerCounters : public ::testing::Test {
 protected:
  /// The run as a report sees it, with this entry in the counters of its machine.
  report::Run with(const json& entry) {
    folder_.write("here/synthetic.json",
                  synthetic::result("Synthetic machine", {synthetic::run("gpu", "cuda", 8, 1)}));
    json whole{{"run", "synthetic/fig3.5/n=8/gpu"}, {"stage", "walk"}, {"commit", "0123456789ab"}};
    whole.update(entry);
    folder_.write(
        "here/counters.json",
        json{{"schema", "tycho-counters/1"}, {"machine", "Synthetic machine"}, {"runs", {whole}}}
            .dump());
    return load_results({folder_.path() / "here"}, false).front();
  }

  synthetic::Folder folder_;
};

TEST_F(ProfilerCounters, AreCountersOfTheRunThatTheyAreOf) {
  const report::Run run = with({{"launches", 4}, {"counters", {{"l1_hit", 0.75}}}});
  EXPECT_EQ(quantity_of(run, "counter:walk_l1_hit")->value, 0.75);
}

TEST_F(ProfilerCounters, OfAnotherCommitSaySo) {
  for (const char* commit : {"0123456789ab", "ba9876543210"}) {
    Exhibit exhibit;
    exhibit.y_quantity = "counter:walk_l1_hit";
    Evidence evidence;
    evidence.runs = {with({{"launches", 4}, {"counters", {{"l1_hit", 0.75}}}, {"commit", commit}})};
    const Grid grid = make_grid(exhibit, "synthetic", evidence);
    EXPECT_EQ(grid.cells.at(0).at(0).value->value, 0.75);
    std::string notes;
    for (const std::string& note : notes_of(exhibit, grid)) notes += note;
    EXPECT_EQ(notes, commit[0] == 'b'
                         ? "Counted at commit ba9876543210; the recorded runs of these "
                           "ids are of 0123456789ab."
                         : "");
  }
}

TEST_F(ProfilerCounters, ThatCouldNotBeHadAreACellWithTheReason) {
  const report::Run run = with({{"reason", "ncu may not"}});
  Exhibit exhibit;
  exhibit.y_quantity = "counter:walk_l1_hit";
  Evidence evidence;
  evidence.runs = {run};
  const Grid grid = make_grid(exhibit, "synthetic", evidence);
  ASSERT_EQ(grid.cells.size(), 1u);
  EXPECT_EQ(grid.cells[0][0].state, CellState::kSkipped);
  EXPECT_EQ(grid.cells[0][0].reason, "ncu may not");
}

TEST_F(ProfilerCounters, ThatCouldNotBeHadAreAReasonBesideThePublishedFigure) {
  Exhibit exhibit;
  exhibit.kind = "table";
  exhibit.y_quantity = "counter:walk_l1_hit";
  exhibit.published = {{"hits", {}, {}, ""}};
  Paper paper;
  paper.key = "synthetic";
  paper.values["hits"].value = 0.75;
  Evidence evidence;
  evidence.runs = {with({{"reason", "ncu may not"}})};
  const Exhibited made = make_exhibit(exhibit, paper, evidence);
  ASSERT_FALSE(made.tables.empty());
  const Table& beside = made.tables.back();
  EXPECT_EQ(beside.rows.at(0).at(1).text, "0.75");
  EXPECT_EQ(beside.rows.at(0).at(3).text, "\u2013");
  EXPECT_NE(beside.notes.at(0).find("ncu may not"), std::string::npos) << beside.notes[0];
}

TEST_F(ProfilerCounters, AreReadStrictly) {
  try {
    with({{"launches", "four"}});
    FAIL() << "was read";
  } catch (const UsageError& error) {
    EXPECT_NE(std::string(error.what()).find("counters.json, /runs/0/launches"), std::string::npos)
        << error.what();
  }
}

TEST_F(ProfilerCounters, ThatAreNotJsonAreRefusedByTheNameOfTheirFile) {
  with({{"launches", 4}});
  folder_.write("here/counters.json", "{");
  try {
    load_results({folder_.path() / "here/synthetic.json"}, false);  // beside it they are read too
    FAIL() << "was read";
  } catch (const UsageError& error) {
    EXPECT_NE(std::string(error.what()).find("counters.json: not JSON"), std::string::npos)
        << error.what();
  }
}

}  // namespace
