// Each initial condition against what is known of it analytically.
#include "harness/initial/initial.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>
#include <numeric>

#include "core/error.hpp"
#include "harness/checks/diagnostics.hpp"
#include "tests/same_bits.hpp"

namespace tycho {
namespace {

using nlohmann::json;

std::vector<Vec3<double>> forces(const Particles& particles) {
  std::vector<std::size_t> all(particles.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return checks::direct_accelerations(particles, 0, all);
}

Particles plummer(std::int64_t n, std::uint64_t seed = 1) {
  return initial::make_initial({{"kind", "plummer"}, {"seed", seed}, {"masses", {1, 10}}}, n);
}

TEST(Plummer, HasTheEnergyAndVirialRatioOfAnEquilibriumInNBodyUnits) {
  // The energy of one realisation scatters by about 1 / sqrt(N), here 1%; three times that.
  const checks::Energy energy = checks::total_energy(plummer(8209), 0);
  EXPECT_NEAR(energy.total(), -0.25, 0.0075);
  EXPECT_NEAR(-2 * energy.kinetic / energy.potential, 1, 0.03);
}

TEST(Plummer, RestsCentredInTheOriginWithMassOne) {
  const Particles sphere = plummer(4099);
  EXPECT_NEAR(checks::total_mass(sphere), 1, 1e-12);
  EXPECT_LT(checks::length(checks::centre_of_mass(sphere)), 1e-14);
  EXPECT_LT(checks::length(checks::momentum(sphere)), 1e-14);
}

TEST(Plummer, HoldsHalfItsMassInTheHalfMassRadius) {
  // r = b / sqrt(2^(2/3) - 1), with the mass drawn apart from the place. The cutoff takes 0.4%.
  const double half = 3 * std::numbers::pi / 16 / std::sqrt(std::cbrt(4.0) - 1);
  const Particles sphere = plummer(20011);
  double inside = 0;
  for (std::size_t i = 0; i < sphere.size(); ++i)
    if (checks::length(sphere.position(i)) < half) inside += sphere.mass[i];
  EXPECT_NEAR(inside, 0.5, 0.015);
}

TEST(Plummer, EndsAtItsCutoffAndBindsEveryParticle) {
  const json spec{{"kind", "plummer"}, {"seed", 3}, {"cutoff", 5}};
  const Particles sphere = initial::make_initial(spec, 5003);
  const double scale = 3 * std::numbers::pi / 16;
  for (std::size_t i = 0; i < sphere.size(); ++i) {
    const double r = checks::length(sphere.position(i)), v = checks::length(sphere.velocity(i));
    ASSERT_LT(r, 5 * scale * 1.02);  // the centring moves the sphere a little
    ASSERT_LT(v * v / 2, 1.1 / std::sqrt(r * r + scale * scale));
  }
}

TEST(Plummer, MassesStayInTheirRatio) {
  const Particles sphere = plummer(4099);
  const auto [low, high] = std::minmax_element(sphere.mass.begin(), sphere.mass.end());
  EXPECT_LE(*high / *low, 10);
  EXPECT_GT(*high / *low, 9.5);
  const Particles equal = initial::make_initial({{"kind", "plummer"}, {"seed", 1}}, 10);
  for (const double mass : equal.mass) EXPECT_DOUBLE_EQ(mass, 0.1);
}

TEST(Plummer, IsOneDataSetPerSeed) {
  expect_same_bits(plummer(101), plummer(101));
  EXPECT_NE(plummer(101).x, plummer(101, 2).x);
}

TEST(UniformBox, FillsItsRangesAndKeepsToThem) {
  const json spec{{"kind", "uniform_box"},
                  {"seed", 5},
                  {"masses", {1, 10}},
                  {"positions", {-5, 5}},
                  {"velocities", {-1, 1}}};
  const Particles box = initial::make_initial(spec, 10007);
  const auto fills = [](const std::vector<double>& values, double low, double high) {
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    const double mean =
        std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
    // The mean of 10007 scatters by 0.003 of the range.
    return *least > low && *least < low + 0.01 * (high - low) &&
           *most<high&& * most> high - 0.01 * (high - low) &&
           std::abs(mean - (low + high) / 2) < 0.012 * (high - low);
  };
  EXPECT_TRUE(fills(box.mass, 1, 10));
  for (const auto* values : {&box.x, &box.y, &box.z}) EXPECT_TRUE(fills(*values, -5, 5));
  for (const auto* values : {&box.vx, &box.vy, &box.vz}) EXPECT_TRUE(fills(*values, -1, 1));
  EXPECT_NE(box.x, box.y);
}

TEST(UniformBox, GivesTheFirstBodiesWhateverTheirNumber) {
  const json spec{{"kind", "uniform_box"},
                  {"seed", 20},
                  {"masses", {1, 10}},
                  {"positions", {-5, 5}},
                  {"velocities", {-1, 1}}};
  const Particles few = initial::make_initial(spec, 6), many = initial::make_initial(spec, 60);
  EXPECT_TRUE(std::equal(few.x.begin(), few.x.end(), many.x.begin()));
  EXPECT_TRUE(std::equal(few.mass.begin(), few.mass.end(), many.mass.begin()));
}

TEST(TwoBody, StartsAtTheApocentreOfItsOrbit) {
  const double a = 2, e = 0.6, m1 = 3, m2 = 1;
  const Particles pair = initial::make_initial(
      {{"kind", "two_body"}, {"masses", {m1, m2}}, {"semi_major_axis", a}, {"eccentricity", e}}, 2);
  const double reduced = m1 * m2 / (m1 + m2);
  EXPECT_NEAR(checks::length(pair.position(1) - pair.position(0)), a * (1 + e), 1e-14);
  EXPECT_NEAR(checks::total_energy(pair, 0).total(), -m1 * m2 / (2 * a), 1e-14);
  EXPECT_NEAR(checks::length(checks::angular_momentum(pair)),
              reduced * std::sqrt((m1 + m2) * a * (1 - e * e)), 1e-14);
  EXPECT_LT(checks::length(checks::centre_of_mass(pair)), 1e-15);
  EXPECT_LT(checks::length(checks::momentum(pair)), 1e-15);
}

TEST(LagrangeTriangle, OfUnequalMassesTurnsRigidly) {
  const std::vector<double> masses{0.5, 2, 0.3};
  const double side = 1.7;
  const Particles triangle =
      initial::make_initial({{"kind", "lagrange_triangle"}, {"masses", masses}, {"side", side}}, 3);
  const double omega = std::sqrt((0.5 + 2 + 0.3) / std::pow(side, 3));
  const auto acceleration = forces(triangle);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(checks::length(triangle.position(i) - triangle.position((i + 1) % 3)), side, 1e-14);
    // Each is pulled to the centre by just what its circle takes.
    EXPECT_LT(checks::length(acceleration[i] + omega * omega * triangle.position(i)), 1e-14);
    EXPECT_NEAR(dot(triangle.position(i), triangle.velocity(i)), 0, 1e-15);
    EXPECT_NEAR(checks::length(triangle.velocity(i)), omega * checks::length(triangle.position(i)),
                1e-14);
  }
  EXPECT_LT(checks::length(checks::centre_of_mass(triangle)), 1e-15);
  EXPECT_LT(checks::length(checks::momentum(triangle)), 1e-14);
}

TEST(InitialConditions, OfFixedSizeRejectAnyOther) {
  const json spec{{"kind", "lagrange_triangle"}, {"masses", {1, 1, 1}}, {"side", 1}};
  EXPECT_EQ(initial::fixed_size(spec), 3);
  EXPECT_THROW(initial::make_initial(spec, 4), UsageError);
  EXPECT_THROW(initial::make_initial({{"kind", "plummer"}, {"seed", 1}}, 0), UsageError);
}

TEST(InitialConditions, NameTheKeyTheyReject) {
  try {
    initial::check_initial(json{{"kind", "plummer"}, {"seed", 1}, {"cutoff", "far"}});
    FAIL() << "no error";
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(), "initial: /cutoff: must be a number, not \"far\"");
  }
  EXPECT_THROW(initial::check_initial(json{{"kind", "plummer"}}), UsageError);
  EXPECT_THROW(initial::check_initial(json("plummer")), UsageError);
}

}  // namespace
}  // namespace tycho
