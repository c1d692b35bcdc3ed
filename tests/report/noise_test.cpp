// Times with wide intervals: what the tables say of them, and that nothing is decided by them.
#include <gtest/gtest.h>

#include "harness/report/agreement.hpp"
#include "harness/report/exhibit.hpp"
#include "harness/report/noise.hpp"
#include "harness/report/report.hpp"
#include "harness/report/sections.hpp"
#include "harness/result/durable_file.hpp"
#include "tests/harness/temporary_folder.hpp"
#include "tests/report/synthetic.hpp"

namespace tycho::report {
namespace {

using synthetic::run;

/// The runs as a report would read them.
Evidence read_back(std::vector<result::RunRecord> runs) {
  const TemporaryFolder folder;
  result::write_result(folder / "synthetic.json", synthetic::result("m", std::move(runs)));
  return gather(load_results({folder.path()}, false), {});
}

Paper nobodys() {
  Paper paper;
  paper.key = "synthetic";
  return paper;
}

Exhibit speedups() {
  Exhibit exhibit;
  exhibit.id = "speedups";
  exhibit.kind = "table";
  exhibit.y_quantity = "speedup";
  exhibit.base = "step_s";
  exhibit.select = {{"variant", {"fast"}}};
  exhibit.against = {{"variant", {"slow"}}};
  return exhibit;
}

Exhibit times() {
  Exhibit exhibit;
  exhibit.id = "times";
  exhibit.kind = "table";
  exhibit.y_quantity = "step_s";
  exhibit.y_unit = "s";
  return exhibit;
}

const Table& table_of(const Exhibited& made, const std::string& id) {
  for (const std::vector<Table>* tables : {&made.tables, &made.files})
    for (const Table& table : *tables)
      if (table.id == id) return table;
  throw std::runtime_error("no table " + id);
}

TEST(Noise, IsAnIntervalWiderThanATenthFromEndToEnd) {
  EXPECT_FALSE(noisy(Estimate{1, 0.955, 1.05}));
  EXPECT_TRUE(noisy(Estimate{1, 0.95, 1.06}));
  EXPECT_FALSE(noisy(Estimate{1, 1, 1})) << "no interval is not a wide one";
}

TEST(Noise, IsSaidByTheCellOfATime) {
  const Evidence evidence = read_back({synthetic::noisy(run("slow", "cpu", 4, 8))});
  const Paper paper = nobodys();
  const Exhibited made = make_exhibit(times(), paper, evidence);
  const Cell& cell = table_of(made, "synthetic-times-table").rows[0][1];
  EXPECT_EQ(cell.note, "\u00b125%");
  EXPECT_TRUE(cell.text.ends_with(" \u2248")) << cell.text;
  EXPECT_EQ(cell.tone, Tone::kNoisy);
  EXPECT_EQ(made.cells.noisy, 1);
  EXPECT_EQ(made.cells.measured, 0);
  const std::string text = csv(table_of(made, "synthetic-times"));
  EXPECT_NE(text.find(",noisy,"), std::string::npos) << text;
}

TEST(Noise, OfAPartOfTheStepsIsSaidBesideThePart) {
  const Evidence evidence =
      read_back({synthetic::noisy(synthetic::extrapolated(run("slow", "cpu", 4, 8), 20))});
  Exhibit totals = times();
  totals.y_quantity = "total_s";
  const Exhibited made = make_exhibit(totals, nobodys(), evidence);
  const Table& table = table_of(made, "synthetic-times-table");
  const Cell& cell = table.rows[0][1];
  EXPECT_TRUE(cell.text.ends_with(" \u25d0 \u2248")) << cell.text;
  EXPECT_EQ(cell.note, "\u00b125%, 20 of 1,000 steps");
  EXPECT_EQ(cell.tone, Tone::kNoisy);
  EXPECT_EQ(made.cells.noisy, 1);
  EXPECT_EQ(made.cells.extrapolated, 1) << "it counts as both";
  ASSERT_GE(table.notes.size(), 2u);
  EXPECT_TRUE(table.notes[0].starts_with("\u25d0: not all of the steps were run"));
  EXPECT_TRUE(table.notes[1].starts_with("\u2248: from end to end"));
}

// Either of the two times is enough.
TEST(Noise, DecidesNoSpeedUp) {
  const Paper paper = nobodys();
  for (const bool own : {false, true}) {
    const auto slow = run("slow", "cpu", 4, 8), fast = run("fast", "cpu", 4, 2);
    const Evidence evidence =
        own ? read_back({slow, synthetic::noisy(fast)}) : read_back({synthetic::noisy(slow), fast});
    const Exhibited made = make_exhibit(speedups(), paper, evidence);
    const Cell& cell = table_of(made, "synthetic-speedups-table").rows[0][1];
    EXPECT_TRUE(cell.text.ends_with(" \u2248") && cell.text.find(" to ") != std::string::npos)
        << cell.text;
    EXPECT_FALSE(cell.text.starts_with("4 ")) << "no number of its own";
    const auto& digits = table_of(made, "synthetic-speedups").rows[0];
    EXPECT_EQ(digits[2].text, "") << "the value";
    EXPECT_EQ(digits[6].text, "noisy");
  }
  const Exhibited sound = make_exhibit(
      speedups(), paper, read_back({run("slow", "cpu", 4, 8), run("fast", "cpu", 4, 2)}));
  EXPECT_EQ(table_of(sound, "synthetic-speedups-table").rows[0][1].text, "4");
}

TEST(Noise, TakesNothingFromTheSpeedUpOfARunOverItself) {
  Exhibit itself = speedups();
  itself.select = itself.against;
  const Exhibited made =
      make_exhibit(itself, nobodys(), read_back({synthetic::noisy(run("slow", "cpu", 4, 8))}));
  const Table table = table_of(made, "synthetic-speedups-table");
  EXPECT_EQ(table.rows[0][1].text, "1");
  EXPECT_EQ(table.rows[0][1].tone, Tone::kMeasured);
  EXPECT_EQ(made.cells.noisy, 0);
  for (const std::string& note : table.notes) EXPECT_FALSE(note.starts_with("\u2248")) << note;
}

TEST(Noise, IsDrawnAsAStrokeWithoutAMarkOrAHollowBar) {
  Exhibit lines = speedups();
  lines.kind = "lines";
  lines.x_key = "n";
  const Evidence evidence =
      read_back({run("slow", "cpu", 4, 8), synthetic::noisy(run("fast", "cpu", 4, 2))});
  const auto figures = make_figures(lines, nobodys(), evidence);
  ASSERT_EQ(figures.size(), 1u);
  ASSERT_EQ(figures[0].panels.at(0).series.size(), 1u);
  const Series& stroke = figures[0].panels[0].series[0];
  EXPECT_EQ(stroke.style, Style::kCurve);
  EXPECT_NE(stroke.label, "") << "no point could tell whose it is";
  ASSERT_EQ(stroke.points.size(), 2u);
  EXPECT_LT(stroke.points[0].y, 4);
  EXPECT_GT(stroke.points[1].y, 4);
  EXPECT_NE(figures[0].caption.find("rests on noise lies between"), std::string::npos);
  lines.kind = "bars";
  const auto bars = make_figures(lines, nobodys(), evidence);
  ASSERT_EQ(bars.size(), 1u);
  const Point& hollow_bar = bars[0].panels.at(0).series.at(0).points.at(0);
  EXPECT_TRUE(is_hollow(hollow_bar));
  EXPECT_EQ(hollow_bar.low, stroke.points[0].y);
  EXPECT_EQ(hollow_bar.high, stroke.points[1].y);
  EXPECT_NE(bars[0].caption.find(kHollowMeans), std::string::npos);
}

Agreement of_cases() { return {"They agree.", {"stage:force.step_s"}, {}, "case", 0.1}; }

result::RunRecord in_case(const std::string& name, double step_s) {
  result::RunRecord made = run("cpu", "cpu", 4, step_s);
  made.case_name = name;
  made.id = "synthetic/" + name + "/n=4/cpu";
  return made;
}

TEST(Agreement, FindsARowThatContradictsItsNeighbour) {
  const Evidence sound = read_back({in_case("a", 1), in_case("b", 1.05), in_case("c", 0.98)});
  const auto rows = agreement_rows(of_cases(), "synthetic", sound.runs);
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].outcome, Outcome::kAgrees);
  EXPECT_EQ(rows[0].values.size(), 3u);

