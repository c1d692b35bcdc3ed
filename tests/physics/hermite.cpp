// What the Hermite scheme promises of a sphere of stars, on the CPU in double.
#include <gtest/gtest.h>

#include <cmath>

#include "core/contracts/hermite.hpp"
#include "harness/backends/list.hpp"
#include "harness/checks/diagnostics.hpp"
#include "harness/initial/initial.hpp"

namespace tycho {
namespace {

std::unique_ptr<Algorithm> make_hermite(double softening, double accuracy) {
  Settings settings(hermite::contract(), Backend::kCpu);
  settings.set("dt", 0.25);
  settings.set("softening", softening);
  settings.set("accuracy", accuracy);
  for (const Implementation& entry : backends::implementations(Backend::kCpu))
    if (entry.contract == &hermite::contract()) return entry.make(settings);
  throw std::logic_error("no hermite");
}

// Half a time unit of a sphere of unequal masses.
Particles evolved(const Particles& initial, double softening, double accuracy) {
  const auto algorithm = make_hermite(softening, accuracy);
  algorithm->load(initial);
  SilentTimer silent(hermite::contract().stages);
  for (int span = 0; span < 2; ++span) algorithm->advance(silent);
  Particles after(initial.size());
  algorithm->store(after);
  return after;
}

// Of eight seeds, so that one encounter does not decide. Fourth order is 16; steps are powers of
// two, so that a halving of the parameter does not halve every step at once, and the mean scatters
// about it.
TEST(HermiteSphere, LosesSixteenTimesLessEnergyForHalfTheAccuracyParameter) {
  const double softening = 1.0 / 16;
  double previous = 0;
  for (const double accuracy : {0.1, 0.05, 0.025, 0.0125}) {
    double mean = 0;
    for (int seed = 1; seed <= 8; ++seed) {
      const Particles initial =
          initial::make_initial({{"kind", "plummer"}, {"seed", seed}, {"masses", {0.5, 2.0}}}, 64);
      const double before = checks::total_energy(initial, softening).total();
      const double after =
          checks::total_energy(evolved(initial, softening, accuracy), softening).total();
      mean += std::abs(after / before - 1) / 8;
    }
    if (previous > 0) {
      EXPECT_GT(previous / mean, 10) << accuracy;
      EXPECT_LT(previous / mean, 25) << accuracy;
    }
    previous = mean;
  }
  EXPECT_LT(previous, 5e-12);
}

// The jerk of one of so many nearly vanishes: a first step by |a| / |jerk| alone passes over an
// encounter, and the error is 9e-6. Table 2 of belleman2007 has 9e-8 and 2.4e-7 at this N.
TEST(HermiteSphere, LosesNothingByItsFirstSteps) {
  const double softening = 1.0 / 256;
  const Particles initial = initial::make_initial({{"kind", "plummer"}, {"seed", 1}}, 1024);
  const double before = checks::total_energy(initial, softening).total();
  const double after = checks::total_energy(evolved(initial, softening, 0.2), softening).total();
  EXPECT_LT(std::abs(after / before - 1), 5e-7);
}

// Pairs step at different times, so that neither is kept to rounding, but to the truncation error.
TEST(HermiteSphere, KeepsMomentumAndAngularMomentumToTheTruncationError) {
  const Particles initial =
      initial::make_initial({{"kind", "plummer"}, {"seed", 3}, {"masses", {0.5, 2.0}}}, 128);
  double lost[2];
  for (int k = 0; k < 2; ++k) {
    const Particles after = evolved(initial, 1.0 / 64, k == 0 ? 0.1 : 0.025);
    lost[k] = checks::length(checks::momentum(after) - checks::momentum(initial)) +
              checks::length(checks::angular_momentum(after) - checks::angular_momentum(initial));
  }
  EXPECT_LT(lost[0], 1e-6);
  EXPECT_GT(lost[0], 1e-12) << "kept to rounding: are these block steps?";
  EXPECT_LT(lost[1], lost[0] / 16);
}

}  // namespace
}  // namespace tycho
