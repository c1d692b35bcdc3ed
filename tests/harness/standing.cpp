// `tycho status`: where campaigns stand, by their folders alone.
#include "harness/cli/exit_code.hpp"
#include "tests/harness/tycho_program.hpp"

namespace tycho {
namespace {

using nlohmann::json;

class Standing : public TychoProgram {
 protected:
  json standing(const std::string& folder) const {
    return json::parse(tycho("status --json " + folder).out).at("campaigns").at(0);
  }
};

TEST_F(Standing, SaysThatACampaignIsCompleteOrHowToGoOn) {
  const std::string run = "run " + write_case(orbit("orbit")) + " " + write_case(orbit("other")) +
                          " --suite smoke --out 'a b'";
  ASSERT_EQ(tycho(run).code, cli::kOk);
  const Said whole = tycho("status 'a b'");
  EXPECT_EQ(whole.code, cli::kOk) << whole.err;
  EXPECT_NE(whole.out.find("a b: complete, 0 of 2 left; 2 runs: 2 ok, 0 failed, 0 skipped; 2 "
                           "checks, 0 did not hold"),
            std::string::npos)
      << whole.out;

  // As a kill leaves it while the second line is written.
  std::string journal = result::read_text(folder_ / "a b/journal.jsonl");
  journal.resize(journal.size() - 20);
  std::ofstream(folder_ / "a b/journal.jsonl") << journal;
  const Said cut = tycho("status 'a b'");
  EXPECT_EQ(cut.code, cli::kInterrupted) << cut.err;
  EXPECT_NE(cut.out.find("a b: stopped, 1 of 2 left; 1 run: 1 ok"), std::string::npos) << cut.out;
  EXPECT_EQ(result::read_text(folder_ / "a b/journal.jsonl"), journal) << "it is only looked at";
  EXPECT_NE(cut.out.find("resume with: "), std::string::npos) << cut.out;
  EXPECT_EQ(cut.out.find("resume with: cd "), std::string::npos) << "it is the folder of the run";
  // Pasted elsewhere, it finds the case and the campaign all the same.
  const Said far = tycho("status '" + path("a b") + "'", "cd / &&");
  const std::size_t at = far.out.find("resume with: cd ");
  ASSERT_NE(at, std::string::npos) << far.out;
  EXPECT_EQ(std::system(("cd / && " + far.out.substr(at + 13)).c_str()), 0);
  EXPECT_EQ(standing("'a b'").at("state"), "complete");
}

TEST_F(Standing, NamesWhatFailed) {
  json wrong = orbit("orbit");
  wrong["initial"] = {{"kind", "snapshot"}, {"file", "two.csv"}};
  std::ofstream(folder_ / "two.csv") << "id,mass,x\n";
  const std::string run = "run " + write_case(wrong) + " --suite smoke --out c";
  ASSERT_EQ(tycho(run).code, cli::kFailures);
  const Said said = tycho("status c");
  EXPECT_EQ(said.code, cli::kFailures);
  EXPECT_NE(said.out.find("  someone2025/orbit/n=2/cpu: exited with code 2"), std::string::npos)
      << said.out;
  EXPECT_EQ(standing("c").at("left"), 0);

  json strict = orbit("strict");
  strict["checks"][0]["limit"] = 0;
  const Said ran = tycho("run " + write_case(strict) + " --suite smoke --out d");
  ASSERT_EQ(ran.code, cli::kFailures);
  EXPECT_NE(ran.err.find("; energy_drift did not hold ("), std::string::npos) << ran.err;
  const json named = standing("d").at("wrong");
  ASSERT_EQ(named.size(), 1U);
  EXPECT_EQ(named[0].at("why").get<std::string>().find("energy_drift did not hold ("), 0U);
}

TEST_F(Standing, OfARunningCampaignDoesNotDisturbIt) {
  json slow = orbit("orbit");
  slow["suites"]["smoke"]["steps"] = 100'000'000;
  slow["suites"]["smoke"]["seconds"] = 3;
  const std::string run = "run " + write_case(slow) + " --suite smoke --out c";
  const std::string looked = " timeout 20 '" TYCHO_PROGRAM "' " + run +
                             " >ran 2>&1 & sleep 1; for k in 1 2 3; do '" TYCHO_PROGRAM
                             "' status --json c >seen; code=$?; done; echo $code >code; wait $!;";
  ASSERT_EQ(tycho("status c", looked).code, cli::kOk) << result::read_text(path("ran"));
  const json seen = json::parse(result::read_text(path("seen"))).at("campaigns").at(0);
  EXPECT_EQ(seen.at("state"), "running");
  EXPECT_EQ(seen.at("left"), 1);
  EXPECT_EQ(std::stoi(result::read_text(path("code"))), cli::kInterrupted);
}

TEST_F(Standing, RefusesWhatIsNoCampaign) {
  std::filesystem::create_directories(path("empty"));
  const Said said = tycho("status empty");
  EXPECT_EQ(said.code, cli::kUsage);
  EXPECT_NE(said.err.find("empty holds no campaign (no campaign.json)"), std::string::npos);
  EXPECT_NE(tycho("status none").err.find("none: no such folder"), std::string::npos);
}

}  // namespace
}  // namespace tycho
