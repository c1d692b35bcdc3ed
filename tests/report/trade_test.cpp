// One quantity of runs against another.
#include <gtest/gtest.h>

#include "harness/report/exhibit.hpp"
#include "tests/report/trees.hpp"

namespace {

using namespace tycho;
using namespace tycho::report;
using result::RunRecord;

class Trade : public Trees {};

TEST_F(Trade, DrawsRunsByBothQuantitiesInOrder) {
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

TEST_F(Trade, DrawsFiveNamedLinesOfOneSizeAndHasAllInItsTable) {
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

TEST_F(Trade, SaysHowMuchFasterALineIsAtAnEqualError) {
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

TEST_F(Trade, OverANoisyTimeWhoseLowerEndIsZeroHasNoUpperEnd) {
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

TEST_F(Trade, OfLinesWithoutAnErrorInCommonHasNoSentence) {
  RunRecord one = swept(1, 1e-3, 0.1), other = swept(2, 2e-3, 0.4);
  other.id += "other";
  other.variant = other.label = "other";
  Exhibit trade = exhibit("trade", "check:force_error.p50", "step_s");
  trade.y_unit = "s";
  trade.split = {"label"};
  EXPECT_EQ(make_exhibit(trade, paper_, evidence({one, other})).sentence, "");
}

TEST_F(Trade, QuantitiesOfRunsStandInOneTableWithoutAColumnThatNoneHas) {
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

TEST_F(Trade, WithoutOneOfTheTwoIsSkippedAndSaysSo) {
  RunRecord bare = swept(1, 1e-3, 1);
  bare.checks->front().details.reset();
  const Exhibited made =
      make_exhibit(exhibit("trade", "check:force_error.p50", "step_s"), paper_, evidence({bare}));
  EXPECT_EQ(made.cells.skipped, 1);
  EXPECT_TRUE(made.figures.empty());
  EXPECT_EQ(made.tables[0].rows[0][3].text, "\u2013");
  EXPECT_EQ(made.tables[0].notes.at(0), "\u2013: the run holds not both.");
}

TEST_F(Trade, MarksANoisyTime) {
  const Exhibited made = make_exhibit(exhibit("trade", "check:force_error.p50", "step_s"), paper_,
                                      evidence({synthetic::noisy(swept(1, 1e-3, 1))}));
  EXPECT_EQ(made.tables[0].rows[0][3].text, "0.00100 \u2248");
  EXPECT_EQ(made.tables[0].notes.at(0),
            "\u2248: from end to end the 95% interval is wider than a tenth of the time.");
}

}  // namespace
