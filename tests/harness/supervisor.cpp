// The supervisor with a fake child that crashes, hangs and runs out of memory on purpose.
#include "harness/campaign/supervisor.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <thread>

#include "harness/campaign/interrupt.hpp"
#include "tests/harness/temporary_folder.hpp"

namespace tycho {
namespace {

using result::RunRecord;
using result::Status;
using namespace std::chrono_literals;

class Supervisor : public ::testing::Test {
 protected:
  campaign::Job job(const std::string& behaviour, const std::string& id = "fake/run") const {
    campaign::Job made;
    made.description.id = id;
    made.description.paper = "fake";
    made.description.n = 7;
    made.command.argv = {TYCHO_FAKE_CHILD, behaviour, id, record().string(), side().string()};
    made.command.time_limit = 20s;
    return made;
  }
  std::filesystem::path record() const { return folder_ / "run.json"; }
  std::filesystem::path side() const { return folder_ / "side"; }

  // The record of one job, with a good one after it to prove that the campaign goes on.
  RunRecord outcome(const campaign::Job& made) {
    std::vector<RunRecord> records;
    const std::vector<campaign::Job> jobs{made, job("ok", "fake/next")};
    campaign::Watcher nobody;
    EXPECT_EQ(campaign::supervise(
                  jobs, record(), [&](const RunRecord& r) { records.push_back(r); }, nobody),
              campaign::SuperviseEnd::kAllDone);
    EXPECT_EQ(records.size(), 2u);
    EXPECT_EQ(records.back().id, "fake/next");
    EXPECT_TRUE(records.back().ok());
    EXPECT_FALSE(std::filesystem::exists(record()));
    return records.front();
  }
  void expect_failed(const campaign::Job& made, const std::vector<std::string>& words) {
    const RunRecord found = outcome(made);
    EXPECT_EQ(found.status, Status::kFailed);
    EXPECT_EQ(found.n, 7) << "a failed run still says what it was";
    EXPECT_FALSE(found.started.empty());
    for (const std::string& word : words)
      EXPECT_NE(found.reason.find(word), std::string::npos) << found.reason;
  }
  // The process numbers that children of this id (or "orphan") left in the side file.
  pid_t process_of(const std::string& wanted) const {
    std::ifstream in(side());
    pid_t found = 0, pid;
    for (std::string id; in >> id >> pid;)
      if (id == wanted) found = pid;
    return found;
  }
  void wait_for(const std::string& wanted) const {
    for (int i = 0; i < 500 && process_of(wanted) == 0; ++i) std::this_thread::sleep_for(20ms);
  }

