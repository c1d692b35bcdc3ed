// Times of runs that nobody made, from those that were.
#include "harness/report/estimates.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"
#include "harness/report/bouts.hpp"
#include "harness/report/claims.hpp"
#include "harness/report/exhibit.hpp"
#include "tests/recorded_results.hpp"
#include "tests/report/synthetic.hpp"

namespace tycho::report {
namespace {

using nlohmann::json;
using result::RunRecord;

RunRecord run(const std::string& case_name, const std::string& variant, int n, double step_s) {
  RunRecord made = synthetic::run(variant, "cpu", n, step_s);
  made.case_name = case_name;
  made.id = "synthetic/" + case_name + "/n=" + std::to_string(n) + "/" + variant;
  return made;
}
/// A step of all bodies, whose force takes `force_s`.
RunRecord one_step(int n, double force_s) { return run("one", "slow", n, 2 * force_s); }
/// A way on which each body took `steps` steps.
RunRecord way(int n, double steps, const std::string& variant = "fast") {
  RunRecord made = run("way", variant, n, 1);
  made.counters->emplace("body_steps", steps * n);
  return made;
}

std::map<std::string, Paper> papers(const std::string& expression = "force * body_steps / n") {
  Paper paper;
  paper.key = "synthetic";
  paper.estimates = {{{{"case", {"way"}}, {"variant", {"slow"}}},
                      4,
                      {{"case", {"one"}}, {"variant", {"slow"}}},
                      {{"case", {"way"}}, {"variant", {"fast"}}},
                      expression,
                      "from one step of all bodies"}};
  return {{"synthetic", paper}};
}

class Estimates : public ::testing::Test {
 protected:
  Evidence evidence(const std::vector<RunRecord>& runs, const std::string& machine = "Here",
                    const std::vector<RunRecord>& recorded = {}) {
    const auto here = folder_.write("here/synthetic.json", synthetic::result(machine, runs));
    std::vector<report::Run> others;
    if (!recorded.empty())
      others = load_results(
          {folder_.write("there/synthetic.json", synthetic::result("There", recorded))}, true);
    return gather(load_results({here}, false), others);
  }
  static std::vector<report::Run> estimated(const Evidence& evidence) {
    return estimated_runs(evidence, papers());
  }

