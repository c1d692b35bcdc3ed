// What the front of a site says: then and now, speed-ups, findings.
#include <gtest/gtest.h>

#include "core/error.hpp"
#include "harness/report/contests.hpp"
#include "harness/report/findings.hpp"
#include "harness/report/headlines.hpp"
#include "harness/report/recorded_numbers.hpp"
#include "harness/report/report.hpp"
#include "harness/report/site.hpp"
#include "tests/report/site_of_springs.hpp"

namespace {

using namespace tycho;
using namespace tycho::report;
using nlohmann::json;

class Front : public SiteOfSprings {};

TEST_F(Front, OpensWithThenAndNow) {
  write({synthetic::run("gpu-old", "cuda", 8, 2e-3), synthetic::run("gpu", "cuda", 8, 1e-3)});
  const std::string front = page("index.html");
  EXPECT_TRUE(has(front, "<h1>One paper, then and now, on Synthetic machine</h1>"));
  EXPECT_LT(front.find("<caption><span>Then and now</span></caption>"), front.find("<h2"));
}

TEST_F(Front, HeadlineHasItsFactorAtThePapersSizeOnly) {
  const Paper own = paper();
  Table table = headlines_table({&own}, evidence({synthetic::run("gpu-old", "cuda", 8, 2e-3),
                                                  synthetic::run("gpu", "cuda", 8, 1e-3)}));
  ASSERT_EQ(table.rows.size(), 1u);
  EXPECT_EQ(table.rows[0][1].text, "2 s");
  EXPECT_EQ(table.rows[0][2].text, "2 s");
  EXPECT_EQ(table.rows[0][3].text, "1 s");
  EXPECT_EQ(table.rows[0][4].text, "2\u00d7");
  table = headlines_table({&own}, evidence({synthetic::run("gpu", "cuda", 4, 1e-3)}));
  EXPECT_EQ(table.rows[0][2].text, "\u2013");
  EXPECT_EQ(table.rows[0][4].text, "") << "another size";
  EXPECT_EQ(table.rows[0][3].text, "1 s at N = 4") << "no reader takes it for the row's size";
  EXPECT_NE(table.rows[0][5].note.find("the paper's size was not run"), std::string::npos);
  table = headlines_table({&own}, evidence({synthetic::run("cpu", "cpu", 4, 1e-3)}));
  EXPECT_TRUE(table.rows.empty());
  EXPECT_NE(table.notes.back().find("Not run here: A made-up way (synthetic)"), std::string::npos);
}

// One with "front": false stands on its paper's page alone, and ratios of speed-ups stand last.
TEST_F(Front, HeadlinesOfThePaperAloneAreNotOnTheFront) {
  Paper own = paper(), other = paper();
  Headline aside = own.headlines.at(0), ratio = aside;
  aside.what = "aside";
  aside.on_front = false;
  ratio.what = "ratio";
  ratio.quantity = "speedup";
  own.headlines.insert(own.headlines.begin(), {ratio, aside});
  const auto named = [&](const std::vector<const Paper*>& papers) {
    std::string all = headlines_table(papers, evidence({})).notes.back();
    return all.substr(all.find(": ") + 2);
  };
  EXPECT_EQ(named({&own}), "aside (synthetic); A made-up way (synthetic); ratio (synthetic).");
  EXPECT_EQ(named({&own, &other}),
            "A made-up way (synthetic); A made-up way (synthetic); ratio (synthetic).");
}

TEST_F(Front, HeadlineOfASpeedUpIsNoisyWhereOneOfItsTimesIs) {
  Paper own = paper();
  Headline& headline = own.headlines[0];
  headline.quantity = "speedup";
  headline.base = "step_s";
  headline.against = {{"variant", {"cpu"}}};
  const auto gpu = synthetic::run("gpu", "cuda", 8, 1e-3);
  auto cpu = synthetic::run("cpu", "cpu", 8, 8e-3);
  // Each time is 6% wide from end to end, their quotient 12%.
  const auto wide = [](result::RunRecord run) {
    result::Statistics& step_s = run.timing->step_s;
    step_s.low = 0.97 * step_s.median;
    step_s.high = 1.03 * step_s.median;
    return run;
  };
  Table table = headlines_table({&own}, evidence({wide(gpu), wide(cpu)}));
  EXPECT_EQ(table.rows.at(0)[3].text, "8 times one CPU thread");
  EXPECT_EQ(table.rows[0][4].text, "4\u00d7");
  EXPECT_EQ(table.notes.size(), 1u) << "no mark to explain";
  table = headlines_table({&own}, evidence({gpu, synthetic::noisy(cpu)}));
  EXPECT_EQ(table.rows.at(0)[3].text, "5.9 to 10 times one CPU thread \u2248");
  EXPECT_EQ(table.rows[0][4].text, "2.4 to 6.8\u00d7 \u2248");
  result::RunRecord unbound = cpu;
  unbound.threads = 4;
  const Table marked = headlines_table({&own}, evidence({gpu, unbound}));
  EXPECT_EQ(marked.rows.at(0)[3].text, "8 times one CPU thread \u2020");
  EXPECT_EQ(marked.rows[0][4].text, "4\u00d7 \u2020");
  EXPECT_TRUE(marked.notes.back().starts_with("\u2020: rests on CPU threads that were not bound"));
  ASSERT_EQ(table.notes.size(), 2u);
  EXPECT_TRUE(table.notes[1].starts_with("\u2248: from end to end the 95% interval is wider"));
}

// The title of such a report names the machine here.
TEST_F(Front, NamesTheMachineOfRecordedNumbersInTheHeadsOfTheirColumns) {
  const Paper own = paper();
  const auto on = [&](const std::string& machine, const std::vector<result::RunRecord>& runs) {
    auto made = synthetic::result(machine, runs, 3);
    made.provenance.gpu->name = "Recorded GPU";
    return folder_.write(machine + "/synthetic.json", made);
  };
  const std::vector<result::RunRecord> cpu{synthetic::run("cpu", "cpu", 8, 8e-3)};
  std::vector<result::RunRecord> both = cpu;
  both.push_back(synthetic::run("gpu", "cuda", 8, 1e-3));
  const Evidence borrowed =
      gather(load_results({on("here", cpu)}, false), load_results({on("there", both)}, true));
  const Table headlines = headlines_table({&own}, borrowed);
  EXPECT_EQ(headlines.columns[2].note, "") << "no number";
  EXPECT_EQ(headlines.columns[3].note, "recorded on Recorded GPU");
  const Table speedups = *speedups_view({&own}, borrowed).table;
  EXPECT_EQ(speedups.columns[3].note, "time, recorded on Recorded GPU");
  EXPECT_EQ(speedups.columns[4].note, "times faster, recorded on Recorded GPU");

  const Evidence measured = evidence(both);
  EXPECT_EQ(headlines_table({&own}, measured).columns[3].note, "");
  EXPECT_EQ(speedups_view({&own}, measured).table->columns[3].note, "time");

  Table mixed = headlines;
  mixed.rows.push_back(headlines.rows[0]);
  mixed.columns[3].note.clear();
  name_recorded(mixed, 3, {&borrowed.runs.back(), &measured.runs.back()});
  EXPECT_EQ(mixed.columns[3].note, "");
  EXPECT_TRUE(has(mixed.rows[0][3].note, ", recorded on Recorded GPU"));
  EXPECT_FALSE(has(mixed.rows[1][3].note, "recorded on"));
}

TEST_F(Front, NineFailedChecksOfOneCauseAreOneFinding) {
  std::vector<result::RunRecord> runs;
  for (int i = 1; i <= 9; ++i) {
    runs.push_back(synthetic::run("v" + std::to_string(i), "cpu", 8, 1e-3));
    runs.back().checks->front().pass = false;
  }
  runs.push_back(synthetic::run("other", "cpu", 4, 1e-3));
  runs.back().checks = {{"energy_drift", 2, 1, false, "made up", {}}};
  const auto found = findings_of(evidence(runs).inputs, {{"synthetic", paper()}});
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].sentence, "Forces of springs are short");
  EXPECT_EQ(found[0].known, "The spring is to blame.");
  EXPECT_EQ(found[0].cases.size(), 9u);
  EXPECT_EQ(found[1].known, "") << "of which nobody knows";
  write(runs);
  const std::string front = page("index.html");
  EXPECT_TRUE(has(front, "0 of 10 checks hold. 2 findings: <a href=\"synthetic.html#"));
  EXPECT_TRUE(has(front, "Forces of springs are short (9 cases)</a>"));
  EXPECT_TRUE(has(page("synthetic.html"), "2 findings: <a href=\"synthetic.html#"));
  EXPECT_FALSE(has(front, "notice bad"));
}

