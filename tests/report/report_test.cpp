#include "harness/report/report.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/error.hpp"
#include "harness/report/document.hpp"
#include "harness/report/draw.hpp"
#include "harness/result/durable_file.hpp"
#include "tests/report/synthetic.hpp"

namespace {

using namespace tycho;
namespace fs = std::filesystem;

class Report : public ::testing::Test {
 protected:
  Report() { folder_.write("published/synthetic.json", synthetic::published().dump()); }

  void give(const std::string& name, const result::Result& result) {
    folder_.write(name + "/synthetic.json", result);
  }
  report::ReportOptions options() const {
    return {{folder_.path() / "here"},    {}, folder_.path() / "out",
            folder_.path() / "published", "", true};
  }
  std::string page(const report::ReportOptions& options) {
    EXPECT_EQ(report::write_report(options), folder_.path() / "out" / "index.html");
    return folder_.read("out/index.html");
  }
  std::string refusal(const report::ReportOptions& options) {
    try {
      report::write_report(options);
    } catch (const UsageError& error) {
      EXPECT_FALSE(fs::exists(folder_.path() / "out" / "index.html"));
      return error.what();
    }
    return "no error";
  }
  static bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  }

  synthetic::Folder folder_;
};

TEST_F(Report, CountsMeasuredExtrapolatedAndSkippedCells) {
  give("here", synthetic::result(
                   "Synthetic machine",
                   {synthetic::run("cpu", "cpu", 4, 1e-3),
                    synthetic::extrapolated(synthetic::run("cpu", "cpu", 8, 4e-3), 7),
                    synthetic::skipped(synthetic::run("gpu", "cuda", 4, 1), "no CUDA device")}));
  const std::string text = page(options());
  // Two sizes in two columns: the GPU at 8 was never asked for, and is a cell all the same.
  EXPECT_TRUE(has(text, "<th scope=row>measured<td data-head=\"Cells\">1<"));
  EXPECT_TRUE(has(text, "<th scope=row>\u25d0<td data-head=\"Cells\">1<"));
  EXPECT_TRUE(has(text, "<th scope=row>\u2248<td data-head=\"Cells\">0<"));
  EXPECT_TRUE(has(text, "<th scope=row>\u2013<td data-head=\"Cells\">2<"));
  EXPECT_TRUE(has(text, "4\u00a0\u25d0<small>\u00b12.0%, 7 of 1,000 steps</small>"));
  EXPECT_TRUE(has(text, "no CUDA device"));
}

TEST_F(Report, TakesGpuColumnsFromRecordedResultsAndSaysSo) {
  give("here", synthetic::result(
                   "Synthetic machine",
                   {synthetic::run("cpu", "cpu", 8, 4e-3),
                    synthetic::skipped(synthetic::run("gpu", "cuda", 8, 1), "no CUDA device")}));
  give("recorded", synthetic::result("Synthetic server",
                                     {synthetic::steady(synthetic::run("cpu", "cpu", 8, 3e-3)),
                                      synthetic::steady(synthetic::run("gpu", "cuda", 8, 1e-3))},
                                     5));
  report::ReportOptions with = options();
  with.recorded = {folder_.path() / "recorded"};
  const std::string text = page(with);
  const std::string said = "recorded on Synthetic server on 2001-02-03, not measured here";
  EXPECT_TRUE(has(text, "GPU columns: " + said));
  EXPECT_TRUE(has(text,
                  "made up gpu<small>recorded on Synthetic server on <span>2001-02-03,</span> not "
                  "measured here"));
  // The recorded GPU's threshold stands beside the published one.
  EXPECT_TRUE(has(text, "N / p \u2265 3"));
  EXPECT_TRUE(has(text, "N / p \u2265 5"));
  // A claim is tried on one machine at a time: 3 here would be the recorded CPU over its own GPU.
  EXPECT_TRUE(has(text, "holds<small>3 (2.94 to 3.06); N = 8, 1,000 steps"));
  EXPECT_TRUE(has(text, "not measured here<small>skipped: no CUDA device"));
  EXPECT_TRUE(has(text, "what the paper claims</a>, 1 holds. ")) << "on two machines it is one";
}

