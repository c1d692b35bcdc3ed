// The thread that both watches sample with.
#include "harness/measure/sampler.hpp"

#include <gtest/gtest.h>
#include <pthread.h>
#include <signal.h>

#include <atomic>
#include <optional>

namespace tycho {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

TEST(Sampler, TakesSamplesUntilItIsStopped) {
  std::atomic<int> taken = 0;
  std::optional<measure::Sampler> sampler;
  sampler.emplace(milliseconds(1), [&] { ++taken; });
  const auto began = Clock::now();
  while (taken < 5 && Clock::now() - began < std::chrono::seconds(20))
    std::this_thread::sleep_for(milliseconds(1));
  sampler.reset();
  const int until = taken;
  EXPECT_GE(until, 5);
  std::this_thread::sleep_for(milliseconds(20));
  EXPECT_EQ(taken, until);
}

TEST(Sampler, WaitsForNoSampleWhenItIsStopped) {
  const auto began = Clock::now();
  bool taken = false;
  {
    const measure::Sampler sampler(std::chrono::minutes(10), [&] { taken = true; });
  }
  EXPECT_FALSE(taken);
  EXPECT_LT(Clock::now() - began, std::chrono::seconds(20));
}

// Ctrl-C must reach the thread that runs the algorithm.
TEST(Sampler, LeavesSignalsToTheOtherThreads) {
  std::atomic<int> interrupts = -1;  // whether the sampling thread would take them
  std::optional<measure::Sampler> sampler;
  sampler.emplace(milliseconds(1), [&] {
    sigset_t blocked;
    pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
    interrupts = sigismember(&blocked, SIGINT) == 1 ? 0 : 1;
  });
  const auto began = Clock::now();
  while (interrupts < 0 && Clock::now() - began < std::chrono::seconds(20))
    std::this_thread::sleep_for(milliseconds(1));
  sampler.reset();
  EXPECT_EQ(interrupts, 0);
  sigset_t own;
  pthread_sigmask(SIG_SETMASK, nullptr, &own);
  EXPECT_EQ(sigismember(&own, SIGINT), 0) << "the starting thread's mask stays as it was";
}

}  // namespace
}  // namespace tycho
