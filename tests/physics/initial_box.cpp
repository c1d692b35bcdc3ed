// The initial conditions in the unit box against what is known of them analytically.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "core/error.hpp"
#include "harness/checks/components.hpp"
#include "harness/checks/diagnostics.hpp"
#include "harness/initial/disc_model.hpp"
#include "harness/initial/initial.hpp"

namespace tycho {
namespace {

using nlohmann::json;

const Vec3<double> kMiddle{0.5, 0.5, 0.5};

TEST(PlummerBox, EndsAtThreeTenthsOfTheBoxWithMassOne) {
  const Particles sphere = initial::make_initial({{"kind", "plummer_box"}, {"seed", 1}}, 20011);
  EXPECT_NEAR(checks::total_mass(sphere), 1, 1e-12);
  EXPECT_LT(checks::length(checks::centre_of_mass(sphere) - kMiddle), 1e-11);
  EXPECT_LT(checks::length(checks::momentum(sphere)), 1e-14);
  for (std::size_t i = 0; i < sphere.size(); ++i) {
    ASSERT_LT(checks::length(sphere.position(i) - kMiddle), 0.305);  // centred on a finite sample
    ASSERT_EQ(sphere.mass[i], sphere.mass[0]);
  }
}

TEST(PlummerBox, HoldsHalfItsMassInTheHalfMassRadius) {
  // Of the mass inside the cutoff c: (1 + b^2/r^2)^(-3/2) = (1 + b^2/c^2)^(-3/2) / 2.
  const double b = 0.04, c = 0.3, inside = std::pow(1 + b * b / (c * c), -1.5);
  const double half = b / std::sqrt(std::pow(inside / 2, -2.0 / 3) - 1);
  const Particles sphere =
      initial::make_initial({{"kind", "plummer_box"}, {"seed", 2}, {"scale", b}}, 20011);
  int within = 0;
  for (std::size_t i = 0; i < sphere.size(); ++i)
    within += checks::length(sphere.position(i) - kMiddle) < half;
  EXPECT_NEAR(within / 20011.0, 0.5, 0.012);  // three times the scatter of the count
}

TEST(PlummerBox, IsInBalance) {
  const Particles sphere =
      initial::make_initial({{"kind", "plummer_box"}, {"seed", 3}, {"scale", 0.03}}, 8209);
  const checks::Energy energy = checks::total_energy(sphere, 0);
  // -2 T / W = 1 for the endless sphere; the cut at ten scale radii leaves out 1.5% of the mass.
  EXPECT_NEAR(-2 * energy.kinetic / energy.potential, 1, 0.04);
}

TEST(UniformInTheBox, FillsIt) {
  const Particles p =
      initial::make_initial({{"kind", "uniform"}, {"seed", 1}, {"speed", 0.5}}, 10007);
  EXPECT_NEAR(checks::total_mass(p), 1, 1e-12);
  using Axis = std::pair<const std::vector<double>*, const std::vector<double>*>;
  for (const auto& [places, speeds] : {Axis{&p.x, &p.vx}, {&p.y, &p.vy}, {&p.z, &p.vz}}) {
    double sum = 0, square = 0, fastest = 0;
    for (std::size_t i = 0; i < p.size(); ++i) {
      ASSERT_TRUE((*places)[i] > 0 && (*places)[i] < 1);
      sum += (*places)[i] / 10007;
      square += (*speeds)[i] * (*speeds)[i] / 10007;
      fastest = std::max(fastest, std::abs((*speeds)[i]));
    }
    EXPECT_NEAR(sum, 0.5, 3 * 0.29 / 100);
    EXPECT_NEAR(square, 0.25 / 3, 0.003);
    EXPECT_LE(fastest, 0.5);
    EXPECT_GT(fastest, 0.499);
  }
}

struct Annulus {
  double mass = 0, rotation = 0, radial_sq = 0;
  int count = 0;
  void add(const Particles& p, std::size_t i, double inner, double outer) {
    const Vec3<double> r = p.position(i) - kMiddle, v = p.velocity(i);
    const double radius = std::hypot(r.x, r.y);
    if (radius < inner || radius >= outer) return;
    ++count;
    mass += p.mass[i];
    rotation += (r.x * v.y - r.y * v.x) / radius;
    const double v_r = (r.x * v.x + r.y * v.y) / radius;
    radial_sq += v_r * v_r;
  }
};

TEST(ExponentialDisc, HasTheToomreQItStates) {
  constexpr double kScale = 0.05, kQ = 1.3;
  const json spec{{"kind", "exponential_disc"}, {"seed", 1}, {"scale", kScale}, {"toomre_q", kQ}};
  const Particles disc = initial::make_initial(spec, 400009);
  const double inside = 1 - 6 * std::exp(-5.0);
  const initial::DiscModel model{1 / inside, kScale, 0.005, kQ};
  for (const double middle : {1.5, 2.0, 3.0}) {
    const double inner = (middle - 0.1) * kScale, outer = (middle + 0.1) * kScale;
    Annulus ring;
    for (std::size_t i = 0; i < disc.size(); ++i) ring.add(disc, i, inner, outer);
    const double sigma = std::sqrt(ring.radial_sq / ring.count);
    const double surface = ring.mass / (std::numbers::pi * (outer * outer - inner * inner));
    const double q = sigma * model.epicyclic_frequency(middle * kScale) / (3.36 * surface);
    EXPECT_NEAR(q, kQ, 0.05) << middle << " scale radii";
    EXPECT_NEAR(ring.rotation / ring.count, model.mean_rotation(middle * kScale),
                0.02 * model.circular_speed(middle * kScale));
  }
}

TEST(ExponentialDisc, IsThinAndStaysInTheBox) {
  const Particles disc = initial::make_initial({{"kind", "exponential_disc"}, {"seed", 4}}, 30011);
  double height = 0;
  for (std::size_t i = 0; i < disc.size(); ++i) {
    height += std::abs(disc.z[i] - 0.5) / 30011;
    ASSERT_TRUE(disc.x[i] > 0.2 && disc.x[i] < 0.8);
    ASSERT_TRUE(disc.z[i] > 0.4 && disc.z[i] < 0.6);
  }
  EXPECT_NEAR(height, 0.005 * std::log(2.0), 1e-4);  // the mean of |z| under sech^2
}

TEST(DiscModel, HasFreemansRotationCurve) {
  // Its peak lies at 2.15 scale radii and is 0.88 of sqrt(pi G Sigma_0 R_d) (Freeman 1970).
  const initial::DiscModel disc{1, 0.05, 0.005, 1.2};
  const double peak = disc.circular_speed(2.15 * 0.05);
  EXPECT_GT(peak, disc.circular_speed(2.0 * 0.05));
  EXPECT_GT(peak, disc.circular_speed(2.3 * 0.05));
  EXPECT_NEAR(peak / std::sqrt(std::numbers::pi * disc.surface_density(0) * 0.05), 0.88, 0.002);
  // Far outside, all mass seems to sit in the middle.
  EXPECT_NEAR(disc.circular_speed(0.6) / std::sqrt(1 / 0.6), 1, 0.02);
  EXPECT_NEAR(disc.epicyclic_frequency(0.6) / disc.angular_speed(0.6), 1, 0.06);
}

TEST(ExponentialDisc, CarriesASatelliteOfTheSameParticles) {
  const json satellite{{"mass", 0.2}, {"distance", 0.3}, {"scale", 0.01}, {"speed", 0.7}};
  const json spec{{"kind", "exponential_disc"}, {"seed", 1}, {"satellite", satellite}};
  const Particles both = initial::make_initial(spec, 12007);
  EXPECT_NEAR(checks::total_mass(both), 1.2, 1e-12);
  Vec3<double> at, speed;
  const std::size_t in_disc = 10006;
  for (std::size_t i = in_disc; i < both.size(); ++i) {
    at += (1.0 / 2001) * both.position(i);
    speed += (1.0 / 2001) * both.velocity(i);
  }
  Vec3<double> disc_at, disc_speed;
  for (std::size_t i = 0; i < in_disc; ++i) {
    disc_at += (1.0 / in_disc) * both.position(i);
    disc_speed += (1.0 / in_disc) * both.velocity(i);
  }
  EXPECT_NEAR(at.x - disc_at.x, 0.3, 0.005);
  EXPECT_NEAR(speed.y - disc_speed.y, 0.7 / std::sqrt(0.3), 0.1);
  EXPECT_THROW(
      initial::make_initial({{"kind", "exponential_disc"}, {"seed", 1}, {"scale", 0.1}}, 10),
      UsageError);
}

// One mass for all particles, as many of the disc as its mass asks for, each where it is without
// the satellite.
TEST(Encounter, IsAGalaxyInTheBoxWithASatelliteBesideIt) {
  const json satellite{{"mass", 0.5}, {"distance", 0.35}, {"scale", 0.02}, {"speed", 0.8}};
  const json alone{{"kind", "encounter"}, {"seed", 3}};
  json both = alone;
  both["satellite"] = satellite;
  const Particles galaxy = initial::make_initial(alone, 20011);
  const Particles pair = initial::make_initial(both, 20011);
  const auto of = [](const Particles& p, int species) {
    return std::count(p.species.begin(), p.species.end(), species);
  };
  for (const Particles* p : {&galaxy, &pair}) {
    for (std::size_t i = 0; i < p->size(); ++i) ASSERT_EQ(p->mass[i], p->mass[0]);
    EXPECT_NEAR(static_cast<double>(of(*p, 2)) * p->mass[0], 1, p->mass[0]) << "the disc";
  }
  EXPECT_EQ(of(galaxy, 3), 0);
  EXPECT_NEAR(static_cast<double>(of(pair, 3)) * pair.mass[0], 0.5, pair.mass[0]);
  // About the middle of the disc, which the satellite's pull on the common middle has moved.
  const checks::Components round = checks::components(galaxy, galaxy.species, 0);
  const checks::Components with = checks::components(pair, pair.species, 0);
  // Of 3000 bodies within the half-mass radius, spread by 0.05: five times 0.05 / sqrt(3000).
  EXPECT_LT(checks::length(round.middle - Vec3<double>{0.5, 0.5, 0.5}), 0.0046);
  EXPECT_NEAR(with.half_mass[2], round.half_mass[2], 0.02 * round.half_mass[2]);
  EXPECT_LT(round.bar, 0.05);
  Vec3<double> at, speed, own;
  const auto members = static_cast<double>(of(pair, 3));
  for (std::size_t i = 0; i < pair.size(); ++i) {
    if (pair.species[i] == 3) {
      at += (1 / members) * pair.position(i);
      speed += (1 / members) * pair.velocity(i);
    } else {
      own += (1 / (static_cast<double>(pair.size()) - members)) * pair.velocity(i);
    }
  }
  EXPECT_NEAR(checks::length(at - with.middle), 0.35, 0.005);
  // Over that on a circle about all of the galaxy; the mean of its bodies scatters by 3%.
  const double circle = std::sqrt((checks::total_mass(pair) - 0.5) / 0.35);
  EXPECT_NEAR((speed.y - own.y) / (0.8 * circle), 1, 0.1);
  EXPECT_THROW(initial::make_initial({{"kind", "encounter"}, {"seed", 1}, {"scale", 0.3}}, 10),
               UsageError);
}

}  // namespace
}  // namespace tycho