TEST_F(Report, TellsFailuresOfRecordedResultsFromThoseHere) {
  auto failing = synthetic::run("gpu", "cuda", 8, 1e-3);
  failing.checks->front().pass = false;
  give("here", synthetic::result("Synthetic machine", {synthetic::run("cpu", "cpu", 8, 4e-3)}));
  give("recorded", synthetic::result("Synthetic server", {failing}, 5));
  report::ReportOptions with = options();
  with.recorded = {folder_.path() / "recorded"};
  const std::string text = page(with);
  EXPECT_TRUE(has(text, "every check holds (1)"));
  EXPECT_FALSE(has(text, "Failed check: "));
  EXPECT_TRUE(has(text, "Recorded on Synthetic server, not run here: 1 failure ("));
  EXPECT_TRUE(has(text, "Failed checks"));  // the table
}

TEST_F(Report, LeavesRecordedResultsAloneWhereTheGpuRanHere) {
  give("here", synthetic::result("Synthetic machine", {synthetic::run("gpu", "cuda", 8, 1e-3)}, 4));
  give("recorded", synthetic::result("Synthetic server", {synthetic::run("gpu", "cuda", 8, 1)}, 5));
  report::ReportOptions with = options();
  with.recorded = {folder_.path() / "recorded"};
  const std::string text = page(with);
  EXPECT_FALSE(has(text, "Synthetic server"));
  EXPECT_TRUE(has(text, "0.500"));  // 1 s measured over 2 s published
}

TEST_F(Report, ShowsMarkupInNamesAsText) {
  auto run = synthetic::run("<script>alert(1)</script>", "cpu", 4, 1e-3);
  run.case_name = "fig3.5";
  run.checks->front().pass = false;
  run.checks->front().reason = "\"><img src=x>";
  give("here", synthetic::result("<b>machine</b>", {run}));
  const std::string text = page(options());
  EXPECT_FALSE(has(text, "<script"));
  EXPECT_FALSE(has(text, "<img"));
  EXPECT_FALSE(has(text, "<b>machine"));
  EXPECT_TRUE(has(text, "&lt;script&gt;alert(1)&lt;/script&gt;"));
  EXPECT_FALSE(has(folder_.read("out/report.md"), "<script"));
}

TEST_F(Report, PutsANoteAboveEverythingElse) {
  give("here", synthetic::result("Synthetic machine", {synthetic::run("cpu", "cpu", 4, 1e-3)}));
  EXPECT_FALSE(has(page(options()), "3 of 7 runs so far"));
  report::ReportOptions with = options();
  with.note = "Not complete: 3 of 7 runs so far.";
  const std::string text = page(with);
  ASSERT_TRUE(has(text, with.note));
  EXPECT_LT(text.find(with.note), text.find("Where and when: Synthetic machine"));
}

TEST_F(Report, TellsOfFailuresInItsFirstLinesAndOfEveryOneOnThePapersPage) {
  auto failing = synthetic::run("cpu", "cpu", 4, 1e-3);
  failing.checks->front().value = std::nan("");
  failing.checks->front().pass = false;
  give("here", synthetic::result("Synthetic machine",
                                 {failing, synthetic::failed(synthetic::run("cpu", "cpu", 8, 1),
                                                             "killed by signal 9")}));
  const std::string text = page(options());
  const std::size_t first_chapter = text.find("<h2");
  EXPECT_LT(text.find("1 run, 1 failed; 0 of 1 checks hold. 2 findings: "), first_chapter);
  EXPECT_LT(text.find("The check force_error of synthetic/fig3.5 fails (1 case)"), first_chapter);
  EXPECT_LT(text.find("failed: killed by signal 9 (1 case)"), first_chapter);
  EXPECT_TRUE(has(text, "synthetic/fig3.5/n=4/cpu: force_error is not a number, its limit 1"));
  EXPECT_TRUE(has(text, "synthetic/fig3.5/n=8/cpu failed: killed by signal 9"));
}

TEST_F(Report, HoldsClaimsAgainstThePapersOwnNumbersAndThisMachine) {
  give("here", synthetic::result("Synthetic machine",
                                 {synthetic::steady(synthetic::run("cpu", "cpu", 8, 4e-3)),
                                  synthetic::steady(synthetic::run("gpu", "cuda", 8, 1e-3))}));
  const std::string text = page(options());
  const std::size_t table = text.find("<caption><span>Claims</span></caption>");
  const auto after = [&](const std::string& part) {
    return text.find(part, table) < text.find("</table", table);
  };
  EXPECT_TRUE(after("The GPU is faster."));
  // 4 / 2 blocks hold the bound of 2, 8 / 5 as printed do not.
  EXPECT_TRUE(after("does not hold<small>1.60 to 2, out of bounds in 1 of 2 rows: 1.60 for N = 8"));
  EXPECT_TRUE(after("holds<small>4 (3.92 to 4.08); N = 8, 1,000 steps"));
}

