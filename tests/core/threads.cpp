// Who runs on which threads: the transforms of FFTW beside OpenMP's loops, and what a process may
// use once OpenMP has bound its first thread.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <complex>
#include <cstdlib>
#include <filesystem>
#include <thread>
#include <vector>

#include "core/available_threads.hpp"
#include "core/bound_cpus.hpp"
#include "core/fftw.hpp"

namespace tycho {
namespace {

int threads_of_this_process() {
  const std::filesystem::directory_iterator tasks("/proc/self/task");
  return static_cast<int>(std::distance(begin(tasks), end(tasks)));
}

/// A thread of a larger team, of an earlier test, may still be about to end: counted when the
/// number has been the same for 50 ms.
int threads_that_stay() {
  constexpr int kCounts = 50;
  int threads = threads_of_this_process();
  for (int same = 0; same < kCounts; ++same) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    const int now = threads_of_this_process();
    if (now != threads) same = 0;
    threads = now;
  }
  return threads;
}

// Two pools on the same cores would wait for each other.
TEST(FftwOnTheTeam, StartsNoThreadsOfItsOwn) {
  constexpr int kSide = 32, kThreads = 3;
  std::vector<double> values(kSide * kSide * kSide, 1);
  std::vector<std::complex<double>> modes(kSide * kSide * (kSide / 2 + 1));
  bound_cpus(kThreads);  // a loop of the team
  const int before = threads_that_stay();
  const FftwPlan<double> forward(kSide, values.data(), modes.data(), FftwPlanning{kThreads, false});
  forward.execute();
  EXPECT_EQ(threads_of_this_process(), before);
  EXPECT_DOUBLE_EQ(modes[0].real(), kSide * kSide * kSide);
}

TEST(FftwOnTheTeam, ChoosesAmongFewerThreadsOnlyWhereItMeasures) {
  EXPECT_EQ(fftw_thread_counts({16, true}), (std::vector<int>{16, 8, 1}));
  EXPECT_EQ(fftw_thread_counts({2, true}), (std::vector<int>{2, 1}));
  EXPECT_EQ(fftw_thread_counts({1, true}), (std::vector<int>{1}));
  EXPECT_EQ(fftw_thread_counts({16, false}), (std::vector<int>{16}));
}

// FFTW would take what it measured for a plan that is not to be measured.
TEST(FftwPlans, ThatWereMeasuredDoNotChangeTheBitsOfThoseThatAreNot) {
  constexpr int kSide = 24;
  std::vector<float> values(kSide * kSide * kSide);
  std::vector<std::complex<float>> before(kSide * kSide * (kSide / 2 + 1)), after = before;
  const auto transform = [&](std::vector<std::complex<float>>& modes, bool measure) {
    const FftwPlan<float> plan(kSide, values.data(), modes.data(), FftwPlanning{2, measure});
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = std::sin(static_cast<float>(i) * static_cast<float>(i));
    plan.execute();
  };
  transform(before, false);
  transform(after, true);
  transform(after, false);
  EXPECT_EQ(before, after);
}

TEST(FftwPlans, AreMeasuredOnce) {
  constexpr int kSide = 12;
  std::vector<double> values(kSide * kSide * kSide);
  std::vector<std::complex<double>> modes(kSide * kSide * (kSide / 2 + 1));
  int measured = 0;
  std::string name;
  FftwFound found;
  FftwPlans::of_process().tell([&](const std::string& transform, const FftwFound& plan) {
    ++measured;
    name = transform;
    found = plan;
  });
  const auto plan = [&] {
    return FftwPlan<double>(kSide, values.data(), modes.data(), FftwPlanning{3, true});
  };
  const int threads = plan().threads();
  EXPECT_EQ(measured, 1);
  EXPECT_EQ(name, "cube to modes 12, double, 3 threads");
  EXPECT_EQ(found.threads, threads);
  EXPECT_EQ(plan().threads(), threads);
  EXPECT_EQ(measured, 1);
  // As an earlier process may have found it.
  FftwPlans::of_process().add(name, {threads == 1 ? 3 : 1, ""});
  EXPECT_EQ(plan().threads(), threads == 1 ? 3 : 1);
  // What FFTW cannot make is measured again.
  measured = 0;
  FftwPlans::of_process().add(name, {1, "no wisdom of FFTW"});
  plan();
  EXPECT_EQ(measured, 2) << "told of the plan that was put in, and of the one that was measured";
  FftwPlans::of_process().tell({});
}

TEST(FftwOnTheTeam, TransformsAlikeWithAnyPlan) {
  constexpr int kSide = 16;
  std::vector<double> values(kSide * kSide * kSide);
  std::vector<std::complex<double>> expected(kSide * kSide * (kSide / 2 + 1)), found = expected;
  const auto fill = [&] {
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = static_cast<double>(i * i % 101) - 50;
  };
  const FftwPlan<double> plain(kSide, values.data(), expected.data(), FftwPlanning{1, false});
  const FftwPlan<double> chosen(kSide, values.data(), found.data(), FftwPlanning{3, true});
  fill();
  plain.execute();
  fill();
  chosen.execute();
  for (std::size_t i = 0; i < found.size(); ++i)
    ASSERT_LT(std::abs(found[i] - expected[i]), 1e-9) << i;
}

// OpenMP reads its environment before main(): the tests below ask this program, started anew; it
// says only what failed, and its tests are not counted as those of this process.
int code_of(const std::string& environment, const std::string& test) {
  const std::string program = std::filesystem::read_symlink("/proc/self/exe").string();
  const int status = std::system(
      (environment + " TYCHO_IN_CHILD=1 '" + program +
       "' --gtest_also_run_disabled_tests --gtest_brief=1 --gtest_filter=" + test + " >&2")
          .c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

std::string places_of(const std::vector<int>& cpus) {
  std::string places;
  for (const int cpu : cpus) places += (places.empty() ? "{" : ",{") + std::to_string(cpu) + '}';
  return "OMP_PROC_BIND=close OMP_PLACES='" + places + "'";
}

TEST(BoundThreads, DISABLED_AllCpusAreCounted) {
  if (!std::getenv("TYCHO_IN_CHILD")) GTEST_SKIP() << "asked by the test below";
  EXPECT_EQ(available_threads(), std::atoi(std::getenv("TYCHO_EXPECTED")));
}

TEST(BoundThreads, LeaveAllCpusToTheProcess) {
  const std::vector<int> cpus = available_cpus();
  EXPECT_EQ(code_of(places_of(cpus) + " TYCHO_EXPECTED=" + std::to_string(cpus.size()),
                    "BoundThreads.DISABLED_AllCpusAreCounted"),
            0);
}

TEST(BoundThreads, DISABLED_FollowThePlaces) {
  if (!std::getenv("TYCHO_IN_CHILD")) GTEST_SKIP() << "asked by the test below";
  std::vector<int> expected = available_cpus();
  std::reverse(expected.begin(), expected.end());
  EXPECT_EQ(bound_cpus(static_cast<int>(expected.size())), expected);
  end_idle_threads();
  EXPECT_EQ(bound_cpus(static_cast<int>(expected.size())), expected) << "new threads too";
}

TEST(BoundThreads, RunEachOnItsPlace) {
  std::vector<int> cpus = available_cpus();
  std::reverse(cpus.begin(), cpus.end());
  EXPECT_EQ(code_of(places_of(cpus), "BoundThreads.DISABLED_FollowThePlaces"), 0);
}

TEST(BoundThreads, AreNoneWhereAThreadMayRunOnSeveralCpus) {
  if (available_threads() < 2) GTEST_SKIP() << "one CPU";
  EXPECT_TRUE(bound_cpus(2).empty());
}

}  // namespace
}  // namespace tycho
