// The site: its pages, the links between them, and what its front says.
#include <gtest/gtest.h>

#include <regex>

#include "core/error.hpp"
#include "harness/report/contests.hpp"
#include "harness/report/findings.hpp"
#include "harness/report/headlines.hpp"
#include "harness/report/recorded_numbers.hpp"
#include "harness/report/report.hpp"
#include "harness/report/site.hpp"
#include "tests/report/synthetic.hpp"

namespace {

using namespace tycho;
using namespace tycho::report;
namespace fs = std::filesystem;
using nlohmann::json;

json published_with_front() {
  json paper = synthetic::published();
  paper["headlines"] = json::parse(R"json([
    {"what": "A made-up way", "value": "total", "on": "A card, 1999", "quantity": "total_s",
     "method": {"variant": "gpu-old"}, "best": {"variant": "gpu"}, "n": 8}])json");
  paper["contests"] = json::parse(R"json([
    {"algorithm": "springs", "best": {"variant": "gpu"}, "one_thread": {"variant": "cpu"},
     "all_threads": {"variant": "cpu-all"}, "simd": {"variant": "cpu-simd"}}])json");
  paper["findings"] = json::parse(R"json([
    {"id": "drift", "check": "force_error", "select": {"case": "fig3.5"},
     "sentence": "Forces of springs are short", "known": "The spring is to blame."}])json");
  paper["labels"] = {{"made up gpu", "GPU, in plain words"}};
  return paper;
}

class SiteTest : public ::testing::Test {
 protected:
  SiteTest() { folder_.write("published/synthetic.json", published_with_front().dump()); }

  void write(const std::vector<result::RunRecord>& runs, bool single = false, bool latex = false) {
    folder_.write("here/synthetic.json", synthetic::result("Synthetic machine", runs));
    write_report({{folder_.path() / "here"},
                  {},
                  folder_.path() / "out",
                  folder_.path() / "published",
                  "",
                  single,
                  latex});
  }
  Evidence evidence(const std::vector<result::RunRecord>& runs) {
    const fs::path file =
        folder_.write("e/synthetic.json", synthetic::result("Synthetic machine", runs));
    return gather(load_results({file}, false), {});
  }
  Paper paper() { return read_published(folder_.path() / "published").at("synthetic"); }
  std::string page(const std::string& name) { return folder_.read("out/" + name); }
  static bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  }

  synthetic::Folder folder_;
};

TEST_F(SiteTest, SaysHowOftenTheIntervalOfFewSamplesHoldsTheMedian) {
  write({synthetic::run("cpu", "cpu", 8, 4e-3), synthetic::run("gpu", "cuda", 8, 1e-3)});
  for (const char* file : {"index.html", "appendix-synthetic.html"})
    EXPECT_TRUE(has(page(file), "of two to five samples the interval is from the least")) << file;
}

TEST_F(SiteTest, PaperPageHasTheNotesOfTheCasesThatRan) {
  const std::string name = synthetic::run("cpu", "cpu", 8, 4e-3).case_name;
  const auto one = [](const std::string& of, const std::string& note) {
    return json{{"name", of}, {"title", "A case"}, {"notes", {note}}}.dump();
  };
  folder_.write("synthetic/ran.json", one(name, "The paper states no <softening>; ours is 0.1."));
  folder_.write("synthetic/other.json", one("other", "Of a case that did not run."));
  folder_.write("synthetic/without.json", R"({"name": "without", "title": "No notes"})");
  folder_.write("synthetic/broken.json", "{");
  write({synthetic::run("cpu", "cpu", 8, 4e-3)});
  EXPECT_TRUE(has(page("synthetic.html"), "The paper states no &lt;softening&gt;; ours is 0.1."));
  EXPECT_FALSE(has(page("synthetic.html"), "Of a case that did not run."));
}

TEST_F(SiteTest, MachinesWhoseNamesAreTooMuchAlikeHaveFilesOfTheirOwn) {
  const auto runs = {synthetic::run("cpu", "cpu", 8, 4e-3)};
  folder_.write("two/a.json", synthetic::result("Box A", runs));
  folder_.write("two/b.json", synthetic::result("Box-A", runs));
  write_report(
      {{folder_.path() / "two"}, {}, folder_.path() / "out", folder_.path() / "published", ""});
  int numbered = 0;
  for (const auto& file : fs::directory_iterator(folder_.path() / "out/tables"))
    numbered += file.path().stem().string().ends_with("stages-Box-A-2");
  EXPECT_EQ(numbered, 1);
}

