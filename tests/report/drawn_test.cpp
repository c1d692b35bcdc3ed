// Exhibits drawn as the papers draw them, and cells that say no more than is known.
#include <gtest/gtest.h>

#include <cmath>

#include "core/error.hpp"
#include "harness/report/cell_text.hpp"
#include "harness/report/drawing.hpp"
#include "harness/report/exhibit.hpp"
#include "harness/report/main_lines.hpp"
#include "harness/report/stage_figure.hpp"
#include "tests/report/drawn.hpp"

namespace {

using namespace tycho;
using namespace tycho::report;
using nlohmann::json;

TEST_F(Drawn, FigureHasFiveLinesAndTheFullTableAllOfThem) {
  const Paper own = paper({{"published", json::array()}});
  const Exhibited made = make_exhibit(own.exhibits[0], own, evidence(seven_variants()));
  EXPECT_EQ(made.figures.at(0).panels.at(0).series.size(), 5u);
  ASSERT_EQ(made.tables.size(), 2u);
  EXPECT_EQ(made.tables[0].columns.size(), 6u);
  EXPECT_TRUE(made.tables[1].folded);
  EXPECT_EQ(made.tables[1].rows.size(), 7u) << "a row for each series";
  EXPECT_EQ(made.tables[1].columns.size(), 3u) << "a column for each size";
}

TEST_F(Drawn, FigureHasTheLinesThatTheExhibitNamesInItsOrder) {
  const Paper own = paper({{"lines", {"v7", "v2"}}, {"published", json::array()}});
  const Exhibited made = make_exhibit(own.exhibits[0], own, evidence(seven_variants()));
  const auto& series = made.figures.at(0).panels.at(0).series;
  ASSERT_EQ(series.size(), 2u);
  EXPECT_EQ(series[0].label, "made up v7");
  EXPECT_EQ(series[1].label, "made up v2");
  EXPECT_NE(series[0].colour, series[1].colour);
  EXPECT_EQ(made.sentence,
            "At N = 8: made up v2 is the fastest of those shown, 2 s, 3.5 times faster than made "
            "up v7.");
}

TEST_F(Drawn, LinesOfTwoPointsOfOurOwnHaveATableAndNoFigure) {
  const auto figures = [&](bool own_exhibit, int points) {
    std::vector<result::RunRecord> runs;
    for (int i = 0; i < points; ++i)
      runs.push_back(synthetic::run("gpu", "cuda", 4 << i, 1e-3 * (i + 1)));
    Paper own = paper({{"published", json::array()}});
    own.exhibits[0].own = own_exhibit;
    const Exhibited made = make_exhibit(own.exhibits[0], own, evidence(runs));
    EXPECT_FALSE(made.tables.empty());
    return made.figures.size();
  };
  EXPECT_EQ(figures(true, 2), 0u);
  EXPECT_EQ(figures(true, 3), 1u);
  EXPECT_EQ(figures(false, 2), 1u) << "of the paper's it is drawn as the paper draws it";
}

TEST_F(Drawn, SentenceRanksNothingWhereAllIsAlike) {
  const Paper own = paper({{"published", json::array()}});
  const auto said = [&](double gpu_s) {
    return make_exhibit(own.exhibits[0], own,
                        evidence({synthetic::run("cpu", "cpu", 8, 4e-3),
                                  synthetic::run("gpu", "cuda", 8, gpu_s)}))
        .sentence;
  };
  EXPECT_EQ(said(4e-3), "");
  EXPECT_NE(said(1e-3), "");
}

TEST_F(Drawn, SentenceIsOfBoundThreadsWhereThereAreSome) {
  result::RunRecord cpu = synthetic::run("cpu", "cpu", 8, 4e-3);
  cpu.threads = 4;
  const auto made_of = [&](const char* quantity, const json& other) {
    json change{{"y", {{"quantity", quantity}}}, {"published", json::array()}};
    change["y"].update(other);
    const Paper own = paper(change);
    return make_exhibit(own.exhibits[0], own,
                        evidence({cpu, synthetic::run("gpu", "cuda", 8, 1e-3)}));
  };
  const Exhibited times = made_of("total_s", json::object());
  EXPECT_EQ(times.sentence, "At N = 8: made up gpu, 1 s.") << "no other is on bound threads";
  EXPECT_EQ(times.tables.at(0).rows.at(0).at(1).text, "4 \u2020");
  EXPECT_EQ(times.figures.at(0).panels.at(0).series.at(0).label, "made up cpu \u2020");
  // Over such a time every speed-up has the mark, and a check none (0.5, in ms as the axis is).
  const Exhibited gains = made_of("speedup", {{"of", "step_s"}, {"against", {{"variant", "cpu"}}}});
  EXPECT_EQ(gains.tables.at(0).rows.at(0).at(2).text, "4 \u2020");
  EXPECT_EQ(made_of("check:force_error", json::object()).tables.at(0).rows.at(0).at(1).text, "500");
}

TEST_F(Drawn, CurvesOfAPairAreHeldAgainstEachOtherAtTheirLargestSize) {
  const auto with_curve = [](const std::string& variant, int n, std::vector<double> values) {
    result::RunRecord made = synthetic::run(variant, variant == "cpu" ? "cpu" : "cuda", n, 1e-3);
    made.series.emplace().curves["mass"] = {{1, 2, 4}, std::move(values)};
    return made;
  };
  const std::vector<result::RunRecord> runs{
      with_curve("cpu", 4, {1, 1, 1}), with_curve("gpu", 4, {9, 9, 9}),
      with_curve("cpu", 8, {8, 4, 1}), with_curve("gpu", 8, {8.4, 4.1, 1.5}),
      with_curve("gpu", 16, {9, 5, 2})};
  const auto sentence = [&](const json& change) {
    json whole{{"x", {{"key", "t"}, {"label", "Radius [Mpc]"}}},
               {"y", {{"quantity", "series:mass"}, {"label", "Mass [kg]"}, {"scale", "log10"}}},
               {"published", json::array()},
               {"pair", {{"of", {{"variant", "gpu"}}}, {"against", {{"variant", "cpu"}}}}}};
    whole.merge_patch(change);
    const Paper own = paper(whole);
    return make_exhibit(own.exhibits[0], own, evidence(runs)).sentence;
  };
  const std::string seen =
      "The largest run, \u201cmade up gpu\u201d: from 9 kg at radius = 1 Mpc to 2 kg at radius = 4 "
      "Mpc. \u201cmade up gpu\u201d and \u201cmade up cpu\u201d differ by 5.0% in the median of 3 "
      "points and by 50% at most (radius = 4 Mpc).";
  EXPECT_EQ(sentence(json::object()),
            seen + " The paper draws its curves and prints no number to hold these against.");
  const auto says = [](double within) {
    return json{{"pair", {{"says", "little"}, {"where", "Figure 0"}, {"within", within}}}};
  };
  EXPECT_EQ(sentence(says(0.1)),
            seen +
                " The paper has \u201clittle\u201d (Figure 0) and prints no number: up to 10% in "
                "the median is our reading, and ours are within it.");
  EXPECT_NE(sentence(says(0.01)).find("and ours are beyond it."), std::string::npos);
  // A curve on a linear axis may pass zero: its parts are of the largest value.
  const std::string linear = sentence({{"y", {{"scale", "linear"}}}});
  EXPECT_NE(linear.find("from 2 kg at radius = 4 Mpc to 9 kg at radius = 1 Mpc"), std::string::npos)
      << linear;
  EXPECT_NE(linear.find("differ by 5.0% in the median of 3 points and by 6.2% at most"),
            std::string::npos)
      << linear;
  EXPECT_THROW(sentence({{"pair", {{"says", "little"}}}}), UsageError);
}

TEST_F(Drawn, MedianOfAnEvenNumberOfPointsIsBetweenTheTwoInTheMiddle) {
  const auto with_curve = [](const std::string& variant, std::vector<double> values) {
    result::RunRecord made = synthetic::run(variant, variant == "cpu" ? "cpu" : "cuda", 8, 1e-3);
    made.series.emplace().curves["mass"] = {{1, 2, 3, 4}, std::move(values)};
    return made;
  };
  const Paper own =
      paper({{"x", {{"key", "t"}}},
             {"y", {{"quantity", "series:mass"}, {"label", "Mass"}, {"scale", "log10"}}},
             {"published", json::array()},
             {"pair", {{"of", {{"variant", "gpu"}}}, {"against", {{"variant", "cpu"}}}}}});
  const std::string sentence = make_exhibit(own.exhibits[0], own,
                                            evidence({with_curve("cpu", {100, 100, 100, 100}),
                                                      with_curve("gpu", {101, 150, 105, 102})}))
                                   .sentence;
  EXPECT_NE(sentence.find("differ by 3.5% in the median of 4 points"), std::string::npos)
      << sentence;
}

TEST_F(Drawn, PairOfCurvesIsDrawnThoughOthersAreLarger) {
  std::vector<result::RunRecord> runs;
  for (const int n : {4, 8, 16, 32, 64, 128, 256}) {
    for (const char* variant : {"gpu", "cpu"}) {
      if (n > 4 && std::string(variant) == "cpu") continue;
      runs.push_back(synthetic::run(variant, variant, n, 1e-3));
      runs.back().backend = std::string(variant) == "cpu" ? "cpu" : "cuda";
      runs.back().series.emplace().curves["mass"] = {{1, 2}, {1.0 * n, *variant - 'a' + 1.0}};
    }
  }
  const Paper own =
      paper({{"x", {{"key", "t"}}},
             {"y", {{"quantity", "series:mass"}, {"label", "m"}}},
             {"series", {{"by", {"label", "n"}}, {"label", "{label} {n}"}}},
             {"published", json::array()},
             {"pair", {{"of", {{"variant", "gpu"}}}, {"against", {{"variant", "cpu"}}}}}});
  const Exhibited made = make_exhibit(own.exhibits[0], own, evidence(runs));
  const auto& series = made.figures.at(0).panels.at(0).series;
  std::vector<std::string> labels;
  for (const Series& one : series) labels.push_back(one.label);
  EXPECT_EQ(labels, (std::vector<std::string>{"made up gpu 4", "made up cpu 4", "made up gpu 256",
                                              "made up gpu 128", "made up gpu 64"}));
}

TEST_F(Drawn, SentenceOfErrorsThatAreAllZeroSaysWhatIsZero) {
  std::vector<result::RunRecord> runs{synthetic::run("cpu", "cpu", 8, 4e-3),
                                      synthetic::run("gpu", "cuda", 8, 1e-3)};
  for (result::RunRecord& run : runs) run.checks->front().value = 0;
  const Paper own = paper({{"y", {{"quantity", "check:force_error"}, {"label", "Force error"}}},
                           {"published", json::array()}});
  EXPECT_EQ(make_exhibit(own.exhibits[0], own, evidence(runs)).sentence,
            "Force error: 0 in all 2 runs.");
}

TEST_F(Drawn, FactorOverAPublishedTimeIsMarkedWhereItRestsOnUnboundThreads) {
  result::RunRecord cpu = synthetic::run("cpu", "cpu", 8, 1e-3);
  cpu.threads = 4;
  const Paper own = paper(json::parse(
      R"json({"published": [{"value": "total", "x": 8, "select": {"variant": "cpu"}}]})json"));
  EXPECT_EQ(make_exhibit(own.exhibits[0], own, evidence({cpu})).sentence,
            "At N = 8: made up cpu, 1 s \u2020; published: 2 s, a factor of 2 \u2020. "
            "\u2020: rests on CPU threads that were not bound to cores. Such a time can be many "
            "times too long, and a factor over it as many times too large.");
}

TEST_F(Drawn, APublishedTimeIsComparedWithTheSeriesThatAnswersIt) {
  const Paper own = paper(json::object());  // what is published was measured on a GPU
  const auto gpu = synthetic::run("gpu", "cuda", 8, 1.25e-3),
             cpu = synthetic::run("cpu", "cpu", 8, 1e-3);
  EXPECT_EQ(make_exhibit(own.exhibits[0], own, evidence({gpu, cpu})).sentence,
            "At N = 8: made up cpu is the fastest, 1 s, 1.25 times faster than made up gpu; "
            "published: 2 s, a factor of 1.6 for made up gpu.");
  EXPECT_EQ(make_exhibit(own.exhibits[0], own, evidence({cpu})).sentence,
            "At N = 8: made up cpu, 1 s; published: 2 s.");
}

TEST_F(Drawn, SentenceIsOfASizeThatThePaperPrintsWhereOneWasMeasured) {
  std::vector<result::RunRecord> runs{synthetic::run("gpu", "cuda", 8, 1e-3)};
  for (const char* variant : {"gpu", "other"})
    runs.push_back(synthetic::run(variant, "cuda", 16, 2e-3));
  const Paper own = paper(json::object());
  EXPECT_EQ(make_exhibit(own.exhibits[0], own, evidence(runs)).sentence,
            "At N = 8: made up gpu, 1 s; published: 2 s, a factor of 2.");
}

TEST_F(Drawn, PanelsStandSideBySideAndAZoomIsLinear) {
  const Paper two = paper({{"panels",
                            {{{"id", "a"}, {"title", "A"}, {"select", {{"variant", "v1"}}}},
                             {{"id", "b"}, {"title", "B"}, {"select", {{"variant", "v2"}}}}}}});
  const auto runs = evidence(seven_variants());
  const Exhibited made = make_exhibit(two.exhibits[0], two, runs);
  ASSERT_EQ(made.figures.at(0).panels.size(), 2u);
  EXPECT_EQ(made.figures[0].panels[1].title, "B");
  EXPECT_EQ(made.figures[0].panels[1].series.front().label, "made up v2");
  const Paper zoomed = paper({{"zoom", {"v3"}}});
  const Figure figure = make_exhibit(zoomed.exhibits[0], zoomed, runs).figures.at(0);
  ASSERT_EQ(figure.panels.size(), 2u);
  EXPECT_EQ(figure.panels[0].y.scale, Scale::kLog10);
  EXPECT_EQ(figure.panels[1].y.scale, Scale::kLinear);
  ASSERT_EQ(figure.panels[1].series.size(), 1u);
  EXPECT_EQ(figure.panels[1].series[0].colour, 2) << "a series keeps its colour";
}

TEST_F(Drawn, TheoryIsScaledToMeetTheFirstCurve) {
  result::RunRecord run = synthetic::run("gpu", "cuda", 8, 1e-3);
  run.series.emplace().curves["mode"] = {{0, 1, 2, 3}, {5, 6, 7, 8}};
  const Paper own = paper({{"x", {{"key", "t"}}},
                           {"y", {{"quantity", "series:mode"}, {"label", "m"}}},
                           {"published", json::array()},
                           {"theory",
                            {{{"label", "growth"},
                              {"expression", "exp(t / sqrt(4))"},
                              {"from", 0},
                              {"to", 9},
                              {"through", 2}}}}});
  const Figure figure = make_exhibit(own.exhibits[0], own, evidence({run})).figures.at(0);
  const Series& line = figure.panels.at(0).series.back();
  EXPECT_EQ(line.label, "growth");
  EXPECT_EQ(line.style, Style::kTheory);
  EXPECT_NEAR(line.points.front().y, 7 / std::exp(1.0), 1e-9);
  EXPECT_EQ(line.points.back().x, 3) << "as far as the curves reach";
}

TEST_F(Drawn, SizesAgainstAParameterSayWhichValueServesThemBest) {
  std::vector<result::RunRecord> runs;
  for (const int n : {4, 8})
    for (const double block : {16.0, 32.0, 64.0}) {
      runs.push_back(synthetic::run("gpu", "cuda", n, block == 8.0 * n ? 1e-3 : 2e-3));
      runs.back().settings["threads_per_block"] = block;
      runs.back().id += "/block=" + std::to_string(static_cast<int>(block));
    }
  const Paper own = paper(
      {{"x", {{"key", "threads_per_block"}, {"label", "Block size p"}, {"values", {16, 32, 64}}}},
       {"series", {{"by", {"n"}}, {"label", "N = {n}"}}},
       {"published", json::array()}});
  EXPECT_EQ(make_exhibit(own.exhibits[0], own, evidence(runs)).sentence,
            "Best for N = 4: p = 32, 1 s; for N = 8: p = 64, 1 s.");
}

TEST_F(Drawn, CurvesSayHowMuchOfTheirWayTheyAreOf) {
  const auto beside = [](int n, double last) {
    result::RunRecord run = synthetic::extrapolated(synthetic::run("gpu", "cuda", n, 1e-3), 1);
    run.timing->steps_requested = 48;
    run.series.emplace().curves["difference"] = {{1, last}, {1e-9, 2e-9}};
    return run;
  };
  const Paper own = paper({{"x", {{"key", "t"}}},
                           {"y", {{"quantity", "series:difference"}, {"label", "d"}}},
                           {"series", {{"by", {"n"}}}},
                           {"published", json::array()}});
  const Exhibited made =
      make_exhibit(own.exhibits[0], own, evidence({beside(4, 48), beside(8, 28)}));
  const Table& table = made.tables.at(0);
  ASSERT_EQ(table.rows.size(), 2u);
  EXPECT_EQ(table.rows[0][0].note, "") << "one step was timed, all were gone";
  EXPECT_EQ(table.rows[1][0].note, "the first 28 of 48 steps");
}

TEST_F(Drawn, LabelsAtTheEndsOfLinesStandClearOfEachOther) {
  const Paper own = paper({{"published", json::array()}});
  std::vector<result::RunRecord> runs;
  for (int i = 1; i <= 5; ++i)
    for (const int n : {4, 8})
      runs.push_back(synthetic::run("v" + std::to_string(i), "cuda", n, (1 + 0.01 * i) * 1e-3));
  const Drawing drawing = lay_out(make_exhibit(own.exhibits[0], own, evidence(runs)).figures.at(0));
  const Frame &plot = drawing.frames.at(0), &labels = drawing.frames.at(1);
  EXPECT_GE(labels.left, plot.right) << "no label covers data";
  EXPECT_LE(labels.right, drawing.width);
  ASSERT_EQ(labels.texts.size(), 5u);
  std::vector<double> heights;
  for (const Text& text : labels.texts)
    heights.push_back(labels.bottom + text.at.y * (labels.top - labels.bottom));
  std::sort(heights.begin(), heights.end());
  for (std::size_t i = 1; i < heights.size(); ++i) EXPECT_GT(heights[i] - heights[i - 1], 14);
  EXPECT_GE(heights.front(), 0);
  EXPECT_LE(heights.back(), drawing.height);
}

Exhibit stages_of(const std::string& drawn, const std::string& quantity) {
  Exhibit exhibit;
  exhibit.id = "stages";
  exhibit.title = "Stages";
  exhibit.drawn = drawn;
  exhibit.y_quantity = quantity;
  exhibit.stage_rows = {{"A", "a", {}, {}, "both"}, {"B", "b", {}, {}, "both"}, {"C", "c", {}, {}}};
  exhibit.stage_columns = {{"one", {}, ""}, {"two", {}, ""}};
  return exhibit;
}

TEST(StageFigure, StacksTheTimeLineOfAStep) {
  const auto of = [](double value) { return StageBar{Estimate{value, value, value}}; };
  const auto figure =
      stage_figure(stages_of("stacked", "share"), Paper{},
                   {{of(0.1), of(0.2)}, {of(0.2), of(0.2)}, {of(0.4), of(0.5)}}, Unit{});
  ASSERT_TRUE(figure);
  const Panel& panel = figure->panels.at(0);
  ASSERT_EQ(panel.series.size(), 2u);
  EXPECT_EQ(panel.series[0].label, "both");
  EXPECT_NEAR(panel.series[0].points.at(0).x, 30, 1e-9);
  EXPECT_NEAR(panel.series[1].points.at(1).x, 50, 1e-9);
  // Parts of a bar follow each other, and the first bar stands at the top.
  const Frame frame = lay_out(*figure).frames.at(0);
  ASSERT_EQ(frame.marks.size(), 4u);
  EXPECT_NEAR(frame.marks[0].spots[1].x, 0.3, 1e-9);
  EXPECT_NEAR(frame.marks[2].spots[0].x, 0.3, 1e-9);
  EXPECT_GT(frame.marks[0].spots[0].y, frame.marks[1].spots[0].y);
}

TEST(StageFigure, HasAGroupOfBarsForEachStage) {
  const auto of = [](double value) { return StageBar{Estimate{value, value, value}}; };
  const auto figure = stage_figure(
      stages_of("bars", "step_s"), Paper{},
      {{of(1e-3), of(2e-3)}, {of(3e-3), of(1e-3)}, {of(1e-3), StageBar{}}}, Unit{"ms", 1e-3});
  ASSERT_TRUE(figure);
  const Panel& panel = figure->panels.at(0);
  ASSERT_EQ(panel.series.size(), 2u);
  EXPECT_EQ(panel.series[0].label, "one");
  EXPECT_NEAR(panel.series[0].points.at(0).y, 4, 1e-9);
  EXPECT_EQ(panel.series[1].points.size(), 1u) << "no bar of what was not measured";
  EXPECT_EQ(panel.x.ticks.at(1).second, "C");
}

TEST(CellText, GivesNoIntervalToWhatHasNoScatter) {
  Exhibit exhibit;
  exhibit.y_quantity = "check:energy_drift";
  report::Run run;
  run.timing.emplace();
  run.timing->repeats_measured = 10;
  GridCell cell{CellState::kMeasured, Estimate{2, 2, 2}, "", &run};
  EXPECT_EQ(present(exhibit, cell, {}, true).note, "");
  exhibit.y_quantity = "step_s";
  EXPECT_EQ(present(exhibit, cell, {}, false).note, "") << "no \u00b10%";
  cell.value = Estimate{2, std::nan(""), 3};
  EXPECT_EQ(present(exhibit, cell, {}, false).note, "") << "no interval that is no number";
  cell.value = Estimate{2, 1.9999, 2.0001};
  EXPECT_EQ(present(exhibit, cell, {}, false).note, "\u00b1<0.1%");
  cell.value = Estimate{2, 1, 2e7};
  EXPECT_EQ(present(exhibit, cell, {}, false).note, "\u00b1>100%") << "no \u00b15e+08%";
  run.timing->repeats_measured = 1;
  EXPECT_EQ(present(exhibit, cell, {}, false).note, "once");
}

TEST(CellText, TakesOneUnitForAllTimesOfATable) {
  Exhibit exhibit;
  exhibit.y_unit = "s";
  EXPECT_EQ(unit_for(exhibit, {18000, 19900, 0.5}).name, "s");
  EXPECT_EQ(unit_for(exhibit, {18000}).text(18000), "18,000");
  EXPECT_EQ(unit_for(exhibit, {1e-4, 0.5}).text(0.5), "500");
  EXPECT_EQ(unit_for(exhibit, {1e-6, 2e-4}).name, "\u00b5s");
  exhibit.y_unit = "GFLOP/s";
  EXPECT_EQ(unit_for(exhibit, {0.1}).name, "GFLOP/s");
}

}  // namespace
