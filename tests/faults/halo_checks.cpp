// A fault for every check of haloes: each must be caught, and a healthy run must pass.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "core/contracts/tree_pm.hpp"
#include "core/formulas/cosmology.hpp"
#include "core/formulas/virial_overdensity.hpp"
#include "harness/analysis/nearest_image.hpp"
#include "harness/checks/check.hpp"
#include "tests/analysis/scattered.hpp"

namespace tycho {
namespace {

class HaloFault : public ::testing::Test {
 protected:
  HaloFault() {
    observed_.settings = &settings_;
    observed_.initial = observed_.final = observed_.reference = &universe_;
    expected_ = analysis::structure_of(universe_, settings_, 1);
  }

  // Isothermal haloes of 60 to 1500 particles, slowly falling in, between unrelated particles.
  Particles planted() {
    Particles p = scattered::uniform(20003, kBox, 3);
    const Cosmology cosmology = tree_pm::cosmology(settings_);
    for (double& mass : p.mass) mass = particle_mass(cosmology, kBox, 20003.0);
    std::size_t at = 0;
    for (std::size_t members = 60; members <= 1500; members += 90) {
      place_.push_back(at);
      const double radius = 0.5 * std::cbrt(static_cast<double>(members));
      scattered::plant(p, at, members, p.position(15000 + members), kBox, members,
                       [&](double share) { return radius * share; });
      at += members;
    }
    return p;
  }

  bool passes(const std::string& name, double limit, const Particles& final) {
    const auto found =
        analysis::structure_of(final, settings_, 1, expected_ ? &*expected_ : nullptr);
    observed_.structure = found ? &*found : nullptr;
    observed_.reference_structure = expected_ ? &*expected_ : nullptr;
    last_ = checks::apply({name, limit, "a reason", {}, {}, 0}, observed_);
    return last_.pass;
  }

  static constexpr double kBox = 130;
  std::vector<std::size_t> place_;  // the first particle of each halo
  Settings settings_{tree_pm::contract(), Backend::kCpu};
  Particles universe_ = planted();
  std::optional<analysis::Structure> expected_;
  checks::Observed observed_;
  checks::CheckResult last_;
};

TEST_F(HaloFault, NoneInAHealthyRun) {
  ASSERT_TRUE(expected_);
  EXPECT_EQ(expected_->haloes.size(), place_.size());
  EXPECT_TRUE(passes("mass_function", 0, universe_)) << last_.value;
  EXPECT_EQ(last_.details.at("reference_haloes"), static_cast<double>(place_.size()));
  EXPECT_TRUE(passes("halo_profile", 0, universe_)) << last_.value;
  EXPECT_EQ(last_.details.at("centre"), 0);
}

// The critical density of the time in comoving volume, and u / a as the peculiar velocity.
TEST_F(HaloFault, HaloesOfAnEarlierTimeAreMeasuredByThatTime) {
  constexpr double kEarlier = 0.4;
  const Cosmology c = tree_pm::cosmology(settings_);
  const double h = hubble_rate(c, kEarlier);
  const double critical = std::pow(kEarlier, 3) * 3 * h * h / (8 * std::numbers::pi * kGravity);
  const double matter = c.omega_m * critical_density(c) / critical;
  for (std::size_t i = 0; i < universe_.size(); ++i)
    universe_.set_velocity(
        i,
        -12.5 * analysis::nearest_image(universe_.position(i) - expected_->heaviest.centre, kBox));
  const auto then = analysis::structure_of(universe_, settings_, kEarlier);
  ASSERT_TRUE(then);
  const analysis::Halo& halo = then->heaviest;
  const double volume = 4 * std::numbers::pi / 3 * std::pow(halo.radius, 3);
  EXPECT_NEAR(halo.mass / volume / (virial_overdensity(matter) * critical), 1, 1e-12);
  const analysis::Profile& profile = then->profile;
  ASSERT_GT(profile.radius.size(), 5u);
  for (std::size_t s = 0; s < profile.radius.size(); ++s) {
    if (profile.count[s] < 50) continue;
    EXPECT_NEAR(profile.velocity[s] / (-12.5 / kEarlier * profile.radius[s]), 1, 0.15) << s;
  }
}

TEST_F(HaloFault, AShellThatHasMoreIsMeasuredByTheReferencesPoissonError) {
  analysis::Structure mine = *expected_;
  for (double& count : mine.profile.count) count *= 4;
  observed_.structure = &mine;
  observed_.reference_structure = &*expected_;
  double particles = 0, shells = 0;
  for (const double count : expected_->profile.count) {
    particles += count;
    ++shells;
  }
  // (4 n - n)^2 / n is 9 n.
  EXPECT_NEAR(checks::apply({"halo_profile", 1, "a reason", {}, {}, 0}, observed_).value,
              3 * std::sqrt(particles / shells), 1e-9);
}

TEST_F(HaloFault, HaloesThatMovedAsAWholeAreTheSame) {
  Particles moved = universe_;
  for (double& x : moved.x) x = kBox * wrap_unit((x + 0.01) / kBox);
  EXPECT_TRUE(passes("mass_function", 0, moved)) << last_.value;
  EXPECT_TRUE(passes("halo_profile", 0.2, moved)) << last_.value;
  EXPECT_GT(last_.details.at("centre"), 0);
}

TEST_F(HaloFault, HaloesThatFellApartAreMissed) {
  Particles spoilt = universe_;
  const Particles scattered = scattered::uniform(universe_.size(), kBox, 77);
  for (std::size_t i = 0; i < place_[6]; ++i) spoilt.set_position(i, scattered.position(i));
  EXPECT_FALSE(passes("mass_function", 1, spoilt)) << last_.value;
}

TEST_F(HaloFault, ASofterHeartShowsInTheProfile) {
  Particles spoilt = universe_;
  const analysis::Halo& halo = expected_->heaviest;
  for (std::size_t i = place_.back(); i < place_.back() + halo.particles / 3; ++i) {
    const Vec3<double> way = spoilt.position(i) - halo.centre;
    spoilt.set_position(i, scattered::inside(halo.centre + 3.0 * way, kBox));
  }
  EXPECT_FALSE(passes("halo_profile", 2, spoilt)) << last_.value;
}

TEST_F(HaloFault, ReversedVelocitiesShowAsADetail) {
  Particles turned = universe_;
  for (std::size_t i = 0; i < turned.size(); ++i)
    turned.set_velocity(i, {500, 0, 0.1 * turned.z[i]});
  passes("halo_profile", 2, turned);
  EXPECT_GT(last_.details.at("velocity"), 0);
}

TEST_F(HaloFault, ParticlesThatAreNowhereFail) {
  Particles spoilt = universe_;
  spoilt.y[17] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(passes("mass_function", 1e9, spoilt));
  EXPECT_EQ(last_.details.count("lacks_structure"), 1u);
  EXPECT_FALSE(passes("halo_profile", 1e9, spoilt));
}

TEST_F(HaloFault, AUniverseWithoutHaloesSaysNothing) {
  expected_ = analysis::structure_of(scattered::uniform(universe_.size(), kBox, 5), settings_, 1);
  EXPECT_FALSE(passes("mass_function", 1e9, universe_));
  EXPECT_EQ(last_.details.count("lacks_haloes"), 1u);
}

}  // namespace
}  // namespace tycho
