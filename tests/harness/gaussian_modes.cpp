#include "harness/initial/gaussian_modes.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "harness/initial/kinds.hpp"

namespace tycho {
namespace {

constexpr int kModes = 8;  // the longest, in units of 2 pi / box

/// The mean square of the waves around each length, over what is expected of them.
std::array<double, kModes + 1> power_over_expected(std::uint64_t seed) {
  const Random random(seed, initial::kPositions);
  std::array<double, kModes + 1> sum{}, count{};
  for (int x = -kModes; x <= kModes; ++x)
    for (int y = -kModes; y <= kModes; ++y)
      for (int z = -kModes; z <= kModes; ++z) {
        const long bin = std::lround(std::hypot(x, y, z));
        if (bin == 0 || bin > kModes) continue;
        sum[bin] += std::norm(initial::gaussian_mode(random, x, y, z));
        ++count[bin];
      }
  for (int bin = 1; bin <= kModes; ++bin) sum[bin] /= count[bin];
  return sum;
}

// The notes of cases/cudagadget2013/universe.json say so.
TEST(GaussianModes, OfSeedOneHaveLessPowerThanExpectedInTheLongestWaves) {
  const auto found = power_over_expected(1);
  constexpr std::array kNoted{0.75, 0.97, 1.10, 0.92, 0.89, 0.93, 0.99, 1.00};
  for (int mode = 1; mode <= kModes; ++mode)
    EXPECT_NEAR(found[mode], kNoted[mode - 1], 0.006) << "mode " << mode;
}

TEST(GaussianModes, HaveAMeanSquareOfOne) {
  constexpr int kSeeds = 64;
  std::array<double, kModes + 1> mean{};
  for (int seed = 1; seed <= kSeeds; ++seed) {
    const auto found = power_over_expected(static_cast<std::uint64_t>(seed));
    for (int mode = 1; mode <= kModes; ++mode) mean[mode] += found[mode] / kSeeds;
  }
  // Half of the 18 waves of mode 1 are independent, each of variance 1; the others are more.
  for (int mode = 1; mode <= kModes; ++mode)
    EXPECT_NEAR(mean[mode], 1, 4 / std::sqrt(9.0 * kSeeds)) << "mode " << mode;
}

}  // namespace
}  // namespace tycho