  const Evidence planted = read_back({in_case("a", 1), in_case("b", 1.2), in_case("c", 1)});
  const auto found = agreement_rows(of_cases(), "synthetic", planted.runs);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].outcome, Outcome::kContradicts);
  EXPECT_NEAR(found[0].ratio, 1.2, 1e-12);
}

TEST(Agreement, HoldsACaseThatSweepsASettingAgainstOneThatHasItFixed) {
  const auto with_softening = [](result::RunRecord made, double softening, bool swept) {
    made.settings["softening"] = softening;
    if (swept) made.sweep["softening"] = softening;
    return made;
  };
  const Evidence evidence = read_back(
      {with_softening(in_case("a", 1), 0.5, false), with_softening(in_case("b", 1.5), 0.5, true)});
  EXPECT_TRUE(agreement_rows(of_cases(), "synthetic", evidence.runs).empty());
  Agreement of_one = of_cases();
  of_one.select["softening"] = {0.5};
  const auto rows = agreement_rows(of_one, "synthetic", evidence.runs);
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].outcome, Outcome::kContradicts);
}

TEST(Agreement, IsKeptWhereTheIntervalsMeet) {
  // Relative to the median.
  const auto with_interval = [](result::RunRecord made, double low, double high) {
    result::Statistics& step_s = made.timing->stages.at("force").step_s;
    step_s.low = low * step_s.median;
    step_s.high = high * step_s.median;
    return made;
  };
  const auto judged = [&](double high) {
    const Evidence evidence = read_back({with_interval(in_case("a", 1), 0.97, high),
                                         with_interval(in_case("b", 1.125), 0.94, 1.02)});
    return agreement_rows(of_cases(), "synthetic", evidence.runs).at(0).outcome == Outcome::kAgrees;
  };
  EXPECT_TRUE(judged(1.06));
  EXPECT_FALSE(judged(1.04));
}

