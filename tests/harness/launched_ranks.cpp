// What the supervisor makes of a launcher: its words, its progress, and what it leaves behind.
#include <gtest/gtest.h>
#include <signal.h>

#include <fstream>
#include <thread>

#include "harness/campaign/child_process.hpp"
#include "tests/harness/temporary_folder.hpp"

namespace tycho::campaign {
namespace {

ChildCommand launcher(const std::string& text) {
  ChildCommand command;
  command.argv = {"/bin/sh", "-c", text};
  command.launches_ranks = true;
  return command;
}

TEST(SupervisorOfRanks, HearsProgressInTaggedLinesAndKeepsTheReasonOfARank) {
  std::vector<std::pair<std::string, double>> heard;
  const ChildEnd end = run_child(
      launcher(
          "echo 'tycho-progress: 0.5 timing'; echo 'tycho: rank 1 of 2: why' >&2; "
          "echo; echo 'mpirun noticed that process rank 1 on node alpha'; echo -----; exit 134"),
      [&](const std::string& phase, double fraction) { heard.emplace_back(phase, fraction); });
  ASSERT_EQ(heard.size(), 1u);
  EXPECT_EQ(heard[0], std::pair(std::string("timing"), 0.5));
  EXPECT_EQ(end.reason(), "a rank crashed (SIGABRT): tycho: rank 1 of 2: why");
}

TEST(SupervisorOfRanks, KeepsNothingOfWhatALauncherSays) {
  const ChildEnd end = run_child(launcher("echo 'on node alpha'; exit 137"), nullptr);
  EXPECT_EQ(end.reason(), "a rank killed (SIGKILL), as the system does when it runs out of memory");
}

TEST(SupervisorOfRanks, TakesProgressInLinesForASignOfLife) {
  ChildCommand alive = launcher(
      "for i in 1 2 3 4 5 6; do echo 'tycho-progress: 0.1 on'; sleep 0.1; "
      "done");
  alive.silence_limit = Seconds{0.45};
  EXPECT_TRUE(run_child(alive, nullptr).succeeded());
  ChildCommand silent = launcher("echo 'not a sign'; sleep 30");
  silent.silence_limit = Seconds{0.3};
  EXPECT_EQ(run_child(silent, nullptr).kind, ChildEnd::Kind::kStalled);
}

// As ranks do: in a group of its own, and a parent that ends first.
TEST(SupervisorOfRanks, ReturnsWhenNothingThatWasStartedIsLeft) {
  const TemporaryFolder folder;
  const std::string file = (folder / "pid").string();
  const ChildEnd end = run_child(launcher("setsid sh -c 'echo $$ > " + file +
                                          "; trap \"\" TERM; sleep 100' & "
                                          "while [ ! -s " +
                                          file + " ]; do sleep 0.01; done; exit 3"),
                                 nullptr);
  EXPECT_EQ(end.code, 3);
  pid_t rank = 0;
  std::ifstream(file) >> rank;
  ASSERT_GT(rank, 0);
  EXPECT_EQ(::kill(rank, 0), -1) << "process " << rank << " lives on";
}

}  // namespace
}  // namespace tycho::campaign