TEST_F(Front, SpeedUpsAreOfOneSizeAndOfTheColumnsThatRan) {
  const Paper own = paper();
  const ContestView view = speedups_view(
      {&own},
      evidence({synthetic::run("gpu", "cuda", 8, 1e-3), synthetic::run("cpu", "cpu", 8, 8e-3),
                synthetic::run("cpu-all", "cpu", 8, 2e-3), synthetic::run("gpu", "cuda", 16, 2e-3),
                synthetic::run("cpu", "cpu", 16, 99)}));
  ASSERT_TRUE(view.table);
  ASSERT_EQ(view.table->rows.size(), 1u);
  EXPECT_EQ(view.table->rows[0][1].text, "8") << "where most columns ran";
  EXPECT_EQ(view.table->rows[0][4].text, "8");
  EXPECT_EQ(view.table->rows[0][5].text, "2");
  EXPECT_EQ(view.table->rows[0][6].text, "\u2013") << "no SIMD code ran";
  ASSERT_TRUE(view.figure);
  EXPECT_EQ(view.figure->panels[0].series.size(), 2u);
}

TEST_F(Front, SpeedUpsSayWhatTheTimeIsOf) {
  Paper own = paper();
  const auto runs = [&](double dt, int steps, const char* kind) {
    std::vector<result::RunRecord> made{synthetic::run("gpu", "cuda", 8, 1e-3),
                                        synthetic::run("cpu", "cpu", 8, 8e-3)};
    for (result::RunRecord& run : made) {
      run.settings["dt"] = dt;
      run.settings["steps"] = kind;
      run.timing->steps_requested = run.timing->steps_measured = steps;
    }
    return made;
  };
  const auto cells = [&](const std::vector<result::RunRecord>& made) {
    return speedups_view({&own}, evidence(made)).table->rows.at(0);
  };
  EXPECT_EQ(cells(runs(0.25, 1000, "shared"))[2].text, "1 step");
  EXPECT_EQ(cells(runs(0.25, 1, "block"))[2].text, "0.25 time units");
  own.contests[0].quantity = "total_s";
  EXPECT_EQ(cells(runs(0.25, 1, "block"))[2].text, "0.25 time units");
  own.contests[0].way = "t = 0.25 to 0.5";  // no result says from when
  EXPECT_EQ(cells(runs(0.25, 1, "block"))[2].text, "t = 0.25 to 0.5");
  EXPECT_EQ(cells(runs(1.0 / 64, 64, "shared"))[2].text, "64 steps, 1 time unit");
  std::vector<result::RunRecord> universe = runs(std::log(100) / 50, 50, "individual");
  for (result::RunRecord& run : universe) {
    run.algorithm = "tree_pm";
    run.settings.erase("precision");
    run.settings["a_begin"] = 0.01;
  }
  universe[1].settings["dt"] = std::log(100) / 25;
  universe[1].timing->steps_requested = universe[1].timing->steps_measured = 25;
  EXPECT_EQ(cells(universe)[2].text, "50 steps, z = 99 to 0");
  EXPECT_TRUE(has(cells(universe)[4].note, ", 25 steps, z = 99 to 0")) << "of other steps";
}

