#include "harness/case/plan.hpp"

#include <gtest/gtest.h>
#include <sched.h>

#include <set>

#include "core/error.hpp"
#include "tests/harness/case_file.hpp"

namespace tycho {
namespace {

using testing::CaseFolder;
using testing::contracts;
using testing::sound_case;

using Ids = std::vector<std::string>;

class Plan : public ::testing::Test {
 protected:
  Ids ids(const cases::PlanOptions& options) const {
    Ids out;
    for (const cases::RunSpec& run : cases::plan(cases_, contracts(), options))
      out.push_back(run.id);
    return out;
  }

  CaseFolder folder_;
  std::vector<cases::Case> cases_{folder_.read(sound_case())};
};

TEST_F(Plan, HasOneRunForEachSizeVariantAndSweepValue) {
  EXPECT_EQ(ids({}),
            (Ids{"someone2025/fig1/n=1024/gpu/unroll=1", "someone2025/fig1/n=1024/gpu/unroll=16",
                 "someone2025/fig1/n=1024/cpu", "someone2025/fig1/n=1024/serial",
                 "someone2025/fig1/n=4096/gpu/unroll=1", "someone2025/fig1/n=4096/gpu/unroll=16"}));
}

TEST_F(Plan, LeavesOutBackendsAndThreadCountsNotAskedFor) {
  cases::PlanOptions options;
  options.cuda = false;
  EXPECT_EQ(ids(options), (Ids{"someone2025/fig1/n=1024/cpu", "someone2025/fig1/n=1024/serial"}));
  options.threads = {4095};
  EXPECT_TRUE(ids(options).empty());
  options.threads = {0, 4095};
  EXPECT_EQ(ids(options).front(), "someone2025/fig1/n=1024/cpu");
  options.threads = {1};
  EXPECT_EQ(ids(options).back(), "someone2025/fig1/n=1024/serial");
  options.cpu = false;
  EXPECT_TRUE(ids(options).empty());
}

TEST_F(Plan, RunsPublishedStepsWholeInTheFullSuiteAlone) {
  const std::vector<cases::RunSpec> runs = cases::plan(cases_, contracts(), {});
  cases::RunSpec gpu = runs.at(0), cpu = runs.at(2);
  EXPECT_EQ(cases::whole_s(gpu) + cases::whole_s(cpu), 0) << "suite " << gpu.suite;
  gpu.suite = cpu.suite = "full";
  EXPECT_EQ(cases::whole_s(gpu), 20);
  EXPECT_EQ(cases::whole_s(cpu), 60);
  gpu.allowed = cpu.allowed = 5;
  EXPECT_EQ(cases::whole_s(gpu) + cases::whole_s(cpu), 0) << "--budget overrides it";
}

TEST_F(Plan, GivesSettingsInTheOrderCaseSizeVariantSweep) {
  const std::vector<cases::RunSpec> runs = cases::plan(cases_, contracts(), {});
  EXPECT_EQ(runs[0].settings.number("threads_per_block"),
            256);  // the variant's, over the case's 64
  EXPECT_EQ(runs[0].settings.number("unroll"), 1);
  EXPECT_EQ(runs[0].settings.number("softening"), 0.01);
  EXPECT_EQ(runs[4].settings.number("softening"), 0.02);  // the size's, over the case's
  // The case's threads_per_block has no meaning on the CPU, and is dropped there.
  EXPECT_EQ(runs[2].settings.numbers().count("threads_per_block"), 0U);
}

TEST_F(Plan, ResolvesAllThreadsToWhatTheProcessMayUse) {
  const std::vector<cases::RunSpec> runs = cases::plan(cases_, contracts(), {});
  EXPECT_EQ(runs[2].settings.threads(), available_threads());
  EXPECT_EQ(runs[3].settings.threads(), 1);
}

TEST_F(Plan, TakesTheSmallerTimeLimit) {
  cases::PlanOptions options;
  EXPECT_EQ(cases::plan(cases_, contracts(), options)[0].seconds, 5);
  options.seconds = 2;
  EXPECT_EQ(cases::plan(cases_, contracts(), options)[0].seconds, 2);
  options.seconds = 100;
  EXPECT_EQ(cases::plan(cases_, contracts(), options)[0].seconds, 5);
}

TEST_F(Plan, GivesAComparisonTheVariantThatItsSizeIsHeldAgainst) {
  nlohmann::json made = sound_case();
  nlohmann::json& size = made["suites"]["quick"]["sizes"][1];
  size["reference"] = "serial";
  EXPECT_THROW(folder_.read(made), UsageError) << "a timing is held against nothing";
  made["measure"] = "comparison";
  made["samples"] = 2;
  size["reference"] = "gpu";
  EXPECT_THROW(folder_.read(made), UsageError) << "a sweep is several variants";
  size["reference"] = "nobody";
  EXPECT_THROW(folder_.read(made), UsageError);
  size["reference"] = "serial";
  const std::vector<cases::Case> read{folder_.read(made)};
  for (const cases::RunSpec& run : cases::plan(read, contracts(), {})) {
    SCOPED_TRACE(run.id);
    ASSERT_EQ(run.reference != nullptr, run.particles == 4096);
    if (!run.reference) continue;
    EXPECT_EQ(run.reference->backend(), Backend::kCpu);
    EXPECT_EQ(run.reference->threads(), 1);
    EXPECT_EQ(run.reference->number("softening"), 0.02);  // the size's
  }
}

TEST_F(Plan, RejectsAnUnknownSuiteAndPassesOverOneACaseLacks) {
  cases::PlanOptions options;
  options.suite = "quik";
  EXPECT_THROW(cases::plan(cases_, contracts(), options), UsageError);
  options.suite = "full";
  EXPECT_TRUE(ids(options).empty());
}

TEST(AvailableThreads, FollowsTheAffinityOfTheProcess) {
  cpu_set_t before;
  ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
  cpu_set_t one;
  CPU_ZERO(&one);
  for (int cpu = 0; cpu < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++cpu)
    if (CPU_ISSET(cpu, &before)) CPU_SET(cpu, &one);
  ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
  EXPECT_EQ(available_threads(), 1);
  ASSERT_EQ(sched_setaffinity(0, sizeof before, &before), 0);
  EXPECT_EQ(available_threads(), CPU_COUNT(&before));
}

TEST(ShippedPlans, HaveUniqueRunIdsInEverySuite) {
  const auto folder = std::filesystem::path(TYCHO_SOURCE_DIR) / "cases";
  const std::vector<cases::Case> cases = cases::read_cases(folder, contracts());
  for (const auto suite : cases::kSuiteNames) {
    cases::PlanOptions options;
    options.suite = suite;
    std::set<std::string> seen;
    for (const cases::RunSpec& run : cases::plan(cases, contracts(), options))
      EXPECT_TRUE(seen.insert(run.id).second) << run.id;
    EXPECT_FALSE(seen.empty());
  }
}

TEST_F(Plan, RefusesMoreRunsThanACampaignMayHaveBeforeMakingThem) {
  nlohmann::json wide = sound_case();
  nlohmann::json& sweep = wide["variants"][0]["sweep"];
  wide["variants"][0]["settings"].erase("threads_per_block");
  for (int k = 1; k <= 20000; ++k) {
    sweep["softening"].push_back(k * 1e-6);
    sweep["dt"].push_back(k * 1e-6);
  }
  cases_ = {folder_.read(wide)};
  try {
    ids({});
    FAIL() << "planned";
  } catch (const UsageError& error) {
    const std::string said = error.what();
    EXPECT_NE(said.find(folder_.file().string()), std::string::npos) << said;
    EXPECT_NE(said.find("1600000002 runs"), std::string::npos) << said;  // two sizes, two unrolls
    EXPECT_NE(said.find("may have 20000"), std::string::npos) << said;
  }
}

}  // namespace
}  // namespace tycho
