// A library of the user's is tried in a process of its own, and what became of it is not lost where
// signals interrupt the wait for it.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/time.h>

#include <chrono>
#include <cstdio>
#include <stdexcept>
#include <thread>

#include "harness/library/trial_process.hpp"

namespace tycho {
namespace {

/// Signals every few milliseconds, which interrupt system calls.
class Interruptions {
 public:
  Interruptions() {
    struct sigaction action {};
    action.sa_handler = [](int) {};  // without SA_RESTART
    sigaction(SIGALRM, &action, &before_);
    const itimerval often{{0, 5000}, {0, 5000}};
    setitimer(ITIMER_REAL, &often, nullptr);
  }
  ~Interruptions() {
    const itimerval never{};
    setitimer(ITIMER_REAL, &never, nullptr);
    sigaction(SIGALRM, &before_, nullptr);
  }
  Interruptions(const Interruptions&) = delete;
  Interruptions& operator=(const Interruptions&) = delete;

 private:
  struct sigaction before_ {};
};

TEST(OwnProcess, IsWaitedForThroughSignals) {
  const Interruptions interruptions;
  const library::Trial trial = library::in_own_process("a test", []() -> std::string {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    throw std::runtime_error("it is wrong");
  });
  EXPECT_EQ(trial.verdict, library::Verdict::kFails);
  EXPECT_EQ(trial.says, "it is wrong");
}

TEST(OwnProcess, ThatCrashesFailsWithTheSignalAndItsLastLine) {
  const library::Trial trial = library::in_own_process("a test", []() -> std::string {
    fputs("before the end\n", stderr);
    raise(SIGKILL);
    return "";
  });
  EXPECT_EQ(trial.verdict, library::Verdict::kFails);
  EXPECT_EQ(trial.says, "the process ended: Killed; its last line: before the end");
}

}  // namespace
}  // namespace tycho