TEST_F(Front, SpeedUpsSayWhichRowsAreOfSinglePrecisionAgainstDouble) {
  const Paper own = paper();
  const auto caption = [&](const std::string& gpu, const std::string& one, const std::string& all) {
    std::vector<result::RunRecord> runs{synthetic::run("gpu", "cuda", 8, 1e-3),
                                        synthetic::run("cpu", "cpu", 8, 8e-3),
                                        synthetic::run("cpu-all", "cpu", 8, 2e-3)};
    runs[0].settings["precision"] = gpu;
    runs[1].settings["precision"] = one;
    runs[2].settings["precision"] = all;
    return speedups_view({&own}, evidence(runs)).figure->caption;
  };
  constexpr const char* kSaid = "Single precision on the GPU against double on the CPU";
  EXPECT_FALSE(has(caption("fp32", "fp32", "fp32"), kSaid));
  EXPECT_FALSE(has(caption("fp64", "fp64", "fp64"), kSaid));
  EXPECT_FALSE(has(caption("ds", "fp64", "fp64"), kSaid)) << "pairs of floats are no single ones";
  EXPECT_TRUE(has(caption("fp32", "fp64", "fp64"), kSaid + std::string(": springs. ")));
  EXPECT_TRUE(has(caption("fp32", "fp64", "fp32"),
                  "is fair today. " + std::string(kSaid) + ": springs (one plain thread). "));
}

