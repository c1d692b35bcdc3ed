// Particles that nothing moved are told from those that something moved a little.
#include "core/loaded_state.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/philox.hpp"

namespace tycho {
namespace {

Particles some(std::size_t n) {
  const Random random(7);
  Particles p(n);
  for (std::size_t i = 0; i < n; ++i) {
    const auto [a, b] = random.normal2(i, 0);
    const auto [c, d] = random.normal2(i, 1);
    p.mass[i] = 1;
    p.set_position(i, {a, b, c});
    p.set_velocity(i, {d, -a, b});
  }
  return p;
}

Particles in_single(Particles p) {
  for (auto* values : {&p.x, &p.y, &p.z, &p.vx, &p.vy, &p.vz})
    for (double& value : *values) value = static_cast<float>(value);
  return p;
}

TEST(LoadedState, IsFoundAgainInAnyOrderAndInSinglePrecision) {
  const Particles p = some(97);
  const LoadedState loaded(p, 1e-3);
  EXPECT_TRUE(loaded.unmoved(p));
  EXPECT_TRUE(loaded.unmoved(in_single(p)));
  Particles turned = p;
  for (auto* values : {&turned.x, &turned.y, &turned.z, &turned.vx, &turned.vy, &turned.vz})
    std::reverse(values->begin(), values->end());
  EXPECT_FALSE(loaded.unmoved(turned)) << "each has the place of another";
  std::reverse(turned.id.begin(), turned.id.end());
  EXPECT_TRUE(loaded.unmoved(turned));
}

TEST(LoadedState, SeesTheLastBitOfOneParticle) {
  const Particles p = some(97);
  const LoadedState loaded(p, 1e-3);
  for (const auto field : {&Particles::x, &Particles::y, &Particles::z, &Particles::vx,
                           &Particles::vy, &Particles::vz}) {
    Particles moved = p;
    (moved.*field)[50] = std::nextafter((moved.*field)[50], 1e9);
    EXPECT_FALSE(loaded.unmoved(moved));
    moved = in_single(p);
    (moved.*field)[50] = std::nextafter(static_cast<float>((moved.*field)[50]), 1e9F);
    EXPECT_FALSE(loaded.unmoved(moved));
  }
}

TEST(LoadedState, IsRightWhereNothingCanMove) {
  Particles p = some(97);
  EXPECT_FALSE(LoadedState(p, 1e-12).unmoved(in_single(p))) << "too short a step for single";
  EXPECT_TRUE(LoadedState(p, 1e-12).unmoved(p));
  for (auto* values : {&p.vx, &p.vy, &p.vz}) std::fill(values->begin(), values->end(), 0.0);
  EXPECT_FALSE(LoadedState(p, 1).unmoved(p)) << "at rest";
}

}  // namespace
}  // namespace tycho
