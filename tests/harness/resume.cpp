// `--resume` goes on with the campaign that was begun, and with no other.
#include "tests/harness/tycho_program.hpp"

#include "harness/cli/exit_code.hpp"

namespace tycho {
namespace {

using nlohmann::json;

class Resume : public TychoProgram {
 protected:
  // A campaign of the case, then the same with one value of the case changed: what is said.
  void expect_refused(const std::string& pointer, const json& value) {
    write_case(begun_);
    json changed = begun_;
    changed[json::json_pointer(pointer)] = value;
    write_case(changed);
    const Said said = tycho(kResume);
    EXPECT_EQ(said.code, cli::kUsage) << pointer << ": " << said.err;
    const json was = begun_.value(json::json_pointer(pointer), json());
    EXPECT_NE(
        said.err.find("cases/someone2025/orbit" + pointer + " was " +
                      (was.is_null() ? "nothing" : was.dump()) + " and is now " + value.dump()),
        std::string::npos)
        << said.err;
  }

  static constexpr const char* kRun = "run someone2025/orbit.json --suite smoke --out c";
  static constexpr const char* kResume =
      "run someone2025/orbit.json --suite smoke --out c --resume";
  json begun_ = orbit("orbit");
};

TEST_F(Resume, RefusesACaseOfWhichAnythingChangedAndNamesIt) {
  write_case(begun_);
  ASSERT_EQ(tycho(kRun).code, cli::kOk);
  expect_refused("/initial/masses/1", 0.75);
  expect_refused("/initial/eccentricity", 0.5);
  expect_refused("/samples", 8);
  expect_refused("/checks/0/limit", 2);
  expect_refused("/notes", json::array({"another experiment"}));

  write_case(begun_);
  EXPECT_EQ(tycho(kResume).code, cli::kOk);
}

TEST_F(Resume, TakesTheSameCaseInAnotherSpelling) {
  write_case(begun_);
  ASSERT_EQ(tycho(kRun).code, cli::kOk);
  std::ofstream(folder_ / "someone2025/orbit.json") << begun_.dump();  // without line breaks
  EXPECT_EQ(tycho(kResume).code, cli::kOk);
}

TEST_F(Resume, ExplainsAFolderThatHoldsNoCases) {
  write_case(begun_);
  ASSERT_EQ(tycho(kRun).code, cli::kOk);
  json held = json::parse(result::read_text(folder_ / "c/campaign.json"));
  held["schema"] = "tycho-campaign/1";
  held.erase("cases");
  std::ofstream(folder_ / "c/campaign.json") << held.dump(1);
  const Said said = tycho(kResume);
  EXPECT_EQ(said.code, cli::kUsage) << said.err;
  EXPECT_NE(said.err.find("older tycho"), std::string::npos) << said.err;
}

TEST_F(Resume, IsNotTheOnlyMomentAtWhichAChangedCaseIsNoticed) {
  // As a run's process is started, with the sum over a case that has changed since.
  write_case(begun_);
  const std::string child =
      "child --case someone2025/orbit.json --suite smoke --run someone2025/orbit/n=2/cpu "
      "--seconds 0 --record run.json";
  const Said said = tycho(child + " --definition 0123456789abcdef");
  EXPECT_EQ(said.code, cli::kUsage) << said.err;
  EXPECT_NE(said.err.find("has changed since the campaign began"), std::string::npos) << said.err;
  EXPECT_FALSE(std::filesystem::exists(folder_ / "run.json"));
}

TEST_F(Resume, ShowsWhatIsLeftInADryRun) {
  write_case(begun_);
  write_case(orbit("other"));
  const std::string both = std::string("run someone2025/orbit.json someone2025/other.json") +
                           " --suite smoke --out c --resume --dry-run";
  EXPECT_NE(tycho(both).out.find("0 of 2 runs were finished before"), std::string::npos);
  ASSERT_EQ(tycho(kRun).code, cli::kOk);
  const Said said = tycho(both);
  EXPECT_EQ(said.code, cli::kOk) << said.err;
  EXPECT_NE(said.out.find("1 of 2 runs were finished before\nsomeone2025/other/n=2/cpu "),
            std::string::npos)
      << said.out;
  EXPECT_NE(said.out.find("\n1 run, about"), std::string::npos) << said.out;
}

TEST_F(Resume, NeedsAFolderAndSaysWhereACampaignBeginsInIt) {
  write_case(begun_);
  const Said refused = tycho(kResume);
  EXPECT_EQ(refused.code, cli::kUsage);
  EXPECT_NE(refused.err.find("--resume: c: no such folder"), std::string::npos) << refused.err;
  EXPECT_FALSE(std::filesystem::exists(folder_ / "c"));
  // As one that was killed before it began leaves it.
  std::filesystem::create_directory(folder_ / "c");
  const Said begun = tycho(kResume);
  EXPECT_EQ(begun.code, cli::kOk) << begun.err;
  EXPECT_NE(begun.err.find("tycho: c held no campaign: a new one begins\n"), std::string::npos)
      << begun.err;
  EXPECT_NE(tycho(kResume).err.find("1 of 1 runs were finished before"), std::string::npos);
}

TEST_F(Resume, SaysHowInWordsThatAShellTakes) {
  write_case(orbit("orbit", 400));
  const Said said = tycho("run someone2025/orbit.json --suite smoke --out \"it's \\$HOME\"",
                          "ulimit -f 8; trap '' XFSZ;");
  ASSERT_EQ(said.code, cli::kCannotWrite) << said.err;
  EXPECT_NE(said.err.find("--out 'it'\\''s $HOME' --resume\n"), std::string::npos) << said.err;
}

}  // namespace
}  // namespace tycho
