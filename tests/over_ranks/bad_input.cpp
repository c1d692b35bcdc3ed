// What cannot be started on ranks is said in one line, with the documented exit code, and nothing
// is written.
#include <algorithm>

#include "tests/over_ranks/over_ranks.hpp"

namespace tycho {
namespace {

using nlohmann::json;

class BadRanks : public OverRanks {
 protected:
  void expect_refused(const Said& said, const std::string& what) const {
    EXPECT_EQ(said.code, cli::kUnavailable) << said.err;
    EXPECT_NE(said.err.find(what), std::string::npos) << said.err;
    EXPECT_EQ(std::count(said.err.begin(), said.err.end(), '\n'), 1) << said.err;
    EXPECT_FALSE(std::filesystem::exists(folder_ / "c"));
  }
};

TEST_F(BadRanks, ALauncherThatIsNotThere) {
  write_case(cluster({2}));
  expect_refused(tycho(kRun + std::string("--launcher 'no_such_launcher -n {ranks}'")),
                 "--launcher: there is no program 'no_such_launcher'");
}

TEST_F(BadRanks, MoreRanksThanTheLauncherGives) {
  write_case(cluster({1, 3}));
  expect_refused(tycho(kRun + std::string("--launcher 'mpirun --allow-run-as-root --oversubscribe "
                                          "-n 1'")),
                 "mpirun does not start 3 ranks: this process is one of 1, not of 3");
}

TEST_F(BadRanks, ALauncherOfAnotherMpiStartsProcessesThatDoNotSeeEachOther) {
  write_case(cluster({2}));
  std::ofstream(folder_ / "other") << "#!/bin/bash\n\"$@\" & \"$@\" & wait -n; exit $?\n";
  std::filesystem::permissions(folder_ / "other", std::filesystem::perms::owner_all);
  expect_refused(tycho(kRun + ("--launcher " + path("other"))), "one of 1, not of 2");
}

TEST_F(BadRanks, AProgramOfAnotherBuild) {
  write_case(cluster({2}));
  expect_refused(tycho(kRun + launcher("set -- \"${@/%[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]"
                                       "[0-9a-f][0-9a-f][0-9a-f]/00000000}\"")),
                 "tycho_ranks is of another build than tycho");
}

TEST_F(BadRanks, RanksThatSeeDifferentCaseFiles) {
  write_case(cluster({2}));
  json other = cluster({2});
  other["title"] = "Another";
  std::filesystem::create_directories(folder_ / "other/someone2025");
  std::ofstream(folder_ / "other/someone2025/cluster.json") << other.dump();
  const Said said = tycho(
      kRun + launcher("if [ $RANK = 1 ]; then set -- \"${@/#someone2025\\/cluster.json/other\\/"
                      "someone2025\\/cluster.json}\"; fi"));
  EXPECT_EQ(said.code, cli::kFailures) << said.err;
  const json run = run_of("someone2025/cluster/n=101/cpu/ranks=2");
  EXPECT_EQ(run.at("status"), "failed");
  EXPECT_NE(run.at("reason").get<std::string>().find("ranks see different case files"),
            std::string::npos)
      << run.at("reason");
  EXPECT_TRUE(all_gone(0));
}

TEST_F(BadRanks, WithoutMpirunRunsAreSkippedWithTheReasonUnlessAskedForByName) {
  write_case(cluster({2}));
  std::filesystem::create_directories(folder_ / "bin");
  std::filesystem::create_symlink("/usr/bin/timeout", folder_ / "bin/timeout");
  const std::string without = "PATH=" + path("bin") + ";";
  const Said said = tycho(kRun, without);
  EXPECT_EQ(said.code, cli::kOk) << said.err;
  const json run = run_of("someone2025/cluster/n=101/cpu/ranks=2");
  EXPECT_EQ(run.at("status"), "skipped");
  EXPECT_NE(run.at("reason").get<std::string>().find("no mpirun on PATH"), std::string::npos);
  std::filesystem::remove_all(folder_ / "c");
  expect_refused(tycho(kRun + std::string("--ranks 2"), without), "no mpirun on PATH");
}

}  // namespace
}  // namespace tycho
