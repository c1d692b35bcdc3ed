// What --budget promises: all runs together, their checks included, take no longer, and what was
// cut is said. By the clock, with a generous margin.
#include "harness/campaign/budget.hpp"

#include <gtest/gtest.h>

#include <chrono>

#include "harness/campaign/outcome.hpp"
#include "harness/campaign/share_out.hpp"
#include "harness/cli/exit_code.hpp"
#include "tests/harness/tycho_program.hpp"

namespace tycho {
namespace {

using nlohmann::json;

constexpr double kBudget = 3;
// The end of a run that does not end by itself, two seconds, and a machine that is busy.
constexpr double kMargin = 6;

class CampaignBudget : public TychoProgram {
 protected:
  /// An orbit that takes minutes, looked at rarely.
  std::string endless_orbit() const {
    json made = orbit("endless", 2);
    made["suites"]["smoke"]["steps"] = 2'000'000'000;
    return write_case(made);
  }
  /// Windows of steps without a limit of their own.
  std::string endless_windows() const {
    json made = orbit("windows");
    made["measure"] = "timing";
    made.erase("samples");
    made["suites"]["smoke"]["steps"] = 1'000'000'000;
    return write_case(made);
  }
  /// A check whose reference alone takes longer than any share.
  std::string endless_check() const {
    json made = json::parse(R"({
      "schema": "tycho-case/1", "paper": "someone2025", "name": "checked", "title": "T",
      "algorithm": "all_pairs", "initial": {"kind": "plummer", "seed": 1},
      "settings": {"dt": 0.001, "softening": 0.001},
      "variants": [{"name": "cpu", "label": "CPU", "backend": "cpu", "threads": 1}],
      "suites": {"smoke": {"sizes": [{"n": 150000}], "steps": 1}},
      "measure": "timing",
      "checks": [{"check": "force_error", "limit": 1, "reason": "it runs"}]})");
    return write_case(made);
  }
};

TEST(Outcome, CountsOneOfAThing) {
  campaign::Outcome outcome;
  outcome.ok = outcome.checks = 1;
  EXPECT_EQ(campaign::in_words(outcome),
            "1 run: 1 ok, 0 failed, 0 skipped; 1 check, 0 did not hold");
  outcome.ok = outcome.checks = 2;
  EXPECT_EQ(campaign::in_words(outcome),
            "2 runs: 2 ok, 0 failed, 0 skipped; 2 checks, 0 did not hold");
}

TEST(Outcome, NamesTheMostFrequentReasonsOfSkippedRuns) {
  campaign::Outcome outcome;
  outcome.skipped = 15;
  outcome.skip_reasons = {{"a", 1}, {"b", 1}, {"c", 1},     {"d", 1},
                          {"e", 1}, {"f", 1}, {"no GPU", 9}};
  EXPECT_EQ(campaign::in_words(outcome),
            "15 runs: 0 ok, 0 failed, 15 skipped; 0 checks, 0 did not hold\n"
            "  9 skipped: no GPU\n  1 skipped: a\n  1 skipped: b\n  1 skipped: c\n"
            "  1 skipped: d\n  1 skipped: e\n  1 skipped for other reasons");
}

/// A run whose time ends its way: the check that needs the whole of it neither holds nor fails.
void expect_cut(const json& run, const std::string& by) {
  ASSERT_EQ(run["status"], "ok") << run["reason"];
  EXPECT_EQ(run["cut"]["by"], by);
  EXPECT_EQ(run["cut"]["of"], run["timing"]["steps_requested"]);
  EXPECT_EQ(run["cut"]["step"], run["timing"]["steps_measured"]);
  ASSERT_EQ(run["checks"].size(), 1u);
  EXPECT_EQ(run["checks"][0]["check"], "energy_drift");
  ASSERT_EQ(run["checks_not_judged"].size(), 1u);
  EXPECT_EQ(run["checks_not_judged"][0]["check"], "return_to_start");
  EXPECT_NE(run["checks_not_judged"][0]["reason"].get<std::string>().find(by), std::string::npos);
}

TEST_F(CampaignBudget, OrTheSuitesSecondsCutAWayAndTheScreenSaysWhatWasNotJudged) {
  json closing = orbit("closing", 2);
  closing["suites"]["smoke"]["steps"] = 2'000'000'000;
  closing["checks"].push_back(
      {{"check", "return_to_start"}, {"limit", 1e-9}, {"reason", "closed"}});
  const std::string run = "run " + write_case(closing) + " --suite smoke --out ";
  const Said budget = tycho(run + "b --budget 2s");
  EXPECT_EQ(budget.code, cli::kOk) << budget.err;
  expect_cut(runs_in("b").at(0), "--budget");

  closing["suites"]["smoke"]["seconds"] = 0.5;
  write_case(closing);
  const Said said = tycho(run + "c");
  EXPECT_EQ(said.code, cli::kOk) << said.err;
  expect_cut(runs_in("c").at(0), "the suite's 0.5 s");
  const std::size_t at = said.err.find("[1/1] ok someone2025/closing/n=2/cpu, ");
  ASSERT_NE(at, std::string::npos) << said.err;
  const std::string line = said.err.substr(at, said.err.find('\n', at) - at);
  EXPECT_NE(line.find(", cut at step "), std::string::npos) << line;
  EXPECT_NE(line.find(" of 2000000000 by the suite's 0.5 s; return_to_start was not judged"),
            std::string::npos)
      << line;
  const std::string counted = "1 check, 0 did not hold, 1 not judged since their runs were cut";
  EXPECT_NE(said.out.find(counted), std::string::npos) << said.out;
  EXPECT_NE(tycho("status c").out.find(counted), std::string::npos);
  const Said sound = tycho("verify c/someone2025.json --cases .");
  EXPECT_EQ(sound.code, cli::kOk) << sound.out << sound.err;
}

TEST_F(CampaignBudget, BoundsAllRunsTogetherAndSaysWhatItCut) {
  const std::string cases = endless_orbit() + " " + endless_windows() + " " + endless_check();
  const auto began = std::chrono::steady_clock::now();
  const Said said = tycho("run " + cases + " --suite smoke --budget 3s --out c");
  const double took = Seconds(std::chrono::steady_clock::now() - began).count();
  EXPECT_LT(took, kBudget + kMargin) << said.err;
  EXPECT_EQ(said.code, cli::kOk) << said.err;
  EXPECT_NE(said.out.find("--budget"), std::string::npos) << said.out;
  // Every run has a row: fewer steps than asked for, or the reason why it was not made.
  const json runs = runs_in("c");
  ASSERT_EQ(runs.size(), 3u);
  for (const json& run : runs) {
    if (run["status"] == "ok")
      EXPECT_EQ(run["timing"]["state"], "extrapolated") << run["id"];
    else
      EXPECT_EQ(run["reason"].get<std::string>().rfind("cut by --budget", 0), 0u) << run["reason"];
  }
}

// With sanitizers a step takes too long for what is foreseen of it.
#ifndef TYCHO_SANITIZED
TEST_F(CampaignBudget, CutsWindowsAndWaysRatherThanLeavingThemOut) {
  for (const std::string& one : {endless_windows(), endless_orbit()}) {
    tycho("run " + one + " --suite smoke --budget 3s --out " + one + ".out");
    const json run = runs_in(one + ".out").at(0);
    ASSERT_EQ(run["status"], "ok") << run["reason"];
    EXPECT_EQ(run["timing"]["state"], "extrapolated");
    EXPECT_GT(run["timing"]["steps_measured"], 1000);
  }
}

TEST_F(CampaignBudget, CutsALaterSittingOfAWayBetweenItsLooksToo) {
  const std::string run = "run " + endless_orbit() +
                          " --suite smoke --checkpoints kept --checkpoint-every 0.001s --out c";
  // Ended as soon as a state is kept.
  tycho(run +
        " & pid=$!; i=0; until ls kept/*.checkpoint >/dev/null 2>&1 || [ $i -gt 2000 ]; "
        "do sleep 0.01; i=$((i+1)); done; kill -TERM $pid; wait $pid");
  ASSERT_FALSE(std::filesystem::is_empty(folder_ / "kept"));
  const Said said = tycho(run + " --resume --budget 4s");
  const json made = runs_in("c").at(0);
  ASSERT_EQ(made["status"], "ok") << made["reason"] << said.err;
  EXPECT_EQ(made["timing"]["state"], "extrapolated");
  EXPECT_EQ(made["counters"]["sittings"], 2);
}
#endif

TEST_F(CampaignBudget, IsSharedAmongTheRunsThatAreLeft) {
  const std::string run =
      "run " + endless_orbit() + " " + endless_windows() + " --suite smoke --out c --budget ";
  ASSERT_EQ(tycho(run + "4s").code, cli::kOk);
  // As if the second had been killed.
  json result = json::parse(result::read_text(folder_ / "c/someone2025.json"));
  ASSERT_EQ(result.at("runs").at(0).at("status"), "ok");
  std::ofstream(folder_ / "c/journal.jsonl") << result.at("runs").at(0).dump() << '\n';
  result["runs"].erase(1);
  std::ofstream(folder_ / "c/someone2025.json") << result.dump();
  const Said planned = tycho(run + "100s --resume --dry-run");
  EXPECT_NE(planned.out.find("1 run, about 1 min 40 s"), std::string::npos) << planned.out;
  const Said said = tycho(run + "3s --resume");
  EXPECT_NE(said.err.find("1 run, about 3 s"), std::string::npos) << said.err;
}

TEST_F(CampaignBudget, LeavesTheRestToTheNextResume) {
  const std::string run = "run " + write_case(orbit("short")) + " --suite smoke --out c";
  const Said cut = tycho(run + " --budget 0.001s");
  ASSERT_EQ(runs_in("c").at(0)["status"], "skipped") << cut.err;
  EXPECT_NE(cut.out.find("--budget left no time for 1 run"), std::string::npos) << cut.out;
  const Said resumed = tycho(run + " --resume");
  EXPECT_EQ(runs_in("c").at(0)["status"], "ok") << resumed.err;
  EXPECT_EQ(resumed.out.find("--budget"), std::string::npos) << resumed.out;
}

TEST_F(CampaignBudget, SaysHowLongACampaignIsThoughtToTakeBeforeItStarts) {
  const Said said = tycho("run " + write_case(orbit("short")) + " --suite smoke --out c");
  const std::size_t estimate = said.err.find("1 run, about ");
  ASSERT_NE(estimate, std::string::npos) << said.err;
  EXPECT_LT(estimate, said.err.find("someone2025/short")) << "before the first run is told of";
}

TEST(ShareOut, LeavesToOthersWhatARunDoesNotNeed) {
  using Times = std::vector<Seconds>;
  const auto shares = [](const Times& needs, double time) {
    return campaign::share_out(needs, Seconds(time));
  };
  const Times three = shares({Seconds(100), Seconds(1), Seconds(100)}, 21);
  EXPECT_DOUBLE_EQ(three[0].count(), 10);
  EXPECT_DOUBLE_EQ(three[1].count(), 7) << "more than it needs, since the estimate may be wrong";
  EXPECT_DOUBLE_EQ(three[2].count(), 10);
  for (const Seconds share : shares({Seconds(1), Seconds(1)}, -5)) EXPECT_GT(share, Seconds(0));
}

}  // namespace
}  // namespace tycho
