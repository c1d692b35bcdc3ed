#include "harness/campaign/estimate.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "core/available_threads.hpp"
#include "core/contracts/all_pairs.hpp"
#include "core/contracts/barnes_hut.hpp"
#include "core/known_contracts.hpp"
#include "harness/case/case.hpp"
#include "harness/case/plan.hpp"

namespace tycho {
namespace {

cases::RunSpec run(std::int64_t particles, std::int64_t steps, double seconds) {
  return {"id",    nullptr,   nullptr,
          "quick", particles, steps,
          1,       seconds,   Settings(all_pairs::contract(), Backend::kCpu)};
}

void fit(std::vector<cases::RunSpec>& runs, Seconds budget) {
  std::vector<cases::RunSpec*> all;
  for (cases::RunSpec& one : runs) all.push_back(&one);
  campaign::fit_budget(all, budget);
}

TEST(Estimate, GrowsWithTheWork) {
  EXPECT_NEAR(campaign::estimate_step(run(20000, 1, 0)) / campaign::estimate_step(run(10000, 1, 0)),
              4, 0.1);
  EXPECT_GT(campaign::estimate(run(1000, 2000, 0)), campaign::estimate(run(1000, 1000, 0)));
}

TEST(Estimate, IsHeldByTheTimeARunMayMeasureFor) {
  EXPECT_DOUBLE_EQ(campaign::estimate_measuring(run(1000, 1000000000, 5)).count(), 5);
}

TEST(Estimate, CountsOnAPartOfTheGpusPeak) {
  cases::RunSpec some = run(1 << 20, 1, 0);
  some.settings = Settings(all_pairs::contract(), Backend::kCuda);
  cases::RunSpec known = some;
  result::GpuFacts gpu;
  gpu.multiprocessors = 132;
  gpu.clock_mhz = 1980;
  gpu.compute_capability = "9.0";
  known.gpu_flops_per_s = campaign::peak_flops_per_s(gpu);
  EXPECT_DOUBLE_EQ(known.gpu_flops_per_s, 132 * 128 * 2 * 1980e6);
  EXPECT_NEAR(campaign::estimate_step(some) / campaign::estimate_step(known),
              known.gpu_flops_per_s / 4 / 5e12, 0.01);
  gpu.compute_capability = "8.0";
  EXPECT_DOUBLE_EQ(campaign::peak_flops_per_s(gpu), known.gpu_flops_per_s / 2);
  gpu.compute_capability = "99.0";
  EXPECT_EQ(campaign::peak_flops_per_s(gpu), 0) << "then estimates are those of a GPU not known";
}

TEST(Estimate, CountsAtLeastOneStep) {
  EXPECT_GT(campaign::estimate_measuring(run(1000000, 1000, 1)), Seconds(100));
}

Settings of_galaxy(Backend backend, const char* steps, const char* scheme) {
  Settings settings(barnes_hut::contract(), backend);
  settings.set("steps", std::string_view(steps));
  settings.set("scheme", std::string_view(scheme));
  return settings;
}

cases::RunSpec galaxy(Settings settings) {
  cases::RunSpec one = run(17'500'000, 1, 0);
  one.settings = std::move(settings);
  return one;
}

TEST(Estimate, OfRanksIsSharedAmongTheCoresThatThereAre) {
  const int cores = available_threads();
  const auto step = [](int ranks, Backend backend = Backend::kCpu) {
    cases::RunSpec some = run(100'000, 1, 0);
    some.settings = Settings(all_pairs::contract(), backend);
    some.ranks = ranks;
    return campaign::estimate_step(some);
  };
  for (const int ranks : {1, 2, 3, 1000})
    EXPECT_NEAR(step(1) / step(ranks), std::min(ranks, cores), 0.01) << ranks;
  EXPECT_EQ(step(4, Backend::kCuda), step(1, Backend::kCuda)) << "on a GPU that they share";
}

// What is run on ranks is run again on one, where a check compares the two.
TEST(Estimate, CountsTheRunOnOneRankThatACheckMakes) {
  const cases::Case ranks =
      cases::read_case(std::filesystem::path(TYCHO_SOURCE_DIR) / "cases/bertinelli2025/ranks.json",
                       known_contracts());
  cases::PlanOptions options;
  options.suite = "full";
  options.cuda = false;
  int seen = 0;
  for (cases::RunSpec one : cases::plan({&ranks, 1}, known_contracts(), options)) {
    SCOPED_TRACE(one.id);
    one.seconds = 0;
    cases::RunSpec alone = one;
    alone.ranks = 1;
    EXPECT_DOUBLE_EQ(campaign::estimate_one_rank(one).count(),
                     (campaign::estimate_step(alone) * static_cast<double>(one.steps)).count());
    EXPECT_GT(campaign::estimate(one),
              campaign::estimate_measuring(one) + campaign::estimate_one_rank(one));
    ++seen;
  }
  EXPECT_GT(seen, 0);
  EXPECT_EQ(campaign::estimate_one_rank(run(1000, 1, 0)).count(), 0);
}

// The galaxy of 17.5 million bodies, estimated at 97 s, took 822 s: its bodies take 4.6 steps of
// their own in one of the longest.
TEST(Estimate, CountsTheStepsThatBodiesTakeWithinALongestOne) {
  const Seconds shared =
      campaign::estimate_step(galaxy(of_galaxy(Backend::kCuda, "shared", "device")));
  const Seconds own =
      campaign::estimate_step(galaxy(of_galaxy(Backend::kCuda, "individual", "device")));
  EXPECT_GT(own / shared, 4.6);
  EXPECT_LT(own / shared, 2 * 4.6);
}

// A tree that one core of the host builds: 2.5 s of a step of 6.4 s with 17.5 million bodies.
TEST(Estimate, PricesTheStagesOfTheHostAsTheHosts) {
  const Seconds device =
      campaign::estimate_step(galaxy(of_galaxy(Backend::kCuda, "shared", "device")));
  const Seconds host =
      campaign::estimate_step(galaxy(of_galaxy(Backend::kCuda, "shared", "particle")));
  EXPECT_GT(host, device + Seconds(1));
}

// ./reproduce without a GPU: within five minutes on two cores, most of them the build's. The rates
// that are assumed are modest, and starts and checks are counted.
TEST(ShippedCases, TakeTwoMinutesAndAHalfInTheQuickSuite) {
  if (available_threads() < 2) GTEST_SKIP() << "one core";
  const std::filesystem::path folder = std::filesystem::path(TYCHO_SOURCE_DIR) / "cases";
  const std::vector<cases::Case> all = cases::read_cases(folder, known_contracts());
  cases::PlanOptions options;
  options.suite = "quick";
  options.cuda = false;
  Seconds total{0};
  for (const cases::RunSpec& one : cases::plan(all, known_contracts(), options))
    if (one.ranks == 0) total += campaign::estimate(one);
  EXPECT_LT(total, Seconds(150));
}

TEST(Budget, IsSharedEquallyAndWhatIsLeftOverFlowsOn) {
  constexpr std::int64_t kForever = 1000000000000;
  std::vector<cases::RunSpec> runs{run(100, kForever, 0), run(100, 1, 0), run(100, kForever, 0),
                                   run(100, kForever, 2)};
  // Half a second for each run's start; 2 s for what the suite limits; the rest for the others.
  fit(runs, Seconds(42));
  EXPECT_NEAR(runs[0].allowed, 19.5, 0.1);
  EXPECT_NEAR(runs[2].allowed, 19.5, 0.1);
  EXPECT_EQ(runs[3].seconds, 2) << "what the suite limits is not raised";
  Seconds total{0};
  for (const cases::RunSpec& one : runs) total += campaign::estimate(one);
  EXPECT_NEAR(total.count(), 42, 0.5);
}

TEST(Budget, ThatIsFarTooSmallStillLimitsEveryRun) {
  std::vector<cases::RunSpec> runs{run(100, 1000, 0), run(100, 1000, 0)};
  fit(runs, Seconds(0.1));
  for (const cases::RunSpec& one : runs) EXPECT_GT(one.allowed, 0);
}

}  // namespace
}  // namespace tycho