  TemporaryFolder folder_;
};

// An ended process may stay as a zombie until somebody asks for it.
bool is_running(pid_t pid) {
  std::ifstream in("/proc/" + std::to_string(pid) + "/stat");
  std::string number, name, state;
  return in >> number >> name >> state && state != "Z" && state != "X";
}

bool ends_soon(pid_t pid) {
  for (int i = 0; i < 200; ++i) {
    if (!is_running(pid)) return true;
    std::this_thread::sleep_for(25ms);
  }
  return false;
}

// OpenMP reads its environment before main(), so it has to be there from the start.
TEST(SupervisorChild, HasTheEnvironmentOfItsCommandBesideItsParents) {
  ::setenv("TYCHO_TEST_KEPT", "kept", 1);
  ::setenv("TYCHO_TEST_REPLACED", "old", 1);
  campaign::ChildCommand command;
  command.argv = {"/bin/sh", "-c", "env | grep -c ^TYCHO_TEST_REPLACED="};
  command.environment = {"TYCHO_TEST_REPLACED=new", "TYCHO_TEST_ADDED={1},{0}"};
  const auto ignore = [](const std::string&, double) {};
  EXPECT_EQ(campaign::run_child(command, ignore).last_line, "1");
  command.argv.back() = "echo $TYCHO_TEST_KEPT $TYCHO_TEST_REPLACED $TYCHO_TEST_ADDED";
  EXPECT_EQ(campaign::run_child(command, ignore).last_line, "kept new {1},{0}");
}

TEST_F(Supervisor, KeepsTheRecordOfAGoodChild) {
  const RunRecord found = outcome(job("ok"));
  EXPECT_TRUE(found.ok());
  EXPECT_EQ(found.counters.value().at("by_child"), 1);
}

// The report of a campaign is written while a record is kept.
TEST_F(Supervisor, TellsTheTimeOfTheRunWithoutThatOfKeepingIt) {
  struct Listener : campaign::Watcher {
    Seconds heard{-1};
    void finished(const campaign::Job&, const RunRecord&, Seconds taken) override { heard = taken; }
  } listener;
  const campaign::Job one = job("ok");
  const auto began = std::chrono::steady_clock::now();
  const auto keep = [](const RunRecord&) { std::this_thread::sleep_for(2s); };
  campaign::supervise({&one, 1}, record(), keep, listener);
  const Seconds all = std::chrono::steady_clock::now() - began;
  EXPECT_GE(listener.heard, 0s);
  EXPECT_LE(listener.heard, all - 2s);
}

TEST_F(Supervisor, ShowsWhatTheChildSaysOfItsProgress) {
  struct Listener : campaign::Watcher {
    std::vector<std::pair<std::string, double>> heard;
    void progressed(const std::string& phase, double fraction) override {
      heard.emplace_back(phase, fraction);
    }
  } listener;
  const std::vector<campaign::Job> jobs{job("ok")};
  campaign::supervise(
      jobs, record(), [](const RunRecord&) {}, listener);
  ASSERT_EQ(listener.heard.size(), 1u);
  EXPECT_EQ(listener.heard[0], (std::pair<std::string, double>("half way", 0.5)));
}

TEST_F(Supervisor, RecordsACrashByTheNameOfItsSignal) {
  expect_failed(job("segv"), {"crashed", "SIGSEGV"});
}

TEST_F(Supervisor, RecordsAnAbortWithTheLastLinePrinted) {
  expect_failed(job("abort"), {"SIGABRT", "an assertion failed"});
}

TEST_F(Supervisor, RecordsAKillAsLikelyOutOfMemory) {
  expect_failed(job("killed"), {"SIGKILL", "memory"});
}

TEST_F(Supervisor, EndsAChildThatHangsEvenOneThatIgnoresSigterm) {
  campaign::Job hanging = job("hang");
  hanging.command.time_limit = 500ms;
  expect_failed(hanging, {"time limit", "waiting for a lock"});
  EXPECT_FALSE(is_running(process_of("fake/run")));
}

TEST_F(Supervisor, EndsAChildThatTellsOfNoProgressHoweverMuchItPrints) {
  for (const char* behaviour : {"hang", "pour"}) {
    campaign::Job stalled = job(behaviour);
    stalled.command.silence_limit = 500ms;
    expect_failed(stalled, {"no progress", "--time-limit"});
    EXPECT_FALSE(is_running(process_of("fake/run")));
  }
}

TEST_F(Supervisor, LetsAChildThatTellsOfProgressTakeAsLongAsItNeeds) {
  campaign::Job slow = job("slow");
  slow.command.time_limit = 0s;
  slow.command.silence_limit = 600ms;
  const RunRecord found = outcome(slow);
  EXPECT_TRUE(found.ok()) << found.reason;
  EXPECT_GT(found.wall_s, 1) << "longer than the silence that is allowed";
}

TEST_F(Supervisor, EndsAChildThatPoursOutTextWithoutEnd) {
  campaign::Job pouring = job("pour");
  pouring.command.time_limit = 500ms;
  expect_failed(pouring, {"time limit"});
}

TEST_F(Supervisor, RecordsAChildThatRunsOutOfMemory) {
  campaign::Job greedy = job("memory");
  greedy.command.memory_limit_bytes = std::uint64_t{256} << 20;
  expect_failed(greedy, {"out of memory"});
}

TEST_F(Supervisor, RecordsAnExitCodeWithTheLastLinePrinted) {
  expect_failed(job("exit3"), {"exited with code 3: the device is busy"});
}

TEST_F(Supervisor, RecordsGarbageAsAFailure) {
  expect_failed(job("garbage"), {"without a readable record", "junk"});
}

TEST_F(Supervisor, RecordsTheRecordOfAnotherRunAsAFailure) {
  expect_failed(job("other"), {"without a readable record"});
}

TEST_F(Supervisor, RecordsAMissingRecordAsAFailure) {
  expect_failed(job("silent"), {"without a readable record"});
}

TEST_F(Supervisor, RecordsAProgramThatIsNotThere) {
  campaign::Job missing = job("ok");
  missing.command.argv[0] = (folder_ / "no-such-program").string();
  expect_failed(missing, {"No such file"});
}

TEST_F(Supervisor, RecordsWhatIsUnavailableWithoutStartingAChild) {
  campaign::Job skipped = job("ok");
  skipped.unavailable = "no CUDA device";
  const RunRecord found = outcome(skipped);
  EXPECT_EQ(found.status, Status::kSkipped);
  EXPECT_EQ(found.reason, "no CUDA device");
  EXPECT_EQ(process_of("fake/run"), 0);
}

TEST_F(Supervisor, EndsWhatAChildLeavesBehind) {
  EXPECT_TRUE(outcome(job("orphan")).ok());
  const pid_t orphan = process_of("orphan");
  ASSERT_GT(orphan, 0);
  EXPECT_TRUE(ends_soon(orphan));
}

TEST_F(Supervisor, EndsTheChildWhenInterruptedAndKeepsNoRecordOfIt) {
  const campaign::InterruptGuard guard;
  std::thread impatient([this] {
    wait_for("fake/b");
    kill(getpid(), SIGINT);
  });
  const std::vector<campaign::Job> jobs{job("ok", "fake/a"), job("sleep", "fake/b"),
                                        job("ok", "fake/c")};
  std::vector<std::string> kept;
  campaign::Watcher nobody;
  EXPECT_EQ(campaign::supervise(
                jobs, record(), [&](const RunRecord& r) { kept.push_back(r.id); }, nobody),
            campaign::SuperviseEnd::kInterrupted);
  impatient.join();
  EXPECT_EQ(kept, std::vector<std::string>{"fake/a"});
  EXPECT_FALSE(is_running(process_of("fake/b")));
}

TEST_F(Supervisor, TakesItsChildWithItWhenKilled) {
  const pid_t supervisor = fork();
  if (supervisor == 0) {
    const std::vector<campaign::Job> jobs{job("hang")};
    campaign::Watcher nobody;
    campaign::supervise(
        jobs, record(), [](const RunRecord&) {}, nobody);
    _exit(0);
  }
  wait_for("fake/run");
  EXPECT_TRUE(process_of("fake/run") != 0 && is_running(process_of("fake/run")));
  kill(supervisor, SIGKILL);
  waitpid(supervisor, nullptr, 0);
  EXPECT_TRUE(ends_soon(process_of("fake/run")));
}

TEST_F(Supervisor, LeavesOutLaterVisitsOfARunThatFailed) {
  std::vector<campaign::Job> jobs{job("segv", "fake/bad"), job("ok", "fake/good"),
                                  job("ok", "fake/bad"), job("ok", "fake/good")};
  for (std::size_t k = 0; k < jobs.size(); ++k) {
    jobs[k].visit = k < 2 ? 1 : 2;
    jobs[k].visits = 2;
  }
  std::vector<std::string> kept;
  campaign::Watcher nobody;
  campaign::supervise(
      jobs, record(), [&](const RunRecord& r) { kept.push_back(r.id); }, nobody);
  EXPECT_EQ(kept, (std::vector<std::string>{"fake/bad", "fake/good", "fake/good"}));
}

}  // namespace
}  // namespace tycho