  synthetic::Folder folder_;
};

TEST_F(Estimates, AreTheFormulaOfTheStagesAndTheCountsOfTheSize) {
  const auto made = estimated(evidence({one_step(8, 3), way(8, 5), one_step(4, 0.5), way(4, 7)}));
  ASSERT_EQ(made.size(), 2u);
  EXPECT_EQ(made[0].n, 8);
  EXPECT_DOUBLE_EQ(made[0].timing->total_s.value, 15);
  EXPECT_DOUBLE_EQ(made[1].timing->total_s.value, 3.5);
  // The stage's interval, 2% to either side.
  EXPECT_DOUBLE_EQ(made[0].timing->total_s.low, 0.98 * 15);
  EXPECT_DOUBLE_EQ(made[0].timing->total_s.high, 1.02 * 15);
  EXPECT_EQ(made[0].case_name, "way");
  EXPECT_EQ(made[0].variant, "slow");
  EXPECT_EQ(made[0].id, "synthetic/way/n=8/slow");
  EXPECT_TRUE(made[0].timing->rests_on_part("total_s"));
  EXPECT_TRUE(made[0].timing->rests_on_part("step_s"));
  EXPECT_TRUE(made[0].timing->stages.empty());
  EXPECT_TRUE(made[0].checks.empty());
}

TEST_F(Estimates, AreOfNoRunThatWasMadeNorOfSmallerSizesNorFromRunsThatDidNotComeOff) {
  EXPECT_TRUE(estimated(evidence({one_step(8, 3), way(8, 5), way(8, 5, "slow")})).empty());
  EXPECT_TRUE(estimated(evidence({one_step(2, 3), way(2, 5)})).empty());
  EXPECT_TRUE(estimated(evidence({one_step(8, 3), way(16, 5)})).empty());
  EXPECT_TRUE(
      estimated(evidence({synthetic::failed(one_step(8, 3), "broken"), way(8, 5)})).empty());
  EXPECT_TRUE(
      estimated(evidence({one_step(8, 3), synthetic::skipped(way(8, 5), "no time")})).empty());
  // One that failed is estimated: it has no time of its own.
  EXPECT_EQ(estimated(evidence({one_step(8, 3), way(8, 5),
                                synthetic::failed(way(8, 5, "slow"), "broken")}))
                .size(),
            1u);
}

TEST_F(Estimates, TakeNothingFromAnotherMachine) {
  EXPECT_TRUE(estimated(evidence({one_step(8, 3)}, "Here", {way(8, 5)})).empty());
  const auto made = estimated(evidence({one_step(8, 3)}, "Here", {one_step(8, 2), way(8, 5)}));
  EXPECT_TRUE(made.empty());  // no GPU of There stands in for one of Here
}

TEST_F(Estimates, OfAnExpressionWithUnknownNamesAreRefused) {
  EXPECT_THROW(estimated_runs(evidence({one_step(8, 3), way(8, 5)}), papers("walk * n")),
               UsageError);
}

TEST_F(Estimates, StandInTablesWithTheirMarkAndDecideClaims) {
  Evidence found = evidence({one_step(8, 3), way(8, 5)});
  found.estimated = estimated(found);
  const Paper paper = papers().at("synthetic");
  Exhibit exhibit;
  exhibit.id = "times";
  exhibit.kind = "lines";
  exhibit.y_quantity = "total_s";
  exhibit.y_unit = "s";
  exhibit.select = {{"case", {"way"}}};
  exhibit.split = {"variant"};
  const Grid grid = make_grid(exhibit, "synthetic", found);
  ASSERT_EQ(grid.columns.size(), 2u);
  const GridCell& cell = grid.cells[0][grid.columns[0].series == "slow" ? 0 : 1];
  EXPECT_EQ(cell.state, CellState::kExtrapolated);
  EXPECT_EQ(cell.value->value, 15);
  EXPECT_EQ(present(exhibit, cell, {"s", 1}, false).text, "15 \u25d0");
  const auto notes = notes_of(exhibit, grid);
  EXPECT_NE(
      std::find(notes.begin(), notes.end(), "Estimated from one step of all bodies: made up slow."),
      notes.end())
      << json(notes);

  Claim claim;
  claim.test = {{"kind", "value"},
                {"quantity", "total_s"},
                {"of", {{"case", "way"}, {"variant", "slow"}}},
                {"least", 10}};
  EXPECT_EQ(try_claim(claim, paper, found.estimated, *found.estimated.front().machine).verdict,
            Verdict::kHolds);
}

TEST_F(Estimates, StandInContestsOfAPaperAndNotOnTheFront) {
  RunRecord gpu = way(8, 5, "gpu");
  gpu.backend = "cuda";
  gpu.timing = synthetic::timing(64, 8, 0.001);
  Evidence found = evidence({one_step(8, 3), way(8, 5), gpu});
  found.estimated = estimated(found);
  const Contest contest{"bodies",
                        "total_s",
                        {{"case", {"way"}}, {"variant", {"gpu"}}},
                        {{"case", {"way"}}, {"variant", {"slow"}}},
                        {},
                        {{"case", {"way"}}, {"variant", {"fast"}}}};
  const auto with = bouts_of(contest, "synthetic", found, true);
  ASSERT_EQ(with.size(), 1u);
  EXPECT_EQ(with[0].rivals_there(), 2);
  EXPECT_EQ(bouts_of(contest, "synthetic", found, false).at(0).rivals_there(), 1);

  Exhibit exhibit;
  exhibit.kind = "contest";
  exhibit.contests = {contest};
  const Table table = make_exhibit(exhibit, papers().at("synthetic"), found).tables.at(0);
  EXPECT_EQ(table.rows.at(0).at(2).text, "15 s \u25d0");
  EXPECT_NE(std::find(table.notes.begin(), table.notes.end(),
                      "Estimated from one step of all bodies: made up slow."),
            table.notes.end())
      << json(table.notes);
}

TEST(RecordedEstimates, AgreeWithTheRunWhereItWasMade) {
  const std::filesystem::path root = TYCHO_SOURCE_DIR;
  auto published = read_published(root / "cases/published");
  Paper& paper = published.at("belleman2007");
  ASSERT_EQ(paper.estimates.size(), 1u);
  paper.estimates.front().least_n = 0;
  Evidence evidence =
      gather(load_results({root / "results/neoverse-v1/belleman2007.json"}, false), {});
  std::map<std::int64_t, double> made;
  const Selector own = paper.estimates.front().of;
  for (report::Run& run : evidence.inputs) {
    if (!matches(run, own) || !run.ok()) continue;
    made[run.n] = run.timing->total_s.value;
    run.status = result::Status::kSkipped;
  }
  const auto estimated = estimated_runs(evidence, {{paper.key, paper}});
  ASSERT_FALSE(estimated.empty());
  for (const report::Run& run : estimated)
    EXPECT_NEAR(run.timing->total_s.value / made.at(run.n), 1, 0.01) << run.n;
}

}  // namespace
}  // namespace tycho::report
