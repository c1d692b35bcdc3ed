// Velocities that forces changed are told from those that something else changed.
#include "harness/measure/kick_part.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/contracts/all_pairs.hpp"
#include "core/philox.hpp"

namespace tycho::measure {
namespace {

constexpr double kTime = 1e-3, kSoftening = 0.1;

Particles some_bodies(std::size_t n) {
  const Random random(11);
  Particles p(n);
  for (std::size_t i = 0; i < n; ++i) {
    const auto [a, b] = random.normal2(i, 0);
    const auto [c, d] = random.normal2(i, 1);
    p.mass[i] = (1 + 0.5 * static_cast<double>(i % 3)) / static_cast<double>(n);
    p.set_position(i, {a, b, c});
    p.set_velocity(i, {0.1 * d, 0.1 * a, -0.1 * c});
  }
  return p;
}

/// A step of a code that has `factor` times the forces.
Particles stepped(Particles p, double factor) {
  const Particles start = p;
  for (std::size_t i = 0; i < p.size(); ++i) {
    Vec3<double> pull;
    for (std::size_t j = 0; j < p.size(); ++j) {
      const Vec3<double> r = start.position(j) - start.position(i);
      const double square = r.x * r.x + r.y * r.y + r.z * r.z + kSoftening * kSoftening;
      pull += (start.mass[j] / (square * std::sqrt(square))) * r;
    }
    p.set_position(i, start.position(i) + kTime * start.velocity(i));
    p.set_velocity(i, start.velocity(i) + (factor * kTime) * pull);
  }
  return p;
}

Settings settings() {
  Settings made(all_pairs::contract(), Backend::kCpu);
  made.set("softening", kSoftening);
  return made;
}

TEST(KickPart, IsThePartOfTheForcesThatACodeHas) {
  const Particles start = some_bodies(300);
  for (const double factor : {1.0, 0.9, 0.0, -1.0, 2.0})
    EXPECT_NEAR(*kick_part(start, stepped(start, factor), settings(), kTime), factor, 1e-2)
        << factor;
}

TEST(KickPart, IsThatOfTheReferenceWhereThereIsNoSumOverPairs) {
  const Particles start = some_bodies(300), right = stepped(start, 1);
  EXPECT_NEAR(*kick_part(start, right, right), 1, 1e-12);
  EXPECT_NEAR(*kick_part(start, stepped(start, 0), right), 0, 1e-12);
  EXPECT_NEAR(*kick_part(start, stepped(start, -1), right), -1, 1e-9);
}

TEST(KickPart, MatchesParticlesByTheirIds) {
  const Particles start = some_bodies(300);
  Particles turned = stepped(start, 1);
  for (auto* values :
       {&turned.mass, &turned.x, &turned.y, &turned.z, &turned.vx, &turned.vy, &turned.vz})
    std::reverse(values->begin(), values->end());
  std::reverse(turned.id.begin(), turned.id.end());
  EXPECT_NEAR(*kick_part(start, turned, settings(), kTime), 1, 1e-2);
  EXPECT_NEAR(*kick_part(start, turned, turned), 1, 1e-12);
}

TEST(KickPart, IsOfBodiesThatMovedAlone) {
  const Particles start = some_bodies(300), right = stepped(start, 1);
  Particles few = start;
  for (std::size_t i = 0; i < 10; ++i) {
    few.set_position(i, right.position(i));
    few.set_velocity(i, right.velocity(i));
  }
  EXPECT_NEAR(*kick_part(start, few, settings(), kTime), 1, 1e-2);
}

TEST(KickPart, IsNotKnownWhereKicksAreLostInRounding) {
  const Particles start = some_bodies(300);
  EXPECT_FALSE(kick_part(start, stepped(start, 0), settings(), 1e-9));
}

}  // namespace
}  // namespace tycho::measure