TEST_F(Front, SpeedUpsAreOfTheMachineThatRanTheLargestSize) {
  const Paper own = paper();
  const auto on = [&](const std::string& machine, int n) {
    return folder_.write(machine + "/synthetic.json",
                         synthetic::result(machine, {synthetic::run("gpu", "cuda", n, 1e-3),
                                                     synthetic::run("cpu", "cpu", n, n * 1e-3)}));
  };
  const Evidence both = gather(load_results({on("A", 16), on("B", 8)}, false), {});
  const ContestView view = speedups_view({&own}, both);
  ASSERT_EQ(view.table->rows.size(), 1u);
  EXPECT_EQ(view.table->rows[0][1].text, "16") << "not that of the last name";
  EXPECT_EQ(view.table->rows[0][4].text, "16");
}

TEST_F(Front, ASpeedUpOverOrOfANoisyTimeIsARangeWithAHollowBar) {
  const Paper own = paper();
  const auto gpu = synthetic::run("gpu", "cuda", 8, 1e-3),
             cpu = synthetic::run("cpu", "cpu", 8, 8e-3),
             all = synthetic::run("cpu-all", "cpu", 8, 2e-3);
  const ContestView quiet = speedups_view({&own}, evidence({gpu, cpu, all}));
  EXPECT_EQ(quiet.figure->panels[0].series.size(), 2u);
  EXPECT_FALSE(has(quiet.table->notes[0], "\u2248"));
  EXPECT_EQ(quiet.table->notes.size(), 2u);
  const ContestView over = speedups_view({&own}, evidence({gpu, synthetic::noisy(cpu), all}));
  EXPECT_EQ(over.table->rows[0][4].text, "5.9 to 10 \u2248");
  EXPECT_EQ(over.table->rows[0][5].text, "2");
  EXPECT_TRUE(has(over.table->notes[2], "\u2248: from end to end the 95% interval"));
  ASSERT_EQ(over.figure->panels[0].series.size(), 2u);
  const Point& range = over.figure->panels[0].series[0].points.at(0);
  EXPECT_TRUE(is_hollow(range));
  EXPECT_NEAR(range.low, 5.88, 0.01);
  EXPECT_NEAR(range.high, 10.2, 0.01);
  EXPECT_EQ(over.figure->panels[0].y.most, 100) << "no bar is cut off";
  EXPECT_EQ(over.figure->panels[0].series[1].points[0].y, 2);
  EXPECT_TRUE(has(over.figure->caption, kHollowMeans));
  const ContestView of = speedups_view({&own}, evidence({synthetic::noisy(gpu), cpu, all}));
  EXPECT_EQ(of.table->rows[0][3].text, "1 ms \u2248");
  EXPECT_TRUE(of.table->rows[0][5].text.ends_with(" \u2248"));
  ASSERT_TRUE(of.figure);
  EXPECT_EQ(of.figure->panels[0].series.size(), 2u) << "each with a hollow bar";
  write({synthetic::noisy(gpu), cpu, all});
  EXPECT_TRUE(has(page("index.html"), "<caption><span>Honest speed-ups</span></caption>"));
}

