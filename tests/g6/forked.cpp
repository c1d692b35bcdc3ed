// A child after fork() computes, whatever its parent has computed before.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "tests/g6/grape.hpp"

#if defined(__SANITIZE_THREAD__)
#define TYCHO_NO_THREADS_AFTER_FORK 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define TYCHO_NO_THREADS_AFTER_FORK 1
#endif
#endif

namespace tycho {
namespace {

constexpr int kBodies = 2000, kPoints = 64;  // enough pairs for several threads

bool computes(Grape& grape, const std::vector<Body>& bodies) {
  const auto points = points_of(bodies, kPoints, 0.25);
  grape.first(kBodies, points, 0.01);
  std::vector<Pulled> got;
  if (grape.last(kBodies, kPoints, got) != TYCHO_G6_OK) return false;
  const Pulled want = expected(bodies, kBodies, 0.25, points[5], 0.01);
  return std::abs(got[5].pot - want.pot) <= 1e-12 * std::abs(want.pot);
}

// What the child's exit code says, or -1 where it had not ended in time.
int wait_for(pid_t child) {
  for (int tenths = 0; tenths < 200; ++tenths) {
    int status = 0;
    if (waitpid(child, &status, WNOHANG) == child)
      return WIFEXITED(status) ? WEXITSTATUS(status) : -2;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  return -1;
}

TEST(Forked, ChildrenComputeAfterTheirParentHasOnSeveralThreads) {
#ifdef TYCHO_NO_THREADS_AFTER_FORK
  GTEST_SKIP() << "ThreadSanitizer allows no threads after fork()";
#endif
  const Variable engine("TYCHO_G6_ENGINE", "cpu"), threads("TYCHO_G6_THREADS", "4");
  const Variable quiet("TYCHO_G6_QUIET", "1");
  Grape grape(700);
  const auto bodies = some_bodies(kBodies);
  grape.send(bodies);
  grape.time(0.25);
  ASSERT_TRUE(computes(grape, bodies));
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    // A second one too: a child of the child, whose parent has computed as well.
    if (!computes(grape, bodies) || !computes(grape, bodies)) _exit(1);
    const pid_t second = fork();
    if (second == 0) _exit(computes(grape, bodies) ? 0 : 2);
    _exit(wait_for(second) == 0 ? 0 : 3);
  }
  EXPECT_EQ(wait_for(child), 0) << "-1: it hung";
  EXPECT_TRUE(computes(grape, bodies)) << "the parent goes on";
}

}  // namespace
}  // namespace tycho