TEST_F(Report, SaysHoldsNoLongerOnlyOfWhatHeldByThePapersOwnNumbers) {
  const auto give_ratio = [&](double cpu_s) {
    give("here", synthetic::result("Synthetic machine",
                                   {synthetic::steady(synthetic::run("cpu", "cpu", 8, cpu_s)),
                                    synthetic::steady(synthetic::run("gpu", "cuda", 8, 1e-3))}));
  };
  give_ratio(1e-3);  // a ratio of 1, below the bound of 2
  std::string text = page(options());
  EXPECT_FALSE(has(text, "holds no longer<small>"));  // by its own numbers it never held
  EXPECT_TRUE(has(text, "does not hold<small>1 (0.980 to 1.02)"));
  EXPECT_TRUE(has(text, "<td>0<td>0<td>1<td>0"));
  nlohmann::json published = synthetic::published();
  published["claims"][0]["printed"] = {{"expression", "blocks_4_1 / blocks_4_2"}};  // 2
  folder_.write("published/synthetic.json", published.dump());
  text = page(options());
  EXPECT_TRUE(has(text, "holds no longer<small>1 (0.980 to 1.02)"));
}

TEST_F(Report, SaysTheCommitOfEveryPaper) {
  give("here", synthetic::result("Synthetic machine", {synthetic::run("cpu", "cpu", 4, 1e-3)}));
  EXPECT_TRUE(
      has(page(options()), "Measured on Synthetic machine at commit 0123456789ab (1 run)."));
  // A second file of another commit, with changes that nobody committed.
  auto more = synthetic::run("cpu", "cpu", 8, 1e-3);
  more.case_name = "fig9";
  more.id = "synthetic/fig9/n=8/cpu";
  auto other = synthetic::result("Synthetic machine", {more, synthetic::run("cpu", "cpu", 8, 1e-3),
                                                       synthetic::run("gpu", "cpu", 8, 1e-3)});
  other.provenance.build.commit = "ba98765432100123456789abcdef0123456789ab-dirty";
  folder_.write("here/synthetic-more.json", other);
  const std::string text = page(options());
  EXPECT_TRUE(has(text,
                  "Measured on Synthetic machine at 2 commits, not at one: "
                  "0123456789ab (1 run), ba9876543210-dirty (3 runs). Dirty: with changes that are "
                  "not committed (fig3.5 2 runs, fig9 1)."));
  EXPECT_TRUE(has(text, "2 commits; the page of each paper names its own"));
}

TEST_F(Report, CallsTheStepOfAnEvolutionAMeanAndNoMedian) {
  auto run = synthetic::run("cpu", "cpu", 4, 1e-3);
  give("here", synthetic::result("Synthetic machine", {run}));
  EXPECT_FALSE(has(page(options()), ">Step<small>median"));
  EXPECT_FALSE(has(page(options()), "whose steps need not be alike, the mean."));
  run.timing->passed_s = 2;
  give("here", synthetic::result("Synthetic machine", {run}));
  EXPECT_TRUE(has(page(options()), "whose steps need not be alike, the mean."));
}

TEST_F(Report, HeadsAStageByWhatItsTimeIs) {
  const auto head = [&](const std::string& title) {
    return has(folder_.read("out/appendix-synthetic.html"), ">" + title + "<") ||
           has(folder_.read("out/appendix-synthetic.html"), ">" + title + "\n");
  };
  const auto file = [&] {
    const std::string text = folder_.read("out/tables/synthetic-appendix-fig3.5-stages.csv");
    return text.substr(0, text.find('\n'));
  };
  auto samples = synthetic::run("cpu", "cpu", 4, 1e-3), number = samples;
  number.id += "/evolution";
  result::Statistics& mean = number.timing->stages.at("force").step_s;
  mean = {mean.median, mean.median, mean.median, mean.median, 0, {mean.median}};
  auto sited = options();
  sited.single_file = false;

  give("here", synthetic::result("Synthetic machine", {samples}));
  report::write_report(sited);
  EXPECT_TRUE(has(file(), "Median")) << file();
  EXPECT_FALSE(has(file(), "Mean")) << file();
  give("here", synthetic::result("Synthetic machine", {number}));
  report::write_report(sited);
  EXPECT_FALSE(has(file(), "Median")) << file();
  EXPECT_TRUE(has(file(), "Mean")) << file();
  EXPECT_FALSE(has(file(), "95%")) << "of one number: " << file();
  give("here", synthetic::result("Synthetic machine", {samples, number}));
  report::write_report(sited);
  EXPECT_TRUE(has(file(), "Median") && has(file(), "Mean")) << file();
  EXPECT_TRUE(head("Median") && head("Mean"));
}