TEST_F(SiteTest, HasAFrontAPageAPaperAndAnAppendix) {
  write({synthetic::run("cpu", "cpu", 8, 4e-3), synthetic::run("gpu", "cuda", 8, 1e-3)});
  for (const char* file :
       {"index.html", "synthetic.html", "appendix.html", "appendix-synthetic.html", "report.md"})
    EXPECT_TRUE(fs::exists(folder_.path() / "out" / file)) << file;
  EXPECT_FALSE(fs::exists(folder_.path() / "out/machines.html")) << "there is one machine";
}

TEST_F(SiteTest, PaperPageOpensWithItsResultsAndPutsWhatToKnowOfThemBelow) {
  json paper = published_with_front();
  paper["topic"] = "Springs";
  paper["exhibits"][0]["caption"] = "What is shown.";
  paper["exhibits"][0]["note"] = "What to know of it.";
  json beyond = paper["exhibits"][0];
  beyond["id"] = "more";
  beyond["title"] = "What the paper does not show";
  beyond["beyond"] = true;
  paper["exhibits"].insert(paper["exhibits"].begin(), beyond);
  folder_.write("published/synthetic.json", paper.dump());
  write({synthetic::run("gpu-old", "cuda", 8, 2e-3), synthetic::run("gpu", "cuda", 8, 1e-3)});
  const std::string text = page("synthetic.html");
  std::size_t last = text.find("<main>");
  for (const char* part :
       {"<caption><span>Then and now</span></caption>",
        "href=\"synthetic.html#synthetic-measured\"", "<p>What is shown.</p>", "<caption>",
        "<p class=below>What to know of it.</p>", ">Beyond the paper</h2>",
        "href=\"synthetic.html#synthetic-more\"", ">What the paper does not show</h3>",
        ">How it was measured</h2>", "Measured on "}) {
    const std::size_t at = text.find(part, last);
    ASSERT_NE(at, std::string::npos) << part;
    last = at;
  }
  EXPECT_TRUE(has(page("index.html"), "<a href=\"synthetic.html\">Springs (synthetic)</a>"));
}

TEST_F(SiteTest, NamesOurOwnExhibitsWithoutRunsInOneLine) {
  json paper = published_with_front();
  for (const char* which : {"ours", "theirs"}) {
    json exhibit = json::parse(R"json({"kind": "table", "select": {"case": "never"},
      "caption": "what nobody ran", "x": {"key": "n", "label": "N"},
      "y": {"quantity": "step_s", "label": "Time"}, "series": {"by": ["label"], "label": "{label}"}})json");
    exhibit["id"] = which;
    exhibit["title"] = std::string(which) == "ours" ? "Ours" : "Table 9: theirs";
    if (std::string(which) == "ours") exhibit["beyond"] = true;
    paper["exhibits"].push_back(exhibit);
  }
  folder_.write("published/synthetic.json", paper.dump());
  write({synthetic::run("cpu", "cpu", 8, 4e-3)});
  const std::string text = page("synthetic.html");
  EXPECT_TRUE(has(text, "no run is in these results: Ours."));
  EXPECT_FALSE(has(text, "what nobody ran"));
  const std::size_t missing = text.find(">Not in these results</h2>");
  ASSERT_NE(missing, std::string::npos);
  EXPECT_LT(missing, text.find("Table 9: theirs</h3>")) << "after what there is to see";
  EXPECT_LT(missing, text.find("Not run: no run of this exhibit"));
}

TEST_F(SiteTest, LeadsNowhereThatIsNotThere) {
  write({synthetic::run("cpu", "cpu", 8, 4e-3), synthetic::run("gpu", "cuda", 8, 1e-3)});
  int links = 0;
  for (const auto& entry : fs::directory_iterator(folder_.path() / "out")) {
    if (entry.path().extension() != ".html") continue;
    const std::string text = page(entry.path().filename());
    const std::regex pattern("href=\"([^\"]*)\"");
    for (std::sregex_iterator at(text.begin(), text.end(), pattern), end; at != end; ++at) {
      const std::string link = (*at)[1];
      if (link == "data:,") continue;
      const std::size_t hash = link.find('#');
      const std::string file = link.substr(0, hash);
      const std::string target = file.empty() ? text : page(file);
      EXPECT_FALSE(target.empty()) << entry.path() << ": " << link;
      const std::string place = hash == std::string::npos ? "" : link.substr(hash + 1);
      EXPECT_TRUE(place.empty() || has(target, "id=\"" + place + "\"")) << link;
      ++links;
    }
  }
  EXPECT_GT(links, 20);
}

