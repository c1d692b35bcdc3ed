// The expanding background against what is known in closed form.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/contracts/tree_pm.hpp"
#include "core/formulas/cosmology.hpp"
#include "core/formulas/individual_step.hpp"
#include "core/formulas/virial_overdensity.hpp"
#include "core/settings.hpp"

namespace tycho {
namespace {

constexpr Cosmology kEinsteinDeSitter{0.5, 1, 0};
constexpr Cosmology kOpen{0.65, 0.3, 0};
constexpr Cosmology kFlat{0.7, 0.25, 0.75};

TEST(Cosmology, HasTheCriticalDensityInItsUnits) {
  // 2.775e11 h^2 solar masses / Mpc^3, as every textbook has it.
  EXPECT_NEAR(critical_density({1, 0.3, 0.7}), 27.75, 0.01);
  EXPECT_NEAR(critical_density({0.5, 0.3, 0.7}), 27.75 / 4, 0.01);
  // 512^3 particles in the box of section 5.1.
  EXPECT_NEAR(particle_mass(kFlat, 130, 512.0 * 512 * 512), 0.0556, 0.0002);
}

TEST(Cosmology, HasTheKnownAgeToday) {
  // (2 / 3) / H0 without a constant; 2 / (3 sqrt(OL)) asinh(sqrt(OL / Om)) / H0 with one.
  EXPECT_NEAR(expansion_integral(kEinsteinDeSitter, 1e-12, 1, 0) * 50, 2.0 / 3, 1e-12);
  const double age = 2 / (3 * std::sqrt(0.75)) * std::asinh(std::sqrt(3.0));
  EXPECT_NEAR(expansion_integral(kFlat, 1e-12, 1, 0) * 70, age, 1e-12);
}

TEST(Cosmology, DriftsAndKicksByTheIntegralsOfTheExpansion) {
  const double a0 = 1.0 / 127, a1 = 0.37, h0 = 50;
  EXPECT_NEAR(kick_factor(kEinsteinDeSitter, a0, a1), 2 / h0 * (std::sqrt(a1) - std::sqrt(a0)),
              1e-15);
  EXPECT_NEAR(drift_factor(kEinsteinDeSitter, a0, a1),
              2 / h0 * (1 / std::sqrt(a0) - 1 / std::sqrt(a1)), 1e-13);
}

TEST(Cosmology, StepsInPartsAddUpToTheWhole) {
  for (const auto factor : {drift_factor, kick_factor}) {
    const double whole = factor(kFlat, 0.3, 0.5);
    EXPECT_NEAR(factor(kFlat, 0.3, 0.35) + factor(kFlat, 0.35, 0.5), whole, 1e-13 * whole);
    EXPECT_NEAR(factor(kFlat, 0.5, 0.3), -whole, 1e-13 * whole);
  }
}

TEST(Growth, IsTheScaleFactorWhileMatterRules) {
  for (const double a : {1e-3, 0.1, 1.0}) {
    EXPECT_NEAR(growth_factor(kEinsteinDeSitter, a), a, 1e-13 * a);
    EXPECT_NEAR(growth_rate(kEinsteinDeSitter, a), 1, 1e-12);
  }
  for (const Cosmology& c : {kOpen, kFlat}) EXPECT_NEAR(growth_factor(c, 1e-6) / 1e-6, 1, 1e-5);
}

// In an open universe (Peebles 1980, eq. 11.16), with x = 1 / Omega_m - 1 today.
TEST(Growth, HasTheClosedFormOfTheOpenUniverse) {
  const double x = 1 / kOpen.omega_m - 1;
  const double d =
      1 + 3 / x + 3 * std::sqrt((1 + x) / (x * x * x)) * std::log(std::sqrt(1 + x) - std::sqrt(x));
  EXPECT_NEAR(growth_factor(kOpen, 1), 2.5 / x * d, 1e-12);
}

// D'' + (3 + dlog E / dlog a) / a D' = (3/2) Omega_m / (a^5 E^2) D, by differences.
TEST(Growth, SolvesItsDifferentialEquation) {
  for (const Cosmology& c : {kOpen, kFlat})
    for (const double a : {0.05, 0.4, 1.0}) {
      const double h = 1e-3 * a;
      const double before = growth_factor(c, a - h), here = growth_factor(c, a),
                   after = growth_factor(c, a + h);
      const double slope = (after - before) / (2 * h);
      const double curve = (after - 2 * here + before) / (h * h);
      const double q = scaled_expansion_sq(c, a);
      const double dlog_e = -(1.5 * c.omega_m + a * c.omega_k()) / q;
      const double pull = 1.5 * c.omega_m / (a * a * q) * here;
      EXPECT_NEAR(curve + (3 + dlog_e) / a * slope, pull, 1e-5 * pull);
      EXPECT_NEAR(growth_rate(c, a), a * slope / here, 1e-5);
    }
}

TEST(Expansion, GoesFromTheBeginningInEqualStepsOfLogA) {
  Settings settings(tree_pm::contract(), Backend::kCpu);
  settings.set("a_begin", 1.0 / 127);
  settings.set("dt", std::log(127.0) / 64);
  const tree_pm::Expansion expansion(settings);
  EXPECT_DOUBLE_EQ(expansion.at(0, 0), 1.0 / 127);
  EXPECT_NEAR(expansion.at(64, 0), 1, 1e-14);
  EXPECT_DOUBLE_EQ(expansion.at(3, 1), expansion.at(4, 0));
  EXPECT_DOUBLE_EQ(expansion.drift(5, 0.25, 0.5),
                   drift_factor(kFlat, expansion.at(5, 0.25), expansion.at(5, 0.5)));
  EXPECT_DOUBLE_EQ(expansion.kick(5, 0.25, 0.5),
                   kick_factor(kFlat, expansion.at(5, 0.25), expansion.at(5, 0.5)));
}

// sqrt(2 eta a eps / |acceleration|) is a time, which lets log a grow by H times it; a pull g of
// the comoving potential accelerates by g / a^2.
TEST(Expansion, ScalesAStepAsGadgetsCriterionAsksInPhysicalUnits) {
  Settings settings(tree_pm::contract(), Backend::kCpu);
  settings.set("a_begin", 0.3);
  settings.set("dt", 0.1);
  const tree_pm::Expansion expansion(settings);
  const double eta = 0.03, eps = 0.05, g = 2e4;
  for (const double part : {0.0, 0.5}) {
    const double a = expansion.at(4, part);
    const double step = hubble_rate(kFlat, a) * std::sqrt(2 * eta * a * eps / (g / (a * a)));
    EXPECT_NEAR(tree::wanted_step(eta, eps, expansion.step_scale(4, part) * g), step, 1e-13 * step);
  }
}

TEST(VirialOverdensity, IsThatOfACollapsedSphere) {
  EXPECT_DOUBLE_EQ(virial_overdensity(1), 18 * std::numbers::pi * std::numbers::pi);
  EXPECT_NEAR(virial_overdensity(0.3), 101, 0.2);  // as Bryan & Norman (1998) are mostly quoted
}

}  // namespace
}  // namespace tycho
