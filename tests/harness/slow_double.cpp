// A GPU of 8 GB whose double precision is a 64th of single, without one.
#include "harness/campaign/slow_double.hpp"

#include <gtest/gtest.h>

#include "core/contracts/all_pairs.hpp"
#include "core/error.hpp"
#include "gpu/support/memory.hpp"
#include "harness/campaign/describe.hpp"
#include "harness/campaign/estimate.hpp"

namespace tycho {
namespace {

class SlowDouble : public ::testing::Test {
 protected:
  cases::RunSpec run(Backend backend, const char* precision, double seconds,
                     terms::Measure measure = terms::Measure::kTiming) {
    origin_.measure = measure;
    Settings settings(all_pairs::contract(), backend);
    settings.set("precision", precision);
    return {"id", &origin_, &variant_, "full", 1 << 20, 1000, 10, seconds, settings};
  }
  cases::RunSpec allowed_for(cases::RunSpec run, int single_to_double) {
    campaign::allow_for_slow_double({&run, 1}, single_to_double);
    return run;
  }

  cases::Case origin_{};
  cases::Variant variant_{};
};

TEST_F(SlowDouble, ShortensWhatHasNoLimitToTheTimeOfTheUsualGpu) {
  const cases::RunSpec whole = run(Backend::kCuda, "fp64", 0);
  const cases::RunSpec shortened = allowed_for(whole, 64);
  EXPECT_DOUBLE_EQ(shortened.seconds, campaign::estimate_measuring(whole).count());
  EXPECT_LT(campaign::estimate(shortened), 1.01 * campaign::estimate(whole));
  EXPECT_EQ(campaign::describe(shortened).slow_double, 64);
}

TEST_F(SlowDouble, IsAllowedForInEstimates) {
  const cases::RunSpec usual = run(Backend::kCuda, "fp64", 1);
  const cases::RunSpec slow = allowed_for(usual, 64);
  EXPECT_EQ(slow.seconds, 1) << "what the suite limits stays";
  EXPECT_NEAR(campaign::estimate_step(slow) / campaign::estimate_step(usual), 32, 0.5)
      << "twice as slow was assumed";
  const cases::RunSpec orbit = run(Backend::kCuda, "fp64", 0, terms::Measure::kEvolution);
  const cases::RunSpec slow_orbit = allowed_for(orbit, 64);
  EXPECT_EQ(slow_orbit.seconds, 0) << "half an orbit is no smaller measurement of it";
  EXPECT_GT(campaign::estimate(slow_orbit), 25 * campaign::estimate(orbit));
}

TEST_F(SlowDouble, ChangesNothingElse) {
  for (const cases::RunSpec& same : {allowed_for(run(Backend::kCuda, "fp32", 0), 64),
                                     allowed_for(run(Backend::kCpu, "fp64", 0), 64),
                                     allowed_for(run(Backend::kCuda, "fp64", 0), 2),
                                     allowed_for(run(Backend::kCuda, "fp64", 0), 0)}) {
    EXPECT_EQ(same.seconds, 0);
    EXPECT_EQ(same.slow_double, 0);
    EXPECT_FALSE(campaign::describe(same).slow_double);
  }
}

TEST(SmallerDevice, HasWhatIsNotTakenOfIt) {
  const gpu::DeviceMemory h200{140, 150};
  EXPECT_EQ(gpu::smaller(h200, 80).total_bytes, 80u);
  EXPECT_EQ(gpu::smaller(h200, 80).free_bytes, 70u);
  EXPECT_EQ(gpu::smaller(h200, 5).free_bytes, 0u);
  EXPECT_EQ(gpu::smaller(h200, 1000).free_bytes, 140u);
}

TEST(GpuMemory, IsGivenAsANumberOfBytes) {
  EXPECT_EQ(gpu::bytes_in("8589934592"), 8589934592u);
  for (const char* wrong : {"", "8G", "0", "-1", "8e9", "99999999999999999999"})
    EXPECT_THROW(gpu::bytes_in(wrong), UsageError) << wrong;
}

}  // namespace
}  // namespace tycho