TEST_F(SiteTest, IsOnePageWhereOneFileIsAskedFor) {
  write({synthetic::run("cpu", "cpu", 8, 4e-3)}, true);
  EXPECT_FALSE(fs::exists(folder_.path() / "out/synthetic.html"));
  EXPECT_TRUE(has(page("index.html"), "<section id=\"page-synthetic\">"));
  EXPECT_TRUE(has(page("index.html"), "<section id=\"page-appendix\">"));
}

TEST_F(SiteTest, HasTablesForLatexOnlyWhereTheyAreAskedFor) {
  const fs::path tex = folder_.path() / "out/tables/synthetic-times-table.tex";
  write({synthetic::run("cpu", "cpu", 8, 4e-3)});
  EXPECT_FALSE(fs::exists(tex));
  EXPECT_TRUE(fs::exists(folder_.path() / "out/tables/synthetic-times-table.csv"));
  write({synthetic::run("cpu", "cpu", 8, 4e-3)}, false, true);
  EXPECT_TRUE(fs::exists(tex));
}

TEST_F(SiteTest, HasNoFileThatBearsTheMachinesName) {
  write({synthetic::run("cpu", "cpu", 8, 4e-3), synthetic::run("gpu", "cuda", 8, 1e-3)});
  for (const auto& entry : fs::recursive_directory_iterator(folder_.path() / "out"))
    EXPECT_FALSE(has(entry.path().filename(), "machine")) << entry.path();
}

TEST_F(SiteTest, OpensWithThenAndNow) {
  write({synthetic::run("gpu-old", "cuda", 8, 2e-3), synthetic::run("gpu", "cuda", 8, 1e-3)});
  const std::string front = page("index.html");
  EXPECT_TRUE(has(front, "<h1>One paper, then and now, on Synthetic machine</h1>"));
  EXPECT_LT(front.find("<caption><span>Then and now</span></caption>"), front.find("<h2"));
}

TEST_F(SiteTest, NamesRunsInTheWordsOfThePapersLabels) {
  write({synthetic::run("gpu", "cuda", 8, 1e-3)});
  EXPECT_TRUE(has(page("synthetic.html"), "GPU, in plain words"));
  EXPECT_FALSE(has(page("synthetic.html"), "made up gpu"));
}

TEST_F(SiteTest, HeadlineHasItsFactorAtThePapersSizeOnly) {
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
TEST_F(SiteTest, HeadlinesOfThePaperAloneAreNotOnTheFront) {
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

TEST_F(SiteTest, HeadlineOfASpeedUpIsNoisyWhereOneOfItsTimesIs) {
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
TEST_F(SiteTest, NamesTheMachineOfRecordedNumbersInTheHeadsOfTheirColumns) {
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

TEST_F(SiteTest, FiguresOfAnExhibitCarryItsSentence) {
  std::vector<Figure> figures;
  std::vector<Table> files;
  make_site(evidence({synthetic::run("gpu", "cuda", 8, 1e-3)}),
            read_published(folder_.path() / "published"), "", {}, figures, files);
  const auto times = std::find_if(figures.begin(), figures.end(),
                                  [](const Figure& figure) { return figure.title == "Times"; });
  ASSERT_NE(times, figures.end());
  EXPECT_TRUE(times->lead.starts_with("At N = 8: ")) << times->lead;
}

TEST_F(SiteTest, NineFailedChecksOfOneCauseAreOneFinding) {
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

TEST_F(SiteTest, SpeedUpsAreOfOneSizeAndOfTheColumnsThatRan) {
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

TEST_F(SiteTest, SpeedUpsSayWhatTheTimeIsOf) {
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

TEST_F(SiteTest, SpeedUpsSayWhichRowsAreOfSinglePrecisionAgainstDouble) {
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

TEST_F(SiteTest, SpeedUpsAreOfTheMachineThatRanTheLargestSize) {
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

TEST_F(SiteTest, ASpeedUpOverOrOfANoisyTimeIsARangeWithAHollowBar) {
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

TEST_F(SiteTest, ASpeedUpOverThreadsThatNobodyBoundHasNoBar) {
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

TEST_F(SiteTest, SpeedUpsStandAtASizeWithBoundThreadsRatherThanAtALargerOne) {
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

TEST_F(SiteTest, TellsThenAndNowInBriefOfThePapersOwnSizesAlone) {
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