TEST(Agreement, IsNotJudgedByNoise) {
  const Evidence evidence =
      read_back({in_case("a", 1), synthetic::noisy(in_case("b", 3)), in_case("c", 1)});
  const auto rows = agreement_rows(of_cases(), "synthetic", evidence.runs);
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].outcome, Outcome::kAgrees);
  EXPECT_EQ(rows[0].noisy, 1);
}

// A time that processes measured which found these medians of it.
result::RunRecord by_processes(const std::string& name, std::vector<double> counted,
                               std::vector<double> left_out = {}) {
  result::RunRecord made = in_case(name, counted.front());
  result::Statistics& step_s = made.timing->stages.at("force").step_s;
  step_s.visits = std::move(counted);
  if (!left_out.empty()) step_s.left_out = std::move(left_out);
  return made;
}

TEST(Agreement, IsNotContradictedByWhatProcessesDifferBy) {
  const auto judged = [](std::vector<result::RunRecord> runs) {
    return agreement_rows(of_cases(), "synthetic", read_back(std::move(runs)).runs).at(0);
  };
  // 15% apart, by processes of which those that run the same are up to 14% apart.
  const AgreementRow wide =
      judged({by_processes("a", {1, 1.03}, {1.14, 1.12}), by_processes("b", {1.16, 1.18}, {1.3})});
  EXPECT_EQ(wide.outcome, Outcome::kWithinProcesses);
  EXPECT_NEAR(wide.spread.sigma, 0.06, 0.01);
  // The same times by processes that repeat theirs to 1%.
  const AgreementRow narrow =
      judged({by_processes("a", {1, 1.01, 1}), by_processes("b", {1.16, 1.17, 1.16})});
  EXPECT_EQ(narrow.outcome, Outcome::kContradicts);
  // What processes differ by does not excuse twice the time.
  const AgreementRow far =
      judged({by_processes("a", {1, 1.03}, {1.14, 1.12}), by_processes("b", {2.3, 2.35}, {2.6})});
  EXPECT_EQ(far.outcome, Outcome::kContradicts);
  // Nothing is known of processes where each run had one.
  EXPECT_EQ(judged({by_processes("a", {1}), by_processes("b", {1.15})}).outcome,
            Outcome::kContradicts);
}

