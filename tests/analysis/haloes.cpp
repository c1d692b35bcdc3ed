#include "harness/analysis/haloes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "harness/analysis/mass_function.hpp"
#include "harness/analysis/nearest_image.hpp"
#include "harness/analysis/profile.hpp"
#include "tests/analysis/scattered.hpp"

namespace tycho {
namespace {

constexpr double kBox = 20, kSphere = 4 * std::numbers::pi / 3;

double apart(const Vec3<double>& a, const Vec3<double>& b) {
  const Vec3<double> way = analysis::nearest_image(a - b, kBox);
  return std::sqrt(dot(way, way));
}

TEST(CellList, FindsAllWithinARadiusAroundTheBox) {
  const Particles p = scattered::uniform(1501, kBox, 5);
  const analysis::CellList cells(p, kBox);
  for (const double radius : {0.3, 2.5, 10.0}) {
    const Vec3<double> point{0.2, 19.9, 7};
    std::size_t expected = 0;
    for (std::size_t i = 0; i < p.size(); ++i) expected += apart(p.position(i), point) <= radius;
    const auto found = cells.within(point, radius);
    EXPECT_EQ(found.size(), expected) << "radius " << radius;
    for (const analysis::Neighbour& near : found)
      EXPECT_LE(apart(point + near.way, p.position(near.particle)), 1e-12);
  }
}

// M(<r) = M r / R, so that the mean density is 3 M / (4 pi R r^2).
TEST(Haloes, AnIsothermalSphereHasTheMassOfItsOverdensity) {
  constexpr std::size_t kMembers = 4001;
  constexpr double kRadius = 1.5;
  const Vec3<double> centre{0.1, 19.8, 0.3};
  Particles p = scattered::uniform(5003, kBox, 11);
  scattered::plant(p, 500, kMembers, centre, kBox, 6, [](double share) { return kRadius * share; });
  const Vec3<double> drift{300, -40, 7};
  for (std::size_t i = 0; i < p.size(); ++i) p.set_velocity(i, drift);
  const double within = 0.6 * kRadius;
  const double density = kMembers / (kSphere * kRadius * within * within);
  const std::vector<analysis::Halo> haloes =
      analysis::find_haloes(analysis::CellList(p, kBox), density);
  ASSERT_EQ(haloes.size(), 1u);
  EXPECT_LT(apart(haloes[0].centre, centre), 0.02 * kRadius);
  // The centre of forty is off by some hundredths, which costs the square of that.
  EXPECT_NEAR(haloes[0].mass / (0.6 * kMembers), 1, 0.01);
  EXPECT_NEAR(haloes[0].radius / within, 1, 0.01);
  EXPECT_EQ(haloes[0].mass, static_cast<double>(haloes[0].particles));
  const Vec3<double> off = haloes[0].velocity - drift;
  EXPECT_LT(std::sqrt(dot(off, off)), 1e-9);
}

TEST(Haloes, ComeHeaviestFirstAndNotBelowTwentyParticles) {
  Particles p = scattered::uniform(2000, kBox, 2);
  const auto ball = [](double share) { return 0.2 * std::cbrt(share); };
  scattered::plant(p, 0, 30, {1, 1, 1}, kBox, 1, ball);
  scattered::plant(p, 30, 300, {19.9, 10, 5}, kBox, 2, ball);
  scattered::plant(p, 330, 15, {10, 3, 12}, kBox, 3, ball);
  for (double& mass : p.mass) mass = 2;
  const auto haloes = analysis::find_haloes(analysis::CellList(p, kBox), 100);
  ASSERT_EQ(haloes.size(), 2u);
  EXPECT_GE(haloes[0].particles, 300u);
  EXPECT_LE(haloes[0].particles, 305u);
  EXPECT_GE(haloes[1].mass, 2 * 30);
}

// Particles on a lattice of their own, a little nearer and a little farther apart than a fifth of
// the mean separation of all.
TEST(Haloes, AreLinkedOverAFifthOfTheMeanSeparation) {
  constexpr std::size_t kAll = 1000, kMembers = 64;
  const double separation = kBox / 10;
  for (const double part : {0.19, 0.21}) {
    Particles p = scattered::uniform(kAll, kBox, 2);
    for (std::size_t i = 0; i < kMembers; ++i)
      p.set_position(i, Vec3<double>{10, 10, 10} +
                            part * separation *
                                Vec3<double>{double(i % 4), double(i / 4 % 4), double(i / 16)});
    const auto haloes = analysis::find_haloes(analysis::CellList(p, kBox), 1);
    EXPECT_EQ(haloes.size(), part < 0.2 ? 1u : 0u) << part;
  }
}

TEST(Haloes, HaveTheirCentreInTheDenserOfTwoLumps) {
  Particles p = scattered::uniform(700, kBox, 2);
  const auto ball = [](double radius) {
    return [radius](double share) { return radius * std::cbrt(share); };
  };
  // The centre of mass lies between them, where there is nothing.
  scattered::plant(p, 0, 400, {0.3, 5, 5}, kBox, 1, ball(0.5));
  scattered::plant(p, 400, 250, {19.3, 5, 5}, kBox, 2, ball(0.1));
  std::vector<std::uint32_t> members(650);
  for (std::uint32_t i = 0; i < 650; ++i) members[i] = i;
  EXPECT_LT(apart(analysis::densest_place(p, kBox, members), {19.3, 5, 5}), 0.05);
}

// Navarro, Frenk & White (1996): M(<r) is proportional to ln(1 + r/a) - (r/a) / (1 + r/a).
double nfw(double x) { return std::log1p(x) - x / (1 + x); }

constexpr double kScale = 0.25, kEdge = 8;  // the scale radius, and how many of it are filled

/// Within which a share of the mass lies.
double nfw_radius(double share) {
  double low = 0, high = kEdge;
  for (int halving = 0; halving < 60; ++halving) {
    const double middle = (low + high) / 2;
    (nfw(middle) < share * nfw(kEdge) ? low : high) = middle;
  }
  return kScale * low;
}

/// The part of the mass in a shell of a tenth of a decade.
double nfw_share(double radius) {
  const double half_shell = std::pow(10, 0.05);
  return (nfw(radius * half_shell / kScale) - nfw(radius / half_shell / kScale)) / nfw(kEdge);
}

TEST(Profile, OfANavarroFrenkWhiteHaloIsItsDensityAndItsSlopes) {
  constexpr std::size_t kMembers = 30011;
  const Vec3<double> centre{19.95, 0.02, 8};
  Particles p = scattered::uniform(kMembers, kBox, 11);
  scattered::plant(p, 0, kMembers, centre, kBox, 6, nfw_radius);
  analysis::Halo halo{centre, 0, 0.6, {}, 0};
  const analysis::Profile profile =
      analysis::radial_profile(analysis::CellList(p, kBox), halo, 0.02);
  ASSERT_GT(profile.radius.size(), 15u);
  EXPECT_LT(profile.radius.back(), 3 * halo.radius);
  halo.radius = 0.3 * kBox;  // farther than half a box not all of a shell is in the box
  EXPECT_LT(analysis::radial_profile(analysis::CellList(p, kBox), halo, 0.02).radius.back(),
            kBox / 2);
  const auto around = [&](std::size_t s) { return kMembers * nfw_share(profile.radius[s]); };
  for (std::size_t s = 0; s < profile.radius.size(); ++s) {
    EXPECT_NEAR(profile.count[s], around(s), 4 * std::sqrt(around(s)) + 1) << profile.radius[s];
    const double volume =
        kSphere * std::pow(profile.radius[s], 3) * (std::pow(10, 0.15) - std::pow(10, -0.15));
    EXPECT_NEAR(profile.density[s] * volume, profile.count[s], 1e-9 * profile.count[s]);
  }
  const auto slope = [&](std::size_t a, std::size_t b) {
    return std::log(profile.density[b] / profile.density[a]) /
           std::log(profile.radius[b] / profile.radius[a]);
  };
  EXPECT_NEAR(slope(0, 4), -1.2, 0.3);                                                  // inside
  EXPECT_NEAR(slope(profile.radius.size() - 5, profile.radius.size() - 1), -2.7, 0.2);  // outside
}

// The lump draws the centre of mass 0.09 away. Within its own radius it has less mass than the
// halo: a shrinking sphere keeps the heavier of the two.
TEST(Profile, OfAHaloWithALumpBesideItsCentreIsThatOfTheHaloUpToTheLump) {
  constexpr std::uint32_t kMembers = 30011, kLump = 5003;
  const Vec3<double> centre{19.95, 0.02, 8}, lump = centre + Vec3<double>{0.5, -0.3, 0.25};
  Particles p = scattered::uniform(kMembers + kLump, kBox, 11);
  scattered::plant(p, 0, kMembers, centre, kBox, 6, nfw_radius);
  scattered::plant(p, kMembers, kLump, scattered::inside(lump, kBox), kBox, 7,
                   [](double share) { return 0.3 * std::sqrt(share); });
  std::vector<std::uint32_t> members(kMembers + kLump);
  for (std::uint32_t i = 0; i < members.size(); ++i) members[i] = i;
  const Vec3<double> found = analysis::densest_place(p, kBox, members);
  EXPECT_LT(apart(found, centre), 0.01);
  const analysis::Profile profile =
      analysis::radial_profile(analysis::CellList(p, kBox), {found, 0, 0.1, {}, 0}, 0.04);
  ASSERT_GE(profile.radius.size(), 8u);
  for (std::size_t s = 0; s < profile.radius.size(); ++s) {
    const double around = kMembers * nfw_share(profile.radius[s]);
    EXPECT_NEAR(profile.count[s], around, 4 * std::sqrt(around)) << profile.radius[s];
  }
}

TEST(Profile, HasTheOutwardVelocityAgainstTheHalosOwn) {
  constexpr std::size_t kMembers = 5003;
  const Vec3<double> centre{0.1, 10, 19.9}, drift{300, -40, 7};
  Particles p = scattered::uniform(kMembers, kBox, 11);
  scattered::plant(p, 0, kMembers, centre, kBox, 6, [](double share) { return 2 * share; });
  for (std::size_t i = 0; i < kMembers; ++i) {
    const Vec3<double> way = analysis::nearest_image(p.position(i) - centre, kBox);
    p.mass[i] = 1 + 0.5 * Random(3).uniform(i);
    p.set_velocity(i, drift + -12.5 * way + 100.0 * cross({0, 0, 1}, way));  // falls in, and spins
  }
  const analysis::Halo halo{centre, 0, 0.6, drift, 0};
  const analysis::Profile profile =
      analysis::radial_profile(analysis::CellList(p, kBox), halo, 0.1);
  ASSERT_GT(profile.radius.size(), 10u);
  for (std::size_t s = 0; s < profile.radius.size(); ++s)
    EXPECT_NEAR(profile.velocity[s] / (-12.5 * profile.radius[s]), 1, 0.13) << profile.radius[s];
}

TEST(MassFunction, CountsHaloesByDecadesOfMass) {
  const auto halo = [](double mass) { return analysis::Halo{{}, mass, 1, {}, 20}; };
  const analysis::MassFunction counted = analysis::mass_function(
      {halo(2.1e14), halo(1.7e14), halo(1.6e14), halo(1.1e14), halo(5e13)}, 10);
  // Bins begin at 10^13.6, 10^13.8, 10^14 and 10^14.2 = 1.585e14.
  EXPECT_EQ(counted.count, (std::vector<double>{1, 0, 1, 3}));
  EXPECT_DOUBLE_EQ(counted.number[3], 3 * 5 / 1000.0);
  EXPECT_NEAR(counted.mass[3], std::pow(10, 14.3), 1e9);
  EXPECT_TRUE(analysis::mass_function({}, 10).mass.empty());
}

TEST(MassFunction, DiffersInUnitsOfThePoissonErrorOfTheReference) {
  const auto function = [](int first, std::vector<double> count) {
    analysis::MassFunction out;
    for (std::size_t b = 0; b < count.size(); ++b) out.bin.push_back(first + static_cast<int>(b));
    out.count = std::move(count);
    return out;
  };
  const analysis::MassResidual residual =
      analysis::mass_residual(function(70, {22, 4, 1}), function(69, {1, 16, 4}));
  EXPECT_EQ(residual.value, (std::vector<double>{-1, 1.5, 0, 1}));
  EXPECT_EQ(residual.mass.size(), 4u);
}

}  // namespace
}  // namespace tycho
