// A rank that throws, crashes, is killed or hangs costs its run, which is recorded with the reason
// within ten seconds; no process is left, and the campaign goes on.
#include <signal.h>

#include <thread>

#include "tests/over_ranks/over_ranks.hpp"

namespace tycho {
namespace {

using nlohmann::json;
using std::chrono::steady_clock;

class FaultyRank : public OverRanks {
 protected:
  /// Runs on two ranks, of which the second does `text` when the run itself is started, and on one
  /// and three ranks without.
  void expect_failure(const std::string& text, const std::string& reason,
                      const std::string& options = "") {
    write_case(cluster({1, 2, 3}));
    const auto begin = steady_clock::now();
    const Said said = tycho(
        kRun +
        launcher("if [ \"$2\" = child ] && [[ \"$*\" == *ranks=2* ]]; then " + text + "\nfi") +
        options);
    EXPECT_EQ(said.code, cli::kFailures) << said.err;
    const json failed = run_of(kFailing);
    ASSERT_EQ(failed.value("status", ""), "failed") << said.err;
    EXPECT_NE(failed.at("reason").get<std::string>().find(reason), std::string::npos)
        << failed.at("reason");
    EXPECT_LT(failed.at("wall_s"), 10);
    for (const char* other : {"1", "3"})
      EXPECT_EQ(run_of("someone2025/cluster/n=101/cpu/ranks=" + std::string(other)).at("status"),
                "ok");
    EXPECT_LT(steady_clock::now() - begin, std::chrono::seconds(40));
    EXPECT_TRUE(all_gone(0));
  }
  /// The program with a fault in the place of the sound one.
  static std::string faulty(const std::string& fault) {
    return "export TYCHO_FAULT=" + fault +
           " TYCHO_FAULT_RANK=1; shift; set -- '" TYCHO_FAULTY_RANKS "' \"$@\"";
  }
  static constexpr const char* kFailing = "someone2025/cluster/n=101/cpu/ranks=2";
};

TEST_F(FaultyRank, ThatThrowsIsNamedWithItsReason) {
  expect_failure(faulty("throw"), "tycho: rank 1 of 2: a planted error");
}

TEST_F(FaultyRank, ThatCrashesIsRecorded) {
  expect_failure(faulty("crash"), "a rank crashed (SIGABRT)");
}

TEST_F(FaultyRank, ThatHangsIsEndedAtTheTimeLimit) {
  expect_failure(faulty("hang"), "past its time limit", "--time-limit 4s");
}

TEST_F(FaultyRank, ThatIsKilledIsRecorded) {
  expect_failure(
      "if [ $RANK = 1 ]; then (sleep 0.7; kill -KILL $$) & fi\n"
      "export TYCHO_FAULT=hang TYCHO_FAULT_RANK=0; shift\n"
      "set -- '" TYCHO_FAULTY_RANKS "' \"$@\"",
      "a rank killed (SIGKILL)");
}

TEST_F(FaultyRank, ThatIsStoppedIsEndedAtTheTimeLimit) {
  expect_failure(
      "if [ $RANK = 1 ]; then (sleep 0.5; kill -STOP $$) & fi\n"
      "export TYCHO_FAULT=hang TYCHO_FAULT_RANK=0; shift\n"
      "set -- '" TYCHO_FAULTY_RANKS "' \"$@\"",
      "past its time limit", "--time-limit 4s");
}

// No fault of the run, which is made when there is room again.
TEST_F(FaultyRank, ThatCannotWriteItsRecordEndsTheCampaign) {
  write_case(cluster({2}));
  const Said said =
      tycho(kRun + launcher("if [ \"$2\" = child ]; then mkdir -p c/run.json.part; fi"));
  EXPECT_EQ(said.code, cli::kCannotWrite) << said.err;
  EXPECT_NE(said.err.find("make room"), std::string::npos) << said.err;
  EXPECT_TRUE(result::read_text(folder_ / "c/journal.jsonl").empty()) << "a record";
  EXPECT_TRUE(all_gone(1));

  std::filesystem::remove(folder_ / "c/run.json.part");
  const Said resumed = tycho(kRun + std::string("--resume"));
  EXPECT_EQ(resumed.code, cli::kOk) << resumed.err;
  EXPECT_EQ(run_of(kFailing).at("status"), "ok");
}

TEST_F(FaultyRank, NoRankOutlivesASupervisorThatIsKilled) {
  write_case(cluster({3}));
  const std::string wrapped = launcher("if [ \"$2\" = child ]; then " + faulty("hang") + "\nfi");
  // The program is the child of timeout(1), whose number the shell hands on.
  const Said said =
      tycho(kRun + wrapped,
            "(sleep 3; own=$(cat pid); kill -KILL $(cat /proc/$own/task/$own/children)) & "
            "sh -c 'echo $$ > pid; exec \"$0\" \"$@\"'");
  EXPECT_NE(said.code, cli::kOk);
  EXPECT_TRUE(all_gone(1)) << processes() << " processes live on";
}

}  // namespace
}  // namespace tycho
