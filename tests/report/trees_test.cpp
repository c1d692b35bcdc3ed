// What the exhibits of trees and galaxies need: the fastest of several runs, details of checks,
// Amdahl's limit, one quantity against another, several curves, pictures side by side.
#include <gtest/gtest.h>

#include "harness/report/drawing.hpp"
#include "harness/report/exhibit.hpp"
#include "harness/report/select.hpp"
#include "tests/report/synthetic.hpp"

namespace {

using namespace tycho;
using namespace tycho::report;
using result::RunRecord;

class Trees : public ::testing::Test {
 protected:
  Evidence evidence(const std::vector<RunRecord>& runs) {
    folder_.write("here/synthetic.json", synthetic::result("Synthetic machine", runs));
    return gather(load_results({folder_.path() / "here"}, false), {});
  }
  static RunRecord swept(double ncrit, double step_s, double error) {
    RunRecord run = synthetic::run("gpu", "cuda", 8, step_s);
    run.id += "/ncrit=" + std::to_string(ncrit);
    run.settings["ncrit"] = ncrit;
    run.sweep["ncrit"] = ncrit;
    run.checks->front().details = {{"p50", error}, {"p99.9", 10 * error}};
    return run;
  }
  static Exhibit exhibit(const std::string& kind, const std::string& x, const std::string& y) {
    Exhibit made;
    made.id = made.title = "made-up";
    made.kind = kind;
    made.x_key = made.x_label = x;
    made.y_quantity = made.y_label = y;
    return made;
  }
  synthetic::Folder folder_;
  Paper paper_ = [] {
    Paper paper;
    paper.key = "synthetic";
    return paper;
  }();
};

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

TEST_F(Trees, ATradeDrawsRunsByBothQuantitiesInOrder) {
  const Evidence runs = evidence({swept(1, 1e-3, 0.4), swept(2, 2e-3, 0.1), swept(3, 3e-3, 0.2)});
  const Exhibited made =
      make_exhibit(exhibit("trade", "check:force_error.p50", "step_s"), paper_, runs);
  EXPECT_EQ(made.cells.measured, 3);
  ASSERT_EQ(made.figures.size(), 1u);
  const auto& points = made.figures[0].panels[0].series[0].points;
  ASSERT_EQ(points.size(), 3u);
  EXPECT_EQ(points[0].x, 0.1);
  EXPECT_EQ(points[0].y, 2e-3);
  EXPECT_EQ(points[2].x, 0.4);
  EXPECT_EQ(made.tables[0].rows.size(), 3u);
}

TEST_F(Trees, ATradeDrawsFiveNamedLinesOfOneSizeAndHasAllInItsTable) {
  std::vector<RunRecord> runs;
  for (const int n : {8, 16, 32}) {
    for (const char* variant : {"a", "b", "c", "d", "e", "f", "g"}) {
      if (n == 32 && variant[0] != 'a') continue;
      RunRecord one = swept(1, 1e-3 * n, 0.1);
      one.id += std::string(variant) + std::to_string(n);
      one.variant = one.label = variant;
      one.n = n;
      runs.push_back(one);
    }
  }
  Exhibit trade = exhibit("trade", "check:force_error.p50", "step_s");
  trade.split = {"label", "n"};
  trade.split_label = "{label}, N = {n}";
  for (const char* variant : {"g", "f", "e", "d", "c", "b"})
    trade.lines.push_back({{{"variant", {variant}}}, variant});
  const Exhibited made = make_exhibit(trade, paper_, evidence(runs));
  ASSERT_EQ(made.figures.size(), 1u);
  std::vector<std::string> drawn;
  for (const Series& series : made.figures[0].panels[0].series) drawn.push_back(series.label);
  EXPECT_EQ(drawn, (std::vector<std::string>{"g, N = 16", "f, N = 16", "e, N = 16", "d, N = 16",
                                             "c, N = 16"}));
  EXPECT_NE(made.figures[0].caption.find("N = 16"), std::string::npos);
  EXPECT_EQ(made.tables[0].rows.size(), 15u);
}

TEST_F(Trees, ATradeSaysHowMuchFasterALineIsAtAnEqualError) {
  // The time of the first line falls as the inverse of the error, that of the others as its square.
  const auto said = [&](bool bound) {
    std::vector<RunRecord> runs;
    for (const double error : {0.1, 0.4}) {
      RunRecord first = swept(1 / error, 0.1 / error, error), other = first, threads = first;
      other.timing->step_s = synthetic::estimate(1e-3 / error / error);
      threads.timing->step_s = synthetic::estimate(1e-6);
      threads.backend = "cpu";
      threads.threads = 4;
      if (bound) threads.device->wait = "active";
      for (auto [run, name] : {std::pair(&first, "paper"), {&other, "best"}, {&threads, "all"}}) {
        run->id += name;
        run->variant = run->label = name;
        runs.push_back(*run);
      }
    }
    Exhibit trade = exhibit("trade", "check:force_error.p50", "step_s");
    trade.x_label = "Median error";
    trade.y_unit = "s";
    trade.split = {"label"};
    for (const char* variant : {"paper", "best", "all"})
      trade.lines.push_back({{{"variant", {variant}}}, variant});
    return make_exhibit(trade, paper_, evidence(runs)).sentence;
  };
  EXPECT_EQ(said(false),
            "At an equal median error (0.10 to 0.40), \u201cbest\u201d is 10.0 to 40 times "
            "faster than \u201cpaper\u201d; a line is read between its points on logarithmic axes.")
      << "without the line of unbound threads";
  EXPECT_NE(said(true).find("\u201call\u201d is 250,000 to "), std::string::npos) << said(true);
}

TEST_F(Trees, ATradeOverANoisyTimeWhoseLowerEndIsZeroHasNoUpperEnd) {
  RunRecord first = swept(1, 1, 0.1), other = swept(2, 0.1, 0.1);
  other.id += "other";
  other.variant = other.label = "other";
  other.timing->step_s.low = 0;
  Exhibit trade = exhibit("trade", "check:force_error.p50", "step_s");
  trade.y_unit = "s";
  trade.split = {"label"};
  trade.lines = {{{{"variant", {"gpu"}}}, "gpu"}, {{{"variant", {"other"}}}, "other"}};
  const std::string said = make_exhibit(trade, paper_, evidence({first, other})).sentence;
  EXPECT_NE(said.find("is 9.6 or more times faster"), std::string::npos) << said;
  EXPECT_EQ(said.find("not a number"), std::string::npos) << said;
}

TEST_F(Trees, ATradeOfLinesWithoutAnErrorInCommonHasNoSentence) {
  RunRecord one = swept(1, 1e-3, 0.1), other = swept(2, 2e-3, 0.4);
  other.id += "other";
  other.variant = other.label = "other";
  Exhibit trade = exhibit("trade", "check:force_error.p50", "step_s");
  trade.y_unit = "s";
  trade.split = {"label"};
  EXPECT_EQ(make_exhibit(trade, paper_, evidence({one, other})).sentence, "");
}

TEST_F(Trees, QuantitiesOfRunsStandInOneTableWithoutAColumnThatNoneHas) {
  RunRecord small = swept(1, 1e-3, 0.1), large = synthetic::noisy(swept(2, 2e-3, 0.2));
  small.counters = {{"substeps", 5744}};
  large.n = 16;
  Exhibit runs = exhibit("runs", "n", "");
  runs.run_columns = {
      {"step_s", "Step", "s"}, {"counter:substeps", "Points", ""}, {"counter:none", "None", ""}};
  const Exhibited made = make_exhibit(
      runs, paper_, evidence({large, small, synthetic::failed(swept(3, 1, 1), "made up")}));
  ASSERT_EQ(made.tables.size(), 1u);
  const Table& table = made.tables[0];
  ASSERT_EQ(table.columns.size(), 5u);
  EXPECT_EQ(table.columns[3].title, "Points");
  ASSERT_EQ(table.rows.size(), 2u);
  EXPECT_EQ(table.rows[0][1].text, "8");
  EXPECT_EQ(table.rows[0][2].text, "1 ms");
  EXPECT_EQ(table.rows[0][3].text, "5744");
  EXPECT_EQ(table.rows[1][2].text, "2 ms \u2248");
  EXPECT_EQ(table.rows[1][3].text, "\u2013");
  EXPECT_EQ(make_exhibit(runs, paper_, evidence({synthetic::failed(small, "made up")})).absent,
            "Not run: no run of this exhibit is in these results.");
}

TEST_F(Trees, ATradeWithoutOneOfTheTwoIsSkippedAndSaysSo) {
  RunRecord bare = swept(1, 1e-3, 1);
  bare.checks->front().details.reset();
  const Exhibited made =
      make_exhibit(exhibit("trade", "check:force_error.p50", "step_s"), paper_, evidence({bare}));
  EXPECT_EQ(made.cells.skipped, 1);
  EXPECT_TRUE(made.figures.empty());
  EXPECT_EQ(made.tables[0].rows[0][3].text, "\u2013");
  EXPECT_EQ(made.tables[0].notes.at(0), "\u2013: the run holds not both.");
}

TEST_F(Trees, ATradeMarksANoisyTime) {
  const Exhibited made = make_exhibit(exhibit("trade", "check:force_error.p50", "step_s"), paper_,
                                      evidence({synthetic::noisy(swept(1, 1e-3, 1))}));
  EXPECT_EQ(made.tables[0].rows[0][3].text, "0.00100 \u2248");
  EXPECT_EQ(made.tables[0].notes.at(0),
            "\u2248: from end to end the 95% interval is wider than a tenth of the time.");
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

TEST_F(Trees, PicturesStandBesideOneAnotherOnOneScale) {
  RunRecord gpu = swept(1, 1e-3, 1), cpu = synthetic::run("cpu", "cpu", 8, 1);
  gpu.series.emplace().pictures = {synthetic::picture(0, {7}), synthetic::picture(1, {2})};
  cpu.series.emplace().pictures = {synthetic::picture(0, {9}), synthetic::picture(1, {4})};
  Exhibit pictures = exhibit("pictures", "t", "series:pictures");
  pictures.beside = true;
  const auto figures = make_figures(pictures, paper_, evidence({gpu, cpu}));
  ASSERT_EQ(figures.size(), 1u);
  ASSERT_EQ(figures[0].panels.size(), 2u);
  EXPECT_EQ(figures[0].panels[0].image.value[0], 2);  // the last of each
  EXPECT_EQ(figures[0].panels[1].image.value[0], 4);
  EXPECT_EQ(figures[0].panels[0].z.most, 4);
}

TEST_F(Trees, PicturesAreOfTheLargestRunAlone) {
  const auto of_size = [](int n) {
    RunRecord run = synthetic::run("gpu", "cuda", n, 1);
    run.series.emplace().pictures = {synthetic::picture(0, {3.0 * n})};
    return run;
  };
  const Exhibit pictures = exhibit("pictures", "t", "series:pictures");
  const auto one = make_figures(pictures, paper_, evidence({of_size(64)}));
  const auto two = make_figures(pictures, paper_, evidence({of_size(64), of_size(512)}));
  ASSERT_EQ(one.size(), 1u);
  ASSERT_EQ(two.size(), 1u);
  EXPECT_EQ(one[0].panels[0].image.value[0], 3 * 64);
  EXPECT_EQ(two[0].panels[0].image.value[0], 3 * 512);
  EXPECT_EQ(two[0].id, one[0].id);
}

// A machine's results may be in several files, each with a largest run of its own.
TEST_F(Trees, PicturesOfOneMachineInSeveralFilesAreOfItsLargestRunsAlone) {
  const auto write = [&](const char* name, int n, std::vector<double> cells) {
    RunRecord run = synthetic::run("gpu", "cuda", n, 1);
    run.series.emplace().pictures = {synthetic::picture(0, std::move(cells))};
    folder_.write(name, synthetic::result("Synthetic machine", {run}));
  };
  write("here/a.json", 8, {1, 2, 3, 40});
  write("here/b.json", 512, {40, 3, 2, 1});
  write("here/c.json", 216, {3, 40, 1, 2});  // less than four times smaller
  const auto figures = make_figures(exhibit("pictures", "t", "series:pictures"), paper_,
                                    gather(load_results({folder_.path() / "here"}, false), {}));
  ASSERT_EQ(figures.size(), 2u);
  EXPECT_EQ(figures[0].panels[0].image.value[0], 40);
  EXPECT_EQ(figures[1].panels[0].image.value[0], 3);
}

TEST_F(Trees, PicturesThatLookTheSameAreDrawnOnce) {
  const auto of = [](const char* variant, const char* backend, std::vector<double> cells) {
    RunRecord run = synthetic::run(variant, backend, 64, 1);
    run.label = variant;
    run.series.emplace().pictures = {synthetic::picture(0, std::move(cells))};
    return run;
  };
  const RunRecord gpu = of("gpu", "cuda", {1, 2, 30, 4}), same = of("cpu", "cpu", {1, 2.05, 31, 4}),
                  other = of("wrong", "cpu", {30, 2, 1, 4});
  const auto figures = make_figures(exhibit("pictures", "t", "series:pictures"), paper_,
                                    evidence({gpu, same, other}));
  ASSERT_EQ(figures.size(), 2u);
  EXPECT_NE(figures[0].caption.find("Not drawn, since it looks the same: cpu"), std::string::npos)
      << figures[0].caption;
  EXPECT_EQ(figures[1].caption.find("Not drawn"), std::string::npos) << figures[1].caption;
}

// Contrasts grow a thousandfold: on one scale the first picture would be flat.
TEST_F(Trees, PicturesOfAUniverseOnItsWayHaveScalesOfTheirOwn) {
  RunRecord run = swept(1, 1e-3, 1);
  run.series.emplace().pictures = {synthetic::picture(0, {0.98, 1, 1.01, 1.02}, 126.0),
                                   synthetic::picture(4, {0.1, 0.5, 3, 80}, 0.0)};
  const auto figures =
      make_figures(exhibit("pictures", "t", "series:pictures"), paper_, evidence({run}));
  ASSERT_EQ(figures.size(), 1u);
  const auto& panels = figures[0].panels;
  EXPECT_EQ(panels[0].z.least, 0.98);
  EXPECT_LT(panels[0].z.most, 1.03);
  EXPECT_EQ(panels[1].z.least, 0.1);
  const Drawing drawing = lay_out(figures[0]);
  EXPECT_EQ(drawing.frames.size(), 2u) << "one scale cannot stand beside two";
}

TEST_F(Trees, APictureOfMoreCellsThanAreSeenIsDrawnWithFewer) {
  RunRecord run = swept(1, 1e-3, 1);
  std::vector<double> cells(512 * 512, 1);
  cells[0] = 9;
  run.series.emplace().pictures = {synthetic::picture(0, cells), synthetic::picture(1, cells),
                                   synthetic::picture(2, cells)};
  const auto figures =
      make_figures(exhibit("pictures", "t", "series:pictures"), paper_, evidence({run}));
  const Drawing three = lay_out(figures.at(0));
  EXPECT_EQ(three.frames[0].shades.width, 256);
  ASSERT_EQ(three.frames[0].shades.value.size(), 256u * 256u);
  Panel seen;
  seen.z = figures[0].panels[0].z;
  EXPECT_EQ(three.frames[0].shades.value[0], std::lround(kShadeSteps * shade(seen, 3)));
  Figure one = figures[0];
  one.panels.resize(1);
  EXPECT_EQ(lay_out(one).frames[0].shades.width, 512);
}

TEST_F(Trees, FourPicturesStandInTwoRows) {
  RunRecord run = swept(1, 1e-3, 1);
  run.series.emplace();
  for (const double z : {126.0, 5.0, 1.0, 0.0}) {
    if (!run.series->pictures) run.series->pictures.emplace();
    run.series->pictures->push_back(synthetic::picture(126 - z, {1, 2, 4 - 0.01 * z, 5}, z));
  }
  const Drawing drawing = lay_out(
      make_figures(exhibit("pictures", "t", "series:pictures"), paper_, evidence({run})).at(0));
  ASSERT_EQ(drawing.frames.size(), 4u);
  EXPECT_EQ(drawing.frames[0].top, drawing.frames[1].top);
  EXPECT_LT(drawing.frames[2].top, drawing.frames[0].bottom);
  for (const Frame& frame : drawing.frames) {
    EXPECT_NEAR(frame.right - frame.left, frame.top - frame.bottom, 1e-9);
    EXPECT_GT(frame.right - frame.left, 450);
    EXPECT_GE(frame.bottom, 0);
    EXPECT_LE(frame.right, drawing.width);
  }
}

TEST_F(Trees, PicturesOfAnExpandingBoxSayTheirRedshift) {
  RunRecord run = swept(1, 1e-3, 1);
  run.series.emplace().pictures = {synthetic::picture(4.8, {3}, 0.5)};
  const auto figures =
      make_figures(exhibit("pictures", "t", "series:pictures"), paper_, evidence({run}));
  ASSERT_EQ(figures.size(), 1u);
  EXPECT_EQ(figures[0].panels[0].title, "z = 0.500");
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