TEST_F(Report, WrittenAnewDrawsTheFiguresThatChanged) {
  if (const std::string why = report::drawing_unavailable(); !why.empty()) GTEST_SKIP() << why;
  give("here", synthetic::result("Synthetic machine", {synthetic::run("cpu", "cpu", 4, 1e-3),
                                                       synthetic::run("cpu", "cpu", 8, 4e-3)}));
  page(options());
  std::vector<std::string> drawn;
  for (const auto& entry : fs::directory_iterator(folder_.path() / "out/figures"))
    if (entry.path().extension() == ".png")
      drawn.push_back("out/figures/" + entry.path().filename().string());
  ASSERT_FALSE(drawn.empty());

  for (const std::string& png : drawn) folder_.write(png, "left as it was");
  page(options());
  for (const std::string& png : drawn) EXPECT_TRUE(folder_.read(png) == "left as it was") << png;

  give("here", synthetic::result("Synthetic machine", {synthetic::run("cpu", "cpu", 4, 1e-3),
                                                       synthetic::run("cpu", "cpu", 8, 9e-3)}));
  page(options());
  const auto anew = [&](const std::string& png) { return folder_.read(png) != "left as it was"; };
  EXPECT_TRUE(std::any_of(drawn.begin(), drawn.end(), anew));
}

TEST_F(Report, LeavesAClaimUndecidedWhoseIntervalReachesOverTheBound) {
  give("here", synthetic::result("Synthetic machine",
                                 {synthetic::noisy(synthetic::run("cpu", "cpu", 8, 2e-3)),
                                  synthetic::run("gpu", "cuda", 8, 1e-3)}));
  const std::string text = page(options());
  EXPECT_TRUE(has(text, "undecided<small>2 "));
  EXPECT_TRUE(has(text, "<td>0<td>0<td>0<td>1"));
}

TEST_F(Report, SaysOnTheFrontWhatWasSkippedByReason) {
  const auto skipped = [](const char* variant, const char* reason) {
    return synthetic::skipped(synthetic::run(variant, "cuda", 4, 1), reason);
  };
  give("here", synthetic::result("Synthetic machine",
                                 {synthetic::run("cpu", "cpu", 4, 1e-3), skipped("a", "no device"),
                                  skipped("b", "no device"), skipped("c", "too large")}));
  const std::string text = page(options());
  const std::size_t front_ends = text.find("</section>\n<section id=\"page-synthetic\"");
  ASSERT_NE(front_ends, std::string::npos);
  EXPECT_LT(text.find("Skipped: 2 runs of synthetic: no device"), front_ends);
  EXPECT_LT(text.find("Skipped: 1 run of synthetic: too large"), front_ends);
}

TEST_F(Report, AuditsThePapersArithmetic) {
  give("here", synthetic::result("Synthetic machine", {synthetic::run("cpu", "cpu", 4, 1e-3)}));
  const std::string text = page(options());
  EXPECT_TRUE(has(text, ">adds up\n"));
  EXPECT_TRUE(has(text, ">does not add up\n"));
  EXPECT_TRUE(has(text, "in 1 of 4 rows: N = 8, p = 2: 4, stated 5"));
  EXPECT_TRUE(has(text, "<td>1<td>2\n")) << "sums that add up, and not";
  EXPECT_TRUE(has(text, "printed as 5"));  // a cell of the published table that is not N / p
}

TEST_F(Report, IsOneFileWithoutNetwork) {
  give("here", synthetic::result("Synthetic machine", {synthetic::run("cpu", "cpu", 4, 1e-3)}));
  const std::string text = page(options());
  EXPECT_FALSE(has(text, "src="));
  EXPECT_FALSE(has(text, "@import"));
  EXPECT_FALSE(has(text, "<link rel=\"stylesheet\""));
  EXPECT_LT(text.size(), 5u << 20);
  EXPECT_TRUE(fs::exists(folder_.path() / "out/tables/synthetic-times.csv"));
  for (const auto& entry : fs::directory_iterator(folder_.path() / "out"))
    EXPECT_NE(entry.path().filename().string()[0], '.') << "a workshop was left behind";
}

