// The finder of haloes against the plainest one there is: every particle with every other, and no
// cells.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "harness/analysis/haloes.hpp"
#include "harness/analysis/mass_function.hpp"
#include "tests/analysis/scattered.hpp"

namespace tycho {
namespace {

constexpr double kBox = 20, kSphere = 4 * std::numbers::pi / 3;

/// The shortest way around the box.
Vec3<double> way(const Vec3<double>& from, const Vec3<double>& to) {
  const auto along = [](double d) { return d - kBox * std::round(d / kBox); };
  return {along(to.x - from.x), along(to.y - from.y), along(to.z - from.z)};
}

double distance(const Vec3<double>& a, const Vec3<double>& b) {
  return std::sqrt(dot(way(a, b), way(a, b)));
}

/// Friends of friends: a label for every particle, passed on until nothing changes.
std::vector<std::size_t> labels(const Particles& p, double length) {
  std::vector<std::size_t> label(p.size());
  for (std::size_t i = 0; i < p.size(); ++i) label[i] = i;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < p.size(); ++i)
      for (std::size_t j = 0; j < p.size(); ++j)
        if (label[j] < label[i] && distance(p.position(i), p.position(j)) <= length) {
          label[i] = label[j];
          changed = true;
        }
  }
  return label;
}

/// Power et al. (2003): the sphere shrinks by 5% at a time onto the centre of its own mass, until
/// less than a hundredth of the members, or ten, would be left.
Vec3<double> shrunk_centre(const Particles& p, const std::vector<std::size_t>& members) {
  const Vec3<double> origin = p.position(members.front());
  const std::size_t fewest = std::max<std::size_t>(10, members.size() / 100);
  const auto centre_of = [&](const std::vector<std::size_t>& some) {
    Vec3<double> sum;
    double mass = 0;
    for (const std::size_t i : some) {
      sum += p.mass[i] * way(origin, p.position(i));
      mass += p.mass[i];
    }
    return origin + (1 / mass) * sum;
  };
  std::vector<std::size_t> left = members;
  Vec3<double> centre = centre_of(left);
  double radius = 0;
  for (const std::size_t i : left) radius = std::max(radius, distance(centre, p.position(i)));
  while (left.size() > fewest) {
    radius *= 0.95;
    std::vector<std::size_t> inner;
    for (const std::size_t i : left)
      if (distance(centre, p.position(i)) <= radius) inner.push_back(i);
    if (inner.size() < fewest) break;
    left = inner;
    centre = centre_of(left);
  }
  return centre;
}

/// The haloes of at least `fewest` particles, the heaviest first.
std::vector<analysis::Halo> plainly(const Particles& p, double density, std::size_t fewest) {
  const double length = 0.2 * kBox / std::cbrt(static_cast<double>(p.size()));
  const std::vector<std::size_t> label = labels(p, length);
  std::vector<analysis::Halo> haloes;
  for (std::size_t first = 0; first < p.size(); ++first) {
    std::vector<std::size_t> members;
    for (std::size_t i = 0; i < p.size(); ++i)
      if (label[i] == first) members.push_back(i);
    if (members.size() < fewest / 2) continue;
    const Vec3<double> centre = shrunk_centre(p, members);
    std::vector<std::pair<double, double>> outwards;  // distance, mass
    for (std::size_t i = 0; i < p.size(); ++i)
      outwards.emplace_back(distance(centre, p.position(i)), p.mass[i]);
    std::sort(outwards.begin(), outwards.end());
    analysis::Halo halo{centre, 0, 0, {}, 0};
    for (const auto& [r, mass] : outwards) {
      if (halo.mass + mass < density * kSphere * r * r * r) break;
      halo.mass += mass;
      ++halo.particles;
    }
    if (halo.particles >= fewest) haloes.push_back(halo);
  }
  std::stable_sort(haloes.begin(), haloes.end(),
                   [](const auto& a, const auto& b) { return a.mass > b.mass; });
  return haloes;
}

/// Lumps of these numbers of particles, each within 0.15, the rest scattered.
Particles lumpy(const std::vector<std::size_t>& lumps, double mass) {
  Particles p = scattered::uniform(2503, kBox, 21);
  std::size_t next = 0;
  for (std::size_t lump = 0; lump < lumps.size(); ++lump) {
    const Random random(77);
    const Vec3<double> centre{random.uniform(lump, 0, kBox, 0), random.uniform(lump, 0, kBox, 1),
                              random.uniform(lump, 0, kBox, 2)};
    scattered::plant(p, next, lumps[lump], centre, kBox, lump + 1,
                     [](double share) { return 0.15 * share; });
    next += lumps[lump];
  }
  for (double& m : p.mass) m = mass;
  return p;
}

// Of 2503 masses of 0.7 the running sum, from which a least mass was once taken, is too high.
TEST(Haloes, OfExactlyTheLeastNumberOfParticlesAreKept) {
  for (const double mass : {0.1, 0.3, 0.7, 1.1, 7.3}) {
    const Particles p = lumpy({20, 20, 19, 21, 20}, mass);
    const auto haloes = analysis::find_haloes(analysis::CellList(p, kBox), 500 * mass);
    ASSERT_EQ(haloes.size(), 4u) << "masses of " << mass;
    EXPECT_EQ(haloes[0].particles, 21u);
    for (int h : {1, 2, 3}) EXPECT_EQ(haloes[h].particles, 20u);
  }
}

TEST(Haloes, AreThoseThatABruteForceFinderFinds) {
  const Particles p = lumpy({300, 20, 19, 10, 60, 20, 25, 9, 41, 20, 150, 20, 33, 18, 20}, 0.7);
  const double density = 200 * 0.7;
  const auto haloes = analysis::find_haloes(analysis::CellList(p, kBox), density);
  const auto expected = plainly(p, density, analysis::kFewestInHalo);
  ASSERT_EQ(haloes.size(), expected.size());
  EXPECT_EQ(expected.size(), 11u) << "the lumps of twenty particles and more";
  EXPECT_GE(std::count_if(expected.begin(), expected.end(),
                          [](const auto& halo) { return halo.particles == 20; }),
            3)
      << "some of exactly the least number";
  for (std::size_t h = 0; h < haloes.size(); ++h) {
    EXPECT_EQ(haloes[h].particles, expected[h].particles) << h;
    EXPECT_NEAR(haloes[h].mass / expected[h].mass, 1, 1e-12) << h;
    const bool alike = std::any_of(expected.begin(), expected.end(), [&](const auto& other) {
      return other.particles == haloes[h].particles &&
             distance(other.centre, haloes[h].centre) < 1e-9;
    });
    EXPECT_TRUE(alike) << "halo " << h << " has no counterpart";
  }
  const auto counted = analysis::mass_function(haloes, kBox);
  const auto by_hand = analysis::mass_function(expected, kBox);
  EXPECT_EQ(counted.count, by_hand.count);
}

}  // namespace
}  // namespace tycho
