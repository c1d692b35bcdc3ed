#include "harness/report/published.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <regex>
#include <set>

#include "core/error.hpp"
#include "harness/report/audit.hpp"
#include "harness/report/claims.hpp"
#include "harness/report/exhibit.hpp"
#include "harness/report/expression.hpp"
#include "harness/report/number.hpp"
#include "harness/report/sections.hpp"
#include "tests/report/synthetic.hpp"

namespace {

using namespace tycho;
using namespace tycho::report;

std::string refusal(const nlohmann::json& published) {
  synthetic::Folder folder;
  folder.write("synthetic.json", published.dump());
  try {
    read_published(folder.path());
  } catch (const UsageError& error) {
    return error.what();
  }
  return "no error";
}

std::map<std::string, Paper> papers_of_the_project() {
  return read_published(std::filesystem::path(TYCHO_SOURCE_DIR) / "cases/published");
}

TEST(Published, EveryClaimOfTheProjectHasATestThatIsKnown) {
  std::set<std::string> sentences;
  for (const auto& [key, paper] : papers_of_the_project()) {
    for (const Claim& claim : paper.claims) {
      EXPECT_EQ(try_claim(claim, paper, {}, Machine{}).verdict, Verdict::kNotMeasurable);
      EXPECT_FALSE(try_printed(claim.printed, numbers_of(paper)).observed.empty()) << claim.id;
      sentences.insert(claim.sentence);
    }
  }
  EXPECT_GE(sentences.size(), 25u);
}

/// The numbers that a paper's arithmetic and claims use.
std::set<std::string> used_numbers(const Paper& paper) {
  std::set<std::string> used;
  const std::regex name("[A-Za-z_][A-Za-z0-9_]*");
  const auto use = [&](const std::string& expression, const Rows& rows) {
    for (const Row& row : rows_of(rows)) {
      const std::string filled = fill(expression, row);
      for (std::sregex_iterator at(filled.begin(), filled.end(), name), end; at != end; ++at)
        used.insert(at->str());
    }
  };
  for (const Audit& audit : paper.audits) {
    use(audit.expression, audit.rows);
    use(audit.against, audit.rows);
  }
  for (const Claim& claim : paper.claims) use(claim.printed.expression, claim.printed.rows);
  return used;
}

TEST(Published, EveryNumberOfAPublishedTableIsHeldAgainstAnother) {
  for (const auto& [key, paper] : papers_of_the_project()) {
    const auto used = used_numbers(paper);
    std::set<double> values;  // a cell may stand among the values too, under a shorter name
    for (const auto& [id, value] : paper.values) {
      if (used.count(id)) values.insert(value.value);
      if (value.where.find("able") == std::string::npos) continue;
      EXPECT_TRUE(used.count(id)) << key << ": " << id;
    }
    for (const auto& [name, value] : numbers_of(paper)) {
      if (paper.values.count(name)) continue;
      EXPECT_TRUE(used.count(name) || values.count(value)) << key << ": " << name;
    }
  }
}

TEST(Published, EveryValueIsUsed) {
  for (const auto& [key, paper] : papers_of_the_project()) {
    std::set<std::string> used = used_numbers(paper);
    for (const Headline& headline : paper.headlines) used.insert(headline.value);
    for (const Exhibit& exhibit : paper.exhibits)
      for (const Exhibit& panel : panels_of(exhibit)) {
        used.insert(panel.threshold);
        for (const Level& level : panel.levels) used.insert(level.value);
        for (const PublishedPoint& point : panel.published) used.insert(point.value);
      }
    for (const auto& value : paper.values)
      EXPECT_TRUE(used.count(value.first)) << key << ": " << value.first;
  }
}

TEST(Published, EveryNumberOfAPublishedTableStandsInTheReport) {
  for (const auto& [key, paper] : papers_of_the_project()) {
    std::set<std::string> shown;
    std::set<double> cells;  // a cell may stand among the values too, under a shorter name
    for (const Exhibit& exhibit : paper.exhibits) {
      for (const PublishedPoint& point : exhibit.published) shown.insert(point.value);
      for (const Level& level : exhibit.levels) shown.insert(level.value);
      for (const auto& row : exhibit.cells)
        for (const double cell : row)
          if (!std::isnan(cell)) cells.insert(cell);
    }
    for (const auto& [id, value] : paper.values) {
      if (value.where.find("Table ") != 0) continue;
      EXPECT_TRUE(shown.count(id) || cells.count(value.value)) << key << ": " << id;
    }
  }
}

TEST(Published, ADoubtfulStatementHasAFinding) {
  for (const auto& [key, paper] : papers_of_the_project()) {
    for (const Audit& audit : paper.audits) {
      if (judge(audit, numbers_of(paper)).verdict != Judgement::Verdict::kDoesNot) continue;
      EXPECT_FALSE(audit.finding.empty()) << key << ": " << audit.text;
    }
  }
}

TEST(Published, ArithmeticIsShownWithoutTheNamesOfPrograms) {
  for (const auto& [key, paper] : papers_of_the_project())
    for (const Audit& audit : paper.audits) {
      const std::string formula = formula_text(audit.expression, paper.symbols);
      EXPECT_EQ(formula.find_first_of("_{}*"), std::string::npos) << key << ": " << formula;
    }
}

TEST(Published, RefusesArithmeticOnARowThatIsNotThere) {
  auto published = synthetic::published();
  published["audit"][2]["for"]["n"] = {4, 16};
  EXPECT_NE(refusal(published).find("synthetic.json:/audit/2/against"), std::string::npos)
      << refusal(published);
}

TEST(Published, RefusesAClaimThatIsSilentOnThePapersOwnNumbers) {
  auto published = synthetic::published();
  published["claims"][0].erase("printed");
  EXPECT_NE(refusal(published).find("/claims/0/printed: is missing"), std::string::npos);
}

TEST(Published, RefusesAnUnknownKeyNamingItsPlace) {
  auto published = synthetic::published();
  published["exhibits"][0]["colour"] = "red";
  const std::string said = refusal(published);
  EXPECT_NE(said.find("synthetic.json:/exhibits/0/colour: unknown key"), std::string::npos) << said;
}

TEST(Published, RefusesAPaperWhoseNameIsNoPlainName) {
  auto published = synthetic::published();
  published["paper"] = "../synthetic";
  EXPECT_NE(refusal(published).find("synthetic.json:/paper: must be a name"), std::string::npos)
      << refusal(published);
}

TEST(Published, RefusesAPointWithoutItsValue) {
  auto published = synthetic::published();
  published["exhibits"][0]["published"][0]["value"] = "nowhere";
  EXPECT_NE(refusal(published).find("no published value has the id 'nowhere'"), std::string::npos);
}

TEST(Expression, FollowsTheUsualPrecedence) {
  EXPECT_EQ(evaluate("2 + 3 * 2^3 / 4 - 1", {}), 7);
  EXPECT_EQ(evaluate("-(a + b) * 2", {{"a", 1}, {"b", 2}}), -6);
  EXPECT_EQ(evaluate("2^3^2", {}), 512);
  EXPECT_EQ(evaluate("-2^2 + 2^-1", {}), -3.5);
}

TEST(Expression, KnowsTheMagnitude) { EXPECT_EQ(evaluate("2 * abs(1 - 4) ^ 2", {}), 18); }

TEST(Expression, SaysWhatIsWrong) {
  EXPECT_THROW(evaluate("2 +", {}), UsageError);
  EXPECT_THROW(evaluate("(2", {}), UsageError);
  EXPECT_THROW(evaluate("nothing", {}), UsageError);
  EXPECT_THROW(evaluate("2 2", {}), UsageError);
}

TEST(Arithmetic, HasEveryCombinationOfItsRows) {
  const auto rows = rows_of({{"d", {"disc"}}, {"n", {4, 8}}});
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(row_name(rows[1]), "disc, N = 8");
  EXPECT_EQ(fill("t_{d}_{2*n} / t_{d}_{n}", rows[1]), "t_disc_16 / t_disc_8");
  EXPECT_EQ(rows_of({}).size(), 1u);
}

TEST(Arithmetic, SaysWhatItsRowsHaveNot) {
  EXPECT_THROW(fill("{m}", {{"n", 4}}), UsageError);
  EXPECT_THROW(fill("{n", {{"n", 4}}), UsageError);
}

TEST(Arithmetic, NamesTheCellsOfATable) {
  EXPECT_EQ(cell_name("fig3.4", "Cell Assign.", "GPU, best"), "fig3_4_cell_assign_gpu_best");
}

TEST(Audit, NamesTheRowsThatDoNotAddUp) {
  Audit audit;
  audit.expression = "{n}^2";
  audit.against = "square_{n}";
  audit.rows = {{"n", {2, 3}}};
  const std::map<std::string, double> numbers{{"square_2", 4}, {"square_3", 10}};
  const Judgement judgement = judge(audit, numbers);
  EXPECT_EQ(judgement.verdict, Judgement::Verdict::kDoesNot);
  ASSERT_EQ(judgement.broken.size(), 1u);
  EXPECT_EQ(judgement.broken[0], "N = 3: 9, stated 10");
  audit.tolerance = 0.11;
  EXPECT_EQ(judge(audit, numbers).verdict, Judgement::Verdict::kAddsUp);
}

TEST(Audit, HoldsBoundsAndNothingIsForInformation) {
  Audit audit;
  audit.expression = "3";
  EXPECT_EQ(judge(audit, {}).verdict, Judgement::Verdict::kInformation);
  audit.bounds.most = 2;
  EXPECT_EQ(judge(audit, {}).verdict, Judgement::Verdict::kDoesNot);
}

TEST(Audit, ShowsBoundsAsTheyWereWritten) {
  Paper paper;
  paper.audits.resize(2);
  for (Audit& audit : paper.audits) audit.expression = "3";
  paper.audits[0].bounds = {1, 4.5};
  paper.audits[1].bounds.most = 0.67;
  Tally tally;
  const std::vector<Block> blocks = audit_section(paper, tally);
  const Table& table = std::get<Table>(blocks.back());
  EXPECT_EQ(table.rows.at(0).at(3).text, "1 to 4.5");
  EXPECT_EQ(table.rows.at(1).at(3).text, "at most 0.67");
}

/// Slips of the papers that once were missed, by what their rows begin with.
TEST(Audit, FindsWhatWasMissed) {
  const auto papers = papers_of_the_project();
  using Verdict = Judgement::Verdict;
  const auto expect = [&](const char* key, const char* begins, Verdict verdict, double gives) {
    for (const Audit& audit : papers.at(key).audits) {
      if (!audit.text.starts_with(begins)) continue;
      const Judgement judgement = judge(audit, numbers_of(papers.at(key)));
      EXPECT_EQ(judgement.verdict, verdict) << audit.text;
      EXPECT_NEAR(judgement.gives.front(), gives, 1e-3 * std::abs(gives)) << audit.text;
      return;
    }
    ADD_FAILURE() << key << " has no row that begins with " << begins;
  };
  expect("aubert2009", "Equation 13", Verdict::kDoesNot, 1);         // the sign of the potential
  expect("belleman2007", "Equation 1:", Verdict::kDoesNot, -1);      // a force that repels
  expect("belleman2007", "Abstract:", Verdict::kDoesNot, 27. / 29);  // in kira at 1024 bodies
  // Above a peak of 4070.5, as far as 21 s are known.
  expect("bertinelli2025", "1000 steps take ~21 s", Verdict::kInformation, 4090.4);
  expect("bertinelli2025", "Section 3: operations", Verdict::kDoesNot, 19);
  expect("bertinelli2025", "The caption of Fig. 3.5", Verdict::kDoesNot, -1);
}

TEST(Claims, AreHeldAgainstThePapersOwnNumbersFirst) {
  Printed printed;
  printed.expression = "t_{n}";
  printed.rows = {{"n", {1, 2}}};
  printed.bounds.least = 2;
  EXPECT_EQ(try_printed(printed, {{"t_1", 2}, {"t_2", 3}}).verdict, Verdict::kHolds);
  const Finding broken = try_printed(printed, {{"t_1", 1}, {"t_2", 3}});
  EXPECT_EQ(broken.verdict, Verdict::kDoesNotHold);
  EXPECT_NE(broken.observed.find("1 for N = 1"), std::string::npos) << broken.observed;
  EXPECT_TRUE(broken.observed.ends_with("; N = 1 to 2")) << broken.observed;
}

std::vector<Run> runs_at_blocks(std::initializer_list<std::pair<int, double>> rates) {
  std::vector<Run> runs;
  const auto machine = std::make_shared<const Machine>();
  for (const auto& [block, rate] : rates) {
    Run run;
    run.paper = "synthetic";
    run.status = result::Status::kOk;
    run.n = 8;
    run.settings = {{"block", static_cast<double>(block)}};
    run.counters = {{"rate", rate}};
    run.machine = machine;
    runs.push_back(run);
  }
  return runs;
}

Paper synthetic_paper() {
  Paper paper;
  paper.key = "synthetic";
  return paper;
}

TEST(Claims, FindTheBestWithinATolerance) {
  Claim claim;
  claim.test = {{"kind", "argmax"},
                {"quantity", "counter:rate"},
                {"of", nlohmann::json::object()},
                {"over", "block"},
                {"by", "n"},
                {"expect", 128},
                {"tolerance", 0.01}};
  const auto verdict = [&](const std::vector<report::Run>& runs) {
    return try_claim(claim, synthetic_paper(), runs, Machine{}).verdict;
  };
  EXPECT_EQ(verdict(runs_at_blocks({{64, 10.05}, {128, 10}})), Verdict::kHolds);
  EXPECT_EQ(verdict(runs_at_blocks({{64, 12}, {128, 10}})), Verdict::kDoesNotHold);
  EXPECT_EQ(verdict({}), Verdict::kNotMeasurable);
}

TEST(Claims, ARateThatFallsDoesNotGrow) {
  Claim claim;
  claim.test = {{"kind", "increasing"},
                {"quantity", "counter:rate"},
                {"of", nlohmann::json::object()},
                {"by", "block"},
                {"slack", 0.02}};
  const auto verdict = [&](const std::vector<report::Run>& runs) {
    return try_claim(claim, synthetic_paper(), runs, Machine{}).verdict;
  };
  EXPECT_EQ(verdict(runs_at_blocks({{1, 1}, {2, 3}, {4, 2.95}})), Verdict::kHolds);
  EXPECT_EQ(verdict(runs_at_blocks({{1, 1}, {2, 3}, {4, 2}})), Verdict::kDoesNotHold);
  EXPECT_EQ(verdict(runs_at_blocks({{1, 1}})), Verdict::kNotMeasurable);
}

TEST(Claims, NoRunCanTellWhereTheTestSaysSo) {
  Claim claim;
  claim.test = {{"kind", "none"}, {"why", "not built"}};
  EXPECT_EQ(try_claim(claim, Paper{}, {}, Machine{}).observed, "not built");
}

TEST(Claims, NaNHoldsNothing) {
  Claim claim;
  claim.test = {{"kind", "value"},
                {"quantity", "counter:rate"},
                {"of", nlohmann::json::object()},
                {"most", 3}};
  EXPECT_EQ(
      try_claim(claim, synthetic_paper(), runs_at_blocks({{1, std::nan("")}}), Machine{}).verdict,
      Verdict::kDoesNotHold);
}

TEST(Number, ReadsWell) {
  EXPECT_EQ(number(4090.46), "4090");
  EXPECT_EQ(number(65536, 7), "65,536");
  EXPECT_EQ(number(-1234567.8, 9), "-1,234,567.80");
  EXPECT_EQ(number(-123456), "-123,456");
  EXPECT_EQ(number(9.9996), "10.00");
  EXPECT_EQ(number(1.234e-9), "1.234e-09");
  EXPECT_EQ(number(1.87004e-7), "1.870e-07") << "measured: the zero is a digit that is known";
  EXPECT_EQ(number(1e-6), "1e-06") << "a limit";
  EXPECT_EQ(limit_text(0.001), "0.001");
  EXPECT_EQ(limit_text(1e-5), "1e-05");
  EXPECT_EQ(limit_text(1.0 / 3), "0.3333");
  EXPECT_EQ(printed_text(19975), "19,975");
  EXPECT_EQ(printed_text(9e-05), "9e-05");
  EXPECT_EQ(printed_text(0.000537), "5.37e-04");
  EXPECT_EQ(printed_text(0.001976), "0.001976");
  EXPECT_EQ(printed_text(0), "0");
  EXPECT_EQ(quantity(838.4, "1e9/s", 3), "838 \u00d7 1e9/s");
  EXPECT_EQ(number(std::nan("")), "not a number");
  EXPECT_EQ(duration(21), "21 s");
  EXPECT_EQ(duration(176.4), "2.94 min");
  EXPECT_EQ(duration(18000), "5 h");
  EXPECT_EQ(duration(1.5e-5), "15.0 \u00b5s");
}

}  // namespace