TEST(ProcessSpread, IsSaidOfEveryKindOfRunThatSeveralProcessesMeasured) {
  result::RunRecord twice = in_case("a", 1);
  twice.timing->step_s.visits = {1, 1.03};
  twice.timing->step_s.left_out = {1.2};
  const Evidence evidence = read_back({twice, in_case("b", 1)});
  const auto blocks = process_spread("synthetic", evidence);
  ASSERT_EQ(blocks.size(), 1u);
  const std::string text = std::get<Paragraph>(blocks[0]).text;
  EXPECT_NE(text.find("off their mean by 10% on one CPU thread (1 run), those left out"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("two processes to differ by 1.4 times as much"), std::string::npos) << text;
  EXPECT_TRUE(process_spread("synthetic", read_back({in_case("b", 1)})).empty());
}

TEST(Agreement, NamesRunsInTheOrderOfTheirNumbers) {
  Agreement agreement = of_cases();
  agreement.across = "n";
  const Evidence evidence = read_back({run("cpu", "cpu", 2097152, 1), run("cpu", "cpu", 524288, 2),
                                       run("cpu", "cpu", 16777216, 1)});
  const auto rows = agreement_rows(agreement, "synthetic", evidence.runs);
  ASSERT_EQ(rows.size(), 1u);
  std::vector<std::string> names;
  for (const auto& [name, value] : rows[0].values) names.push_back(name.second);
  EXPECT_EQ(names, (std::vector<std::string>{"524,288", "2,097,152", "16,777,216"}));
  EXPECT_EQ(rows[0].across, "N");
}

TEST(Agreement, NamesTheWholeStepInWords) {
  Paper paper = nobodys();
  paper.agreements = {of_cases()};
  paper.agreements[0].quantities = {"step_s"};
  const std::vector<Block> blocks =
      agreement_section(paper, read_back({in_case("a", 1), in_case("b", 1.5)}));
  const Table& table = std::get<Table>(blocks.back());
  EXPECT_EQ(table.rows.at(0).at(1).text, "Whole step");
  EXPECT_NE(csv(table).find("step_s"), std::string::npos) << "what programs call it";
}

TEST(Agreement, IsSaidInTheReport) {
  Paper paper = nobodys();
  paper.agreements = {of_cases()};
  const std::vector<Block> blocks =
      agreement_section(paper, read_back({in_case("a", 1), in_case("b", 1.5)}));
  const Site site{"t", {{"t.html", "t", "t", blocks}}};
  const std::string text = markdown(site);
  EXPECT_NE(text.find("0 rows agree, 1 row contradicts itself."), std::string::npos) << text;
  EXPECT_NE(text.find("1.50"), std::string::npos) << text;
}

TEST(Cores, ThatSomebodySharedAreSaidToBe) {
  const auto on_cores = [](const std::string& name, double gops) {
    result::RunRecord made = run(name, "cpu", 4, 1);
    made.device.emplace().core_gops = gops;
    made.device->other_cores = 0;
    return made;
  };
  const auto said = [](const Evidence& evidence) {
    return markdown({"t", {{"t.html", "t", "t", cores_section("synthetic", evidence)}}});
  };
  const std::string shared =
      said(read_back({on_cores("a", 10), on_cores("b", 9.5), on_cores("c", 8.5)}));
  EXPECT_NE(shared.find("Of 3 CPU runs, 1 had cores that did less"), std::string::npos) << shared;
  const std::string alike = said(read_back({on_cores("a", 10), on_cores("b", 9.5)}));
  EXPECT_EQ(alike.find("had cores"), std::string::npos) << alike;
}

TEST(Cores, OfRunsThatDoNotSayHowTheirThreadsWereBoundAreWarnedOf) {
  const auto said = [](bool told) {
    result::RunRecord made = run("cpu", "cpu", 4, 1);
    made.threads = 4;
    if (told) made.device.emplace().wait = "active";
    const std::vector<Block> blocks = commits_section("synthetic", read_back({made}));
    return markdown({"t", {{"t.html", "t", "t", blocks}}});
  };
  constexpr const char* kWarning = "1 run on several CPU threads is from before";
  EXPECT_NE(said(false).find(kWarning), std::string::npos) << said(false);
  EXPECT_EQ(said(true).find(kWarning), std::string::npos) << said(true);
}

}  // namespace
}  // namespace tycho::report
