// Rows of a published table that are sums of stages, and stages that serve several rows.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "harness/report/cell_text.hpp"
#include "harness/report/exhibit.hpp"
#include "harness/report/sections.hpp"
#include "harness/report/select.hpp"

namespace tycho::report {
namespace {

StageTime stage_of(double seconds, double bytes = 0) {
  StageTime stage;
  stage.step_s = {seconds, 0.5 * seconds, 2 * seconds};
  stage.bytes = bytes;
  return stage;
}

/// Ten particles in a step of 20 ns, made up.
Run run_of(const std::string& variant, std::vector<std::pair<std::string, StageTime>> stages) {
  Run run;
  run.paper = "synthetic";
  run.case_name = "table";
  run.variant = variant;
  run.n = 10;
  run.counters = {{"copy_gbytes", 4.0}};
  run.timing.emplace();
  run.timing->step_s = run.timing->clean_step_s = {20e-9, 20e-9, 20e-9};
  run.timing->count = 10;
  run.timing->stages = std::move(stages);
  run.machine = std::make_shared<const Machine>();
  return run;
}

Run plain() {
  return run_of("plain", {{"push", stage_of(8e-9, 16)},
                          {"deposit", stage_of(4e-9)},
                          {"guard_add", stage_of(2e-9)},
                          {"field", stage_of(1e-9)}});
}
Run fused() {
  return run_of("fused", {{"push+deposit", stage_of(6e-9)}, {"guard_add", stage_of(2e-9)}});
}

TEST(Quantity, OfSeveralStagesIsTheirSum) {
  EXPECT_NEAR(quantity_of(plain(), "stage:deposit|guard_add.step_s")->value, 6e-9, 1e-20);
  EXPECT_NEAR(quantity_of(plain(), "stage:deposit|guard_add.step_s")->low, 3e-9, 1e-20);
  EXPECT_NEAR(quantity_of(plain(), "stage:deposit|guard_add.share")->value, 0.3, 1e-12);
  EXPECT_NEAR(quantity_of(plain(), "stage:deposit|guard_add.ns_each")->value, 0.6, 1e-12);
  EXPECT_NEAR(quantity_of(plain(), "ns_each")->value, 2, 1e-12);
}

TEST(Quantity, OfASumNeedsItsFirstStageOnly) {
  EXPECT_NEAR(quantity_of(plain(), "stage:push|guard_copy.step_s")->value, 8e-9, 1e-20);
  EXPECT_FALSE(quantity_of(plain(), "stage:guard_copy|push.step_s"));
  EXPECT_FALSE(quantity_of(plain(), "stage:reorder.step_s"));
}

TEST(Quantity, OfAFusedStageIsNeverDivided) {
  EXPECT_FALSE(quantity_of(fused(), "stage:deposit|guard_add.step_s"));
  EXPECT_FALSE(quantity_of(fused(), "stage:push.step_s"));
  EXPECT_NEAR(quantity_of(fused(), "stage:push|deposit|guard_add.step_s")->value, 8e-9, 1e-20);
  EXPECT_NEAR(quantity_of(fused(), "stage:push+deposit.step_s")->value, 6e-9, 1e-20);
  EXPECT_EQ(fused_stage(fused(), "deposit|guard_add"), "push+deposit");
  EXPECT_EQ(fused_stage(fused(), "guard_add"), "");
}

TEST(Quantity, OfACopyIsOfTheBandwidthTheRunCounted) {
  // 16 bytes in 8 ns are 2 GB/s.
  EXPECT_NEAR(quantity_of(plain(), "stage:push.of_copy")->value, 0.5, 1e-12);
  auto without = plain();
  without.counters.clear();
  EXPECT_FALSE(quantity_of(without, "stage:push.of_copy"));
}

/// The appendix's words on the limit that issue slots set, with one run on each of these GPUs.
std::string issue_limit_words(const std::vector<std::string>& compute_capabilities) {
  Evidence evidence;
  for (const std::string& one : compute_capabilities) {
    Machine machine;
    machine.provenance.gpu.emplace().compute_capability = one;
    evidence.runs.push_back(plain());
    evidence.runs.back().backend = "cuda";
    evidence.runs.back().machine = std::make_shared<const Machine>(machine);
  }
  for (const Block& block : stages_section("synthetic", evidence))
    if (const auto* list = std::get_if<List>(&block))
      for (const std::string& item : list->items)
        if (item.starts_with("Of issue limit: ")) return item.substr(0, item.find(" x "));
  return "";
}

TEST(StagesSection, SaysHowManyLanesTheGpusHave) {
  EXPECT_EQ(issue_limit_words({"9.0"}), "Of issue limit: of 128 lanes");
  EXPECT_EQ(issue_limit_words({"8.0"}), "Of issue limit: of 64 lanes");
  EXPECT_EQ(issue_limit_words({"9.0", "8.0", "8.6"}), "Of issue limit: of 64 or 128 lanes");
  EXPECT_EQ(issue_limit_words({"99.0"}), "Of issue limit: of lanes");
}

TEST(StagesSection, CallsACaseByItsTitleAndSizesWithItsNameBeside) {
  Evidence evidence;
  for (const int n : {512, 4096}) {
    evidence.runs.push_back(plain());
    evidence.runs.back().n = n;
    evidence.runs.back().machine = std::make_shared<const Machine>();
  }
  const std::string name = evidence.runs[0].case_name;
  const auto first = [&](const CaseTitles& titles) {
    for (const Block& block : stages_section("synthetic", evidence, titles))
      if (const auto* table = std::get_if<Table>(&block)) return *table;
    return Table{};
  };
  const Table titled = first({{name, "A plasma in a box"}});
  EXPECT_EQ(titled.caption, "A plasma in a box, N = 512 to 4,096: all stages");
  EXPECT_EQ(titled.id_beside, name);
  EXPECT_EQ(first({}).caption, name + ", N = 512 to 4,096: all stages");
}

TEST(StageTable, SaysInWhichStageAFusedRowIs) {
  Evidence evidence;
  evidence.runs = {plain(), fused()};
  Paper paper;
  paper.key = "synthetic";
  Exhibit exhibit;
  exhibit.id = "table";
  exhibit.y_quantity = "ns_each";
  exhibit.stage_rows = {{"Deposit", "deposit|guard_add", {}, {}},
                        {"Both", "push|deposit|guard_add", {}, {}},
                        {"Field", "field", {}, {}},
                        {"Sort", "reorder", {}, {}},
                        {"Total", "", {}, {}}};
  exhibit.stage_columns = {{"Plain", {{"variant", {"plain"}}}, ""},
                           {"Fused", {{"variant", {"fused"}}}, ""}};
  const double none = std::nan("");
  exhibit.cells = {{0.5, none}, {none, none}, {none, none}, {none, none}, {3, none}};
  const Exhibited made = stage_table(exhibit, paper, evidence);
  const Table& table = made.tables.at(0);
  // Its label, then published and measured of the first column, then measured only.
  ASSERT_EQ(table.columns.size(), 4u);
  const auto text = [&](int row, int column) { return table.rows.at(row).at(column).text; };
  EXPECT_EQ(text(0, 1), "0.5");
  EXPECT_EQ(text(0, 2), "0.600 \u2248");
  EXPECT_EQ(text(0, 3), "in push + deposit");
  EXPECT_EQ(text(1, 1), "");
  EXPECT_EQ(text(1, 2), "1.40 \u2248");
  EXPECT_EQ(text(1, 3), "0.800 \u2248");
  EXPECT_EQ(text(2, 2), "0.100 \u2248");
  EXPECT_EQ(text(2, 3), "none");
  ASSERT_EQ(table.rows.size(), 4u) << "no program has a sort";
  EXPECT_EQ(text(3, 2), "2");
  EXPECT_EQ(text(3, 3), "2");
  EXPECT_EQ(made.cells.measured, 2) << "whole steps";
  EXPECT_EQ(made.cells.noisy, 4) << "stages from half to twice their time";
  EXPECT_EQ(table.rows.at(0).at(2).tone, Tone::kNoisy);
  ASSERT_FALSE(table.notes.empty());
  EXPECT_EQ(table.notes.front(),
            "\u2248: from end to end the 95% interval is wider than a tenth of the time.");
  EXPECT_EQ(made.cells.skipped, 0) << "a stage that a run has not got was not skipped";
  EXPECT_EQ(made.sentence, "The longest stage: Both, 1.40 ns (Plain) and 0.800 ns (Fused).");
}

TEST(StageTable, SpeaksOfASumOnlyWhereItsRowsHaveNoTimeOfTheirOwn) {
  Evidence evidence;
  evidence.runs = {plain(), fused()};
  evidence.runs.back().n = 1000;
  Paper paper;
  paper.key = "synthetic";
  Exhibit exhibit;
  exhibit.y_quantity = "step_s";
  exhibit.stage_rows = {{"Push", "push", {}, {}},
                        {"Deposit", "deposit|guard_add", {}, {}},
                        {"Push and deposit", "push|deposit|guard_add", {}, {}}};
  exhibit.stage_columns = {{"Plain", {{"variant", {"plain"}}}, ""},
                           {"Again", {{"variant", {"plain"}}}, ""},
                           {"Fused", {{"variant", {"fused"}}}, ""}};
  const Exhibited made = stage_table(exhibit, paper, evidence);
  EXPECT_EQ(
      made.sentence,
      "The longest stage: Push, 8 ns (Plain) and 8 ns (Again); Push and deposit together, 8 ns "
      "(Fused).");
  EXPECT_EQ(made.tables.at(0).notes.at(1),
            "Measured with N = 10: Again; Plain; with N = 1,000: Fused.");
  exhibit.stage_columns.pop_back();
  EXPECT_EQ(stage_table(exhibit, paper, evidence).tables.at(0).notes.at(1),
            "Measured with N = 10.");
}

TEST(StageTable, NamesTheLongestStageOfEveryColumn) {
  Evidence evidence;
  for (const auto& [variant, push] : {std::pair("a", 8e-9), {"b", 1e-9}, {"c", 6e-9}, {"d", 7e-9}})
    evidence.runs.push_back(
        run_of(variant, {{"push", stage_of(push)}, {"deposit", stage_of(4e-9)}}));
  Paper paper;
  paper.key = "synthetic";
  Exhibit exhibit;
  exhibit.y_quantity = "step_s";
  exhibit.stage_rows = {{"Push", "push", {}, {}}, {"Deposit", "deposit", {}, {}}};
  for (const char* variant : {"a", "b", "c", "d"})
    exhibit.stage_columns.push_back({variant, {{"variant", {variant}}}, ""});
  EXPECT_EQ(stage_table(exhibit, paper, evidence).sentence,
            "The longest stage: Push, in 3 columns: from 6 ns (c) to 8 ns (a); Deposit, 4 ns (b).");
  exhibit.stage_columns.erase(exhibit.stage_columns.begin() + 1);
  EXPECT_EQ(stage_table(exhibit, paper, evidence).sentence,
            "The longest stage: Push, in all 3 columns: from 6 ns (c) to 8 ns (a).");
}

TEST(StageTable, KeepsTheColourOfAColumnInAllFiguresOfThePaper) {
  Evidence evidence;
  evidence.runs = {plain(), fused()};
  Exhibit both;
  both.drawn = "bars";
  both.y_quantity = "step_s";
  both.stage_rows = {{"Guards", "guard_add", {}, {}}};
  both.stage_columns = {{"Plain", {{"variant", {"plain"}}}, ""},
                        {"Fused", {{"variant", {"fused"}}}, ""}};
  Exhibit second = both;
  second.stage_columns.erase(second.stage_columns.begin());
  Paper paper;
  paper.key = "synthetic";
  paper.exhibits = {both, second};
  const auto colours = [&](const Exhibit& exhibit) {
    const Exhibited made = stage_table(exhibit, paper, evidence);
    std::vector<int> found;
    for (const Series& series : made.figures.at(0).panels.at(0).series)
      found.push_back(series.colour);
    return found;
  };
  EXPECT_EQ(colours(both), (std::vector<int>{0, 1}));
  EXPECT_EQ(colours(second), std::vector<int>{1});
}

TEST(StageTable, MarksWhatThePaperPrintsBesideTheBarsAndLeavesItsTableOpen) {
  Evidence evidence;
  evidence.runs = {plain()};
  Exhibit exhibit;
  exhibit.drawn = "bars";
  exhibit.y_quantity = "ns_each";
  exhibit.stage_rows = {
      {"Push", "push", {}, {}}, {"Field", "field", {}, {}}, {"Total", "", {}, {}, "Total"}};
  exhibit.stage_columns = {{"Plain", {{"variant", {"plain"}}}, "A card"}};
  exhibit.cells = {{0.5}, {std::nan("")}, {3}};
  Paper paper;
  paper.key = "synthetic";
  Exhibited made = stage_table(exhibit, paper, evidence);
  const Panel& panel = made.figures.at(0).panels.at(0);
  EXPECT_EQ(panel.x.ticks.size(), 3u) << "the whole step too, where the data ask for it";
  ASSERT_EQ(panel.series.size(), 2u);
  EXPECT_EQ(panel.series[1].label, "A card (published)");
  EXPECT_EQ(panel.series[1].style, Style::kPublished);
  ASSERT_EQ(panel.series[1].points.size(), 2u) << "nothing is printed of the field";
  EXPECT_EQ(panel.series[1].points[1].x, 2);
  EXPECT_EQ(panel.series[1].points[1].y, 3);
  EXPECT_FALSE(made.tables.at(0).folded);
  EXPECT_EQ(made.sentence, "The longest stage: Push, 0.800 ns (Plain).") << "the total is no stage";
  exhibit.cells.clear();
  made = stage_table(exhibit, paper, evidence);
  EXPECT_EQ(made.figures.at(0).panels.at(0).series.size(), 1u);
  EXPECT_TRUE(made.tables.at(0).folded) << "the paper has a drawing only";
}

TEST(StageTable, CutsABarOffWhereItsStepEndsAndSaysSo) {
  Evidence evidence;
  evidence.runs = {plain(),
                   run_of("slow", {{"push", stage_of(15e-9)}, {"deposit", stage_of(9e-9)}})};
  Paper paper;
  paper.key = "synthetic";
  Exhibit exhibit;
  exhibit.y_quantity = "share";
  exhibit.drawn = "stacked";
  exhibit.stage_rows = {{"Push", "push", {}, {}}, {"Deposit", "deposit", {}, {}}};
  exhibit.stage_columns = {{"Plain", {{"variant", {"plain"}}}, ""}};
  const std::string caption =
      "Each bar is a step, its parts in the order of the stages. No stage accounts for what a bar "
      "lacks to 100%: the appendix says why.";
  EXPECT_EQ(stage_table(exhibit, paper, evidence).figures.at(0).caption, caption);
  exhibit.stage_columns.push_back({"Slow", {{"variant", {"slow"}}}, ""});
  const Figure figure = stage_table(exhibit, paper, evidence).figures.at(0);
  EXPECT_EQ(figure.caption,
            caption +
                " Stages and whole steps are timed in windows of their own: where the machine was "
                "slower while stages were timed, the parts add up to more than 100%, and the bar "
                "is cut off there.");
  // Of a step of 20 ns the push took 15, as the table says, and the deposit the rest and more.
  const auto& series = figure.panels.at(0).series;
  EXPECT_NEAR(series.at(0).points.at(1).x, 75, 1e-9);
  EXPECT_NEAR(series.at(1).points.at(1).x, 25, 1e-9);
  EXPECT_NEAR(series.at(1).points.at(0).x, 20, 1e-9);
}

TEST(StageTable, DrawsWhatAMeanLiesBetweenWhereOneOfItsRowsIsNoisy) {
  // Force is of two rows, of which the second is noisy in the column "Best".
  const auto steady = [](double seconds) {
    StageTime stage;
    stage.step_s = {seconds, seconds, seconds};
    return stage;
  };
  Evidence evidence;
  evidence.runs = {
      run_of("plain", {{"x", steady(8e-9)}, {"y", steady(8e-9)}, {"field", steady(5e-9)}}),
      run_of("paper", {{"x", steady(4e-9)}, {"y", steady(2e-9)}, {"field", steady(3e-9)}}),
      run_of("best", {{"x", steady(1e-9)}, {"y", stage_of(1e-9)}, {"field", steady(1e-9)}})};
  Paper paper;
  paper.key = "synthetic";
  Exhibit exhibit;
  exhibit.y_quantity = "speedup";
  exhibit.drawn = "bars";
  const Selector over{{"variant", {"plain"}}};
  exhibit.stage_rows = {
      {"Force, x", "x", {}, over}, {"Force, y", "y", {}, over}, {"Field", "field", {}, over}};
  for (StageRow& row : exhibit.stage_rows)
    if (row.label.starts_with("Force")) row.drawn = "Force";
  exhibit.stage_columns = {{"Paper", {{"variant", {"paper"}}}, ""},
                           {"Best", {{"variant", {"best"}}}, ""}};
  const Exhibited made = stage_table(exhibit, paper, evidence);
  const Figure& figure = made.figures.at(0);
  const auto& series = figure.panels.at(0).series;
  ASSERT_EQ(series.size(), 2u);
  ASSERT_EQ(series[0].points.size(), 2u);
  EXPECT_EQ(series[0].points[0].y, 3) << "the mean of 2 and 4";
  ASSERT_EQ(series[1].points.size(), 2u);
  EXPECT_TRUE(is_hollow(series[1].points[0]));
  // A time without an interval is taken to be uncertain by a tenth to either side.
  EXPECT_NEAR(series[1].points[0].low, (8 * 0.9 / 1.1 + 4 * 0.9) / 2, 1e-9);
  EXPECT_NEAR(series[1].points[0].high, (8 * 1.1 / 0.9 + 16 * 1.1) / 2, 1e-9);
  EXPECT_FALSE(is_hollow(series[1].points[1]));
  EXPECT_EQ(figure.caption, std::string("Logarithmic axis. ") + kHollowMeans);
  EXPECT_EQ(made.sentence,
            "The largest gain (of a noisy one, \u2248, the lower end counts): "
            "Force, 3 times (Paper) and 5.1 to 14 times \u2248 (Best).");
}

TEST(StageTable, MarksWhatRestsOnUnboundThreads) {
  Evidence evidence;
  evidence.runs = {plain(), fused()};
  evidence.runs.front().backend = "cpu";
  evidence.runs.front().threads = 4;
  Paper paper;
  paper.key = "synthetic";
  Exhibit exhibit;
  exhibit.y_quantity = "step_s";
  exhibit.stage_rows = {{"Guards", "guard_add", {}, {{"variant", {"plain"}}}}};
  exhibit.stage_columns = {{"Plain", {{"variant", {"plain"}}}, ""},
                           {"Fused", {{"variant", {"fused"}}}, ""}};
  const auto texts = [&] {
    const Exhibited made = stage_table(exhibit, paper, evidence);
    std::string all = made.sentence;
    for (const Cell& cell : made.tables.at(0).rows.at(0)) all += "|" + cell.text;
    return all;
  };
  EXPECT_EQ(texts(), "The longest stage: Guards, 2 ns \u2020 (Plain) and 2 ns (Fused). " +
                         std::string(kUntoldMark) + kUntoldMeans +
                         "|Guards|0.00200 \u2248 \u2020|0.00200 \u2248");
  // A speed-up over such a time has the mark of the time.
  exhibit.y_quantity = "speedup";
  exhibit.stage_columns.erase(exhibit.stage_columns.begin());
  EXPECT_TRUE(texts().ends_with(" \u2248 \u2020")) << texts();
  evidence.runs.front().cores.wait = "active";
  EXPECT_TRUE(texts().ends_with(" \u2248")) << texts();
}

TEST(StageTable, CountsANoisyGainByItsLowerEndInTheSentence) {
  Evidence evidence;
  evidence.runs = {plain(), fused()};
  StageTime steady;
  steady.step_s = {1e-9, 1e-9, 1e-9};
  evidence.runs.front().timing->stages.back().second = steady;  // the field
  steady.step_s = {0.5e-9, 0.5e-9, 0.5e-9};
  evidence.runs.back().timing->stages.emplace_back("field", steady);
  Paper paper;
  paper.key = "synthetic";
  Exhibit exhibit;
  exhibit.y_quantity = "speedup";
  const Selector over{{"variant", {"plain"}}};
  exhibit.stage_rows = {{"Field", "field", {}, over}};
  exhibit.stage_columns = {{"Fused", {{"variant", {"fused"}}}, ""}};
  EXPECT_EQ(stage_table(exhibit, paper, evidence).sentence,
            "The largest gain: Field, 2 times (Fused).");
  exhibit.stage_rows.push_back({"Guards", "guard_add", {}, over});
  EXPECT_EQ(stage_table(exhibit, paper, evidence).sentence,
            "The largest gain (of a noisy one, \u2248, the lower end counts): "
            "Field, 2 times (Fused).")
      << "guards gain from 0.25 to 4 times";
  // From a third of the time to all of it: guards gain 3 times at the least.
  steady.step_s = {1e-9 / 3, 0.25e-9, 1e-9 / 3};
  evidence.runs.back().timing->stages.at(1).second = steady;
  EXPECT_EQ(stage_table(exhibit, paper, evidence).sentence,
            "The largest gain (of a noisy one, \u2248, the lower end counts): "
            "Guards, 3 to 16 times \u2248 (Fused).");
}

}  // namespace
}  // namespace tycho::report