TEST_F(Front, ASpeedUpOverThreadsThatNobodyBoundHasNoBar) {
  const Paper own = paper();
  result::RunRecord unbound = synthetic::run("cpu-all", "cpu", 8, 2e-3);
  unbound.threads = 16;
  const ContestView view =
      speedups_view({&own}, evidence({synthetic::run("gpu", "cuda", 8, 1e-3),
                                      synthetic::run("cpu", "cpu", 8, 8e-3), unbound}));
  EXPECT_EQ(view.table->rows[0][5].text, "2 \u2020");
  ASSERT_EQ(view.figure->panels[0].series.size(), 1u);
  EXPECT_EQ(view.figure->panels[0].series[0].points[0].y, 8);
}

TEST_F(Front, SpeedUpsStandAtASizeWithBoundThreadsRatherThanAtALargerOne) {
  const Paper own = paper();
  std::vector<result::RunRecord> runs;
  for (const int n : {4, 8}) {
    runs.push_back(synthetic::run("gpu", "cuda", n, 1e-3));
    runs.push_back(synthetic::run("cpu", "cpu", n, 8e-3));
    runs.push_back(synthetic::run("cpu-all", "cpu", n, 2e-3));
    runs.back().threads = 16;
    if (n == 4) runs.back().device->wait = "active";
  }
  const Table table = *speedups_view({&own}, evidence(runs)).table;
  EXPECT_EQ(table.rows.at(0).at(1).text, "4");
  EXPECT_EQ(table.rows[0][5].text, "2");
}

TEST_F(Front, TellsThenAndNowInBriefOfThePapersOwnSizesAlone) {
  const auto told = [&](const std::vector<result::RunRecord>& runs) {
    folder_.write("here/synthetic.json", synthetic::result("Synthetic machine", runs));
    ReportOptions options;
    options.inputs = {folder_.path() / "here"};
    options.published = folder_.path() / "published";
    return then_and_now(options);
  };
  EXPECT_EQ(told({synthetic::run("gpu", "cuda", 8, 1e-3), synthetic::run("gpu", "cuda", 4, 1e-4)}),
            "| What | Then, as published | Now, Synthetic machine | Factor |\n"
            "|---|---|---|---:|\n"
            "| A made-up way (N = 8) | 2 s (A card, 1999) | 1 s | 2\u00d7 |\n\n");
  EXPECT_TRUE(has(told({synthetic::extrapolated(synthetic::run("gpu", "cuda", 8, 1e-3), 20)}),
                  "1 s (from 20 of 1,000 steps)"));
  EXPECT_TRUE(has(told({synthetic::noisy(synthetic::run("gpu", "cuda", 8, 1e-3))}),
                  " | 1 s \u2248 | 1.2 to 3.3\u00d7 \u2248 |\n\n"
                  "\u2248: from end to end the 95% interval is wider than a tenth of the time."));
  EXPECT_THROW(told({synthetic::run("gpu", "cuda", 4, 1e-3)}), UsageError) << "another size";
}

}  // namespace
