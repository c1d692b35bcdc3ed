#include "harness/report/published.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"
#include "harness/report/claims.hpp"
#include "harness/report/expression.hpp"
#include "harness/report/number.hpp"
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

TEST(Published, EveryFileOfTheProjectIsRead) {
  const auto papers = read_published(std::filesystem::path(TYCHO_SOURCE_DIR) / "cases/published");
  ASSERT_TRUE(papers.count("bertinelli2025"));
  const Paper& paper = papers.at("bertinelli2025");
  std::map<std::string, double> names;
  for (const auto& [id, value] : paper.values) names[id] = value.value;
  for (const Audit& audit : paper.audits) {
    EXPECT_NO_THROW(evaluate(audit.expression, names)) << audit.text;
    if (audit.against.empty()) continue;
    EXPECT_NO_THROW(evaluate(audit.against, names)) << audit.text;
  }
  // Every claim has a test that is known, though no run is there to try it on.
  for (const Claim& claim : paper.claims)
    EXPECT_EQ(try_claim(claim, paper.key, {}, Machine{}).verdict, Verdict::kNotMeasurable);
}

TEST(Published, RefusesAnUnknownKeyNamingItsPlace) {
  auto published = synthetic::published();
  published["exhibits"][0]["colour"] = "red";
  const std::string said = refusal(published);
  EXPECT_NE(said.find("synthetic.json:/exhibits/0/colour: unknown key"), std::string::npos) << said;
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
}

TEST(Expression, SaysWhatIsWrong) {
  EXPECT_THROW(evaluate("2 +", {}), UsageError);
  EXPECT_THROW(evaluate("(2", {}), UsageError);
  EXPECT_THROW(evaluate("nothing", {}), UsageError);
  EXPECT_THROW(evaluate("2 2", {}), UsageError);
}

std::vector<Run> runs_at_blocks(std::initializer_list<std::pair<int, double>> rates) {
  std::vector<Run> runs;
  const auto machine = std::make_shared<const Machine>();
  for (const auto& [block, rate] : rates) {
    Run run;
    run.paper = "synthetic";
    run.status = "ok";
    run.n = 8;
    run.settings = {{"block", block}};
    run.counters = {{"rate", rate}};
    run.machine = machine;
    runs.push_back(run);
  }
  return runs;
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
    return try_claim(claim, "synthetic", runs, Machine{}).verdict;
  };
  EXPECT_EQ(verdict(runs_at_blocks({{64, 10.05}, {128, 10}})), Verdict::kHolds);
  EXPECT_EQ(verdict(runs_at_blocks({{64, 12}, {128, 10}})), Verdict::kHoldsNoLonger);
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
    return try_claim(claim, "synthetic", runs, Machine{}).verdict;
  };
  EXPECT_EQ(verdict(runs_at_blocks({{1, 1}, {2, 3}, {4, 2.95}})), Verdict::kHolds);
  EXPECT_EQ(verdict(runs_at_blocks({{1, 1}, {2, 3}, {4, 2}})), Verdict::kHoldsNoLonger);
  EXPECT_EQ(verdict(runs_at_blocks({{1, 1}})), Verdict::kNotMeasurable);
}

TEST(Claims, NaNHoldsNothing) {
  Claim claim;
  claim.test = {{"kind", "value"},
                {"quantity", "counter:rate"},
                {"of", nlohmann::json::object()},
                {"most", 3}};
  EXPECT_EQ(try_claim(claim, "synthetic", runs_at_blocks({{1, std::nan("")}}), Machine{}).verdict,
            Verdict::kHoldsNoLonger);
}

TEST(Number, ReadsWell) {
  EXPECT_EQ(number(4090.46), "4090");
  EXPECT_EQ(number(65536, 7), "65536");
  EXPECT_EQ(number(9.9996), "10.00");
  EXPECT_EQ(number(1.234e-9), "1.234e-09");
  EXPECT_EQ(number(std::nan("")), "not a number");
  EXPECT_EQ(duration(21), "21 s");
  EXPECT_EQ(duration(176.4), "2.94 min");
  EXPECT_EQ(duration(18000), "5 h");
  EXPECT_EQ(duration(1.5e-5), "15.0 \u00b5s");
}

}  // namespace