TEST_F(Report, IsWrittenWithoutGnuplot) {
  give("here", synthetic::result("Synthetic machine", {synthetic::run("cpu", "cpu", 4, 1e-3)}));
  const std::string path = std::getenv("PATH");
  setenv("PATH", folder_.path().c_str(), 1);
  const std::string text = page(options());
  setenv("PATH", path.c_str(), 1);
  EXPECT_TRUE(has(text, "not drawn, gnuplot is not installed"));
  EXPECT_TRUE(has(text, "made up cpu"));
}

TEST_F(Report, RefusesANewerSchemaNamingFileAndVersion) {
  auto content = nlohmann::json::parse(to_text(synthetic::result("Synthetic machine", {})));
  content["schema"] = "tycho-result/3";
  folder_.write("here/synthetic.json", content.dump());
  const std::string said = refusal(options());
  EXPECT_TRUE(has(said, "synthetic.json"));
  EXPECT_TRUE(
      has(said, "'tycho-result/3' was written by a newer tycho; this one reads tycho-result/2"));
}

/// Adds an exhibit of all runs to the published data.
void add_exhibit(const synthetic::Folder& folder, const std::string& id) {
  nlohmann::json published = synthetic::published();
  nlohmann::json exhibit = published["exhibits"][0];
  exhibit["id"] = id;
  published["exhibits"].push_back(exhibit);
  folder.write("published/synthetic.json", published.dump());
}

TEST_F(Report, WritesTheStepsOfACaseBesideAnExhibitThatIsNamedAfterThem) {
  add_exhibit(folder_, "fig3.5-steps");
  give("here", synthetic::result("Synthetic machine", {synthetic::run("cpu", "cpu", 4, 1e-3)}));
  page(options());
  EXPECT_TRUE(folder_.read("out/tables/synthetic-fig3.5-steps.csv").starts_with("n,series,"));
  EXPECT_TRUE(folder_.read("out/tables/synthetic-appendix-fig3.5-steps.csv").starts_with("Run,"));
}

TEST_F(Report, WritesNoTableOverAnother) {
  add_exhibit(folder_, "claims");
  give("here", synthetic::result("Synthetic machine", {synthetic::run("cpu", "cpu", 4, 1e-3)}));
  page(options());
  EXPECT_TRUE(folder_.read("out/tables/synthetic-claims.csv").starts_with("n,series,"));
  EXPECT_TRUE(folder_.read("out/tables/synthetic-claims-2.csv").starts_with("It says"));
}

TEST_F(Report, RefusesAFolderWithoutResults) {
  fs::create_directories(folder_.path() / "here");
  EXPECT_TRUE(has(refusal(options()), "holds no result"));
  fs::remove(folder_.path() / "here");
  EXPECT_TRUE(has(refusal(options()), "no such folder or result file"));
}

TEST_F(Report, RefusesABrokenResultNamingTheFile) {
  folder_.write("here/synthetic.json", "{\"schema\": ");
  EXPECT_TRUE(has(refusal(options()), "synthetic.json: not JSON"));
  folder_.write("here/synthetic.json", R"({"schema": "tycho-result/1", "runs": [{"id": 3}]})");
  EXPECT_TRUE(has(refusal(options()), "synthetic.json: the key 'paper' is missing"));
}

TEST_F(Report, RefusesAnOutputFolderItCannotMake) {
  give("here", synthetic::result("Synthetic machine", {synthetic::run("cpu", "cpu", 4, 1e-3)}));
  report::ReportOptions into_a_file = options();
  into_a_file.output = folder_.write("a-file", "") / "out";
  EXPECT_THROW(report::write_report(into_a_file), result::WriteError);
}

TEST_F(Report, GivesNoIntervalInPartsOfNothing) {
  auto at_zero = synthetic::run("cpu", "cpu", 4, 0);
  at_zero.timing->total_s = {0, 0, 0};
  auto about_zero = synthetic::run("cpu", "cpu", 8, 0);
  about_zero.timing->total_s = {0, 0, 0.25};
  give("here", synthetic::result("Synthetic machine", {at_zero, about_zero}));
  const std::string text = page(options());
  EXPECT_FALSE(has(text, "not a number%"));
  EXPECT_FALSE(has(text, "\u00b10%"));
  EXPECT_TRUE(has(text, "<th scope=row class=num>4<td>0\n")) << "and no interval";
  EXPECT_TRUE(has(text, "0\u00a0\u2248<small>0 to 0.2500</small>"));
}

}  // namespace
