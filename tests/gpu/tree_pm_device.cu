// scheme = device: what its kernels must hold to whatever the reference says. (That they do as the
// reference does is in tests/pairs.)
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/contracts/tree_pm.hpp"
#include "core/error.hpp"
#include "core/philox.hpp"
#include "gpu/implementations.hpp"
#include "gpu/support/memory.hpp"
#include "gpu/tree_pm/tree_pm.hpp"
#include "tests/between_rungs.hpp"
#include "tests/same_bits.hpp"

namespace tycho::gpu {
namespace {

using Numbers = std::map<std::string, double>;
using Words = std::map<std::string, std::string>;

constexpr double kBox = 130;

class TreePmDevice : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (const std::string reason = unavailable(); !reason.empty()) GTEST_SKIP() << reason;
  }
  static bool single() { return std::string(GetParam()) == "fp32"; }

  static Settings settings(const Numbers& numbers, const Words& words) {
    Settings settings(tycho::tree_pm::contract(), Backend::kCuda);
    settings.set("precision", std::string_view(GetParam()));
    for (const auto& [name, word] : words) settings.set(name, std::string_view(word));
    for (const auto& [name, value] : numbers) settings.set(name, value);
    return settings;
  }
  static std::unique_ptr<Algorithm> make(const Numbers& numbers = {}, const Words& words = {}) {
    return tree_pm::make(settings(numbers, words));
  }
  static void advance(Algorithm& algorithm, int steps) {
    SilentTimer silent(tycho::tree_pm::contract().stages);
    for (int s = 0; s < steps; ++s) algorithm.advance(silent);
  }
  static Particles stored(Algorithm& algorithm) {
    Particles p(1);
    algorithm.store(p);
    return p;
  }
  static Particles after(Algorithm& algorithm, const Particles& p, int steps) {
    algorithm.load(p);
    advance(algorithm, steps);
    return stored(algorithm);
  }
};

void make_matter_of_box(Particles& p) {
  double all = 0;
  for (const double m : p.mass) all += m;
  for (double& m : p.mass) m *= particle_mass(Cosmology{}, kBox, 1) / all;
}

/// Unequal masses all over the box, a third of them in a clump around its corner, a close pair.
Particles boxful(std::size_t n) {
  Particles p(n);
  const Random random(78);
  for (std::size_t i = 0; i < n; ++i) {
    const Vec3<double> at{random.uniform(i, 0), random.uniform(i, 1), random.uniform(i, 2)};
    const Vec3<double> half{0.4, 0.5, 0.55};
    p.set_position(i, kBox * (i % 3 == 1 ? 0.1 * (at - half) : at));
    p.mass[i] = random.uniform(i, 0.1, 3.0, 3);
    p.set_velocity(i, {random.uniform(i, -30, 30, 4), random.uniform(i, -30, 20, 5),
                       random.uniform(i, -10, 30, 6)});
    p.id[i] = 7 * i + 3;
  }
  if (n > 3) p.set_position(2, p.position(0) + Vec3<double>{0.01, -0.02, 0});
  make_matter_of_box(p);
  return p;
}

double length(const Vec3<double>& v) { return std::sqrt(dot(v, v)); }

double mean_acceleration(const Particles& p) {
  double sum = 0;
  for (std::size_t i = 0; i < p.size(); ++i) sum += length(p.acceleration(i));
  return sum / static_cast<double>(p.size());
}

/// The largest difference of two accelerations, over the mean of all. A NaN counts as large.
double farthest(const Particles& a, const Particles& b) {
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double apart = length(a.acceleration(i) - b.acceleration(i));
    most = std::isfinite(apart) ? std::max(most, apart) : HUGE_VAL;
  }
  return most / mean_acceleration(a);
}

// By whole cells of the mesh, so that the mesh sees the same; with so small a theta the tree's
// cells, which lie otherwise, do not matter. What is left is rounding, in single precision that of
// the positions: 4e-6 Mpc of a clump's separations of 0.5.
TEST_P(TreePmDevice, ForcesDoNotDependOnWhereTheBoxBegins) {
  const int n = 1009, grid = 24;
  for (const auto& [split, factor] :
       {std::pair{"compact", "table"}, {"published", "table"}, {"published", "erfc"}}) {
    const auto algorithm =
        make({{"grid", grid}, {"theta", 1e-3}},
             {{"opening", "geometric"}, {"split", split}, {"short_range", factor}});
    Particles p = boxful(n);
    const Particles here = after(*algorithm, p, 0);
    for (int i = 0; i < n; ++i)
      p.set_position(i, p.position(i) + kBox / grid * Vec3<double>{5, -7, 31});
    const Particles there = after(*algorithm, p, 0);
    EXPECT_LE(farthest(here, there), single() ? 2e-3 : 1e-9) << split << ", " << factor;
    EXPECT_GT(mean_acceleration(here), 0);
  }
}

TEST_P(TreePmDevice, MeshOnTheHostGivesTheSameForces) {
  const Particles p = boxful(3001);
  // The relative criterion may open a cell for one and not for the other.
  const Words by_theta{{"opening", "geometric"}};
  const Particles device = after(*make({}, by_theta), p, 0);
  const Particles host = after(*make({}, {{"opening", "geometric"}, {"mesh", "host"}}), p, 0);
  EXPECT_LE(farthest(device, host), single() ? 1e-4 : 1e-10);
  const Particles overlapped = after(*make({}, {{"mesh", "host"}, {"overlap", "yes"}}), p, 3);
  expect_same_bits(after(*make({}, {{"mesh", "host"}}), p, 3), overlapped);
}

TEST_P(TreePmDevice, DoesNotWaitAndRepeatsToTheBit) {
  const Particles p = boxful(5003);
  const auto once = make(), again = make();
  once->load(p);
  const std::int64_t waits = once->clock().waits();
  advance(*once, 4);
  EXPECT_EQ(once->clock().waits(), waits);
  expect_same_bits(stored(*once), after(*again, p, 4));
  EXPECT_EQ(once->counters().at("host_waits"), 0);
}

TEST_P(TreePmDevice, PutsEveryBodyInOneLeafAndAllMassOnTheMesh) {
  for (const int n : {216, 513, 2003}) {
    const auto algorithm = make();
    algorithm->load(boxful(n));
    for (const double count : algorithm->field("tree_leaf_count")) ASSERT_EQ(count, 1) << n;
    const std::vector<double> density = algorithm->field("density");
    double sum = 0;
    for (const double value : density) sum += value;
    EXPECT_NEAR(sum / static_cast<double>(density.size()), 1, 1e-12) << n;
  }
}

// Summed on the device, of the state behind the last step, whether it was stored or not.
TEST_P(TreePmDevice, TellsTheEnergyThatItsPotentialsAddUpTo) {
  const auto algorithm = make();
  algorithm->load(boxful(2003));
  advance(*algorithm, 2);
  const std::vector<double> energy = algorithm->field("energy");
  ASSERT_EQ(energy.size(), 2U);
  const Particles p = stored(*algorithm);
  const std::vector<double> potential = algorithm->field("particle_potential");
  double kinetic = 0, half = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    kinetic += 0.5 * p.mass[i] * dot(p.velocity(i), p.velocity(i));
    half += 0.5 * p.mass[i] * potential[i];
  }
  EXPECT_NEAR(energy[0], kinetic, 1e-12 * kinetic);
  EXPECT_NEAR(energy[1], half, 1e-12 * std::abs(half));
  EXPECT_EQ(algorithm->field("energy"), energy);
}

// What the contract says before anything is made is what the device then gives up, within what
// trees and transforms may ask for and do not.
TEST_P(TreePmDevice, TakesNoMoreMemoryThanItsContractSays) {
  const Particles p = boxful(262144);
  const Settings asked = settings({}, {{"steps", "individual"}});
  const auto algorithm = tree_pm::make(asked);
  const std::size_t before = device_memory().free_bytes;
  algorithm->load(p);
  const std::size_t after = device_memory().free_bytes;
  const MemoryNeed need =
      tycho::tree_pm::contract().memory(asked, static_cast<std::int64_t>(p.size()));
  EXPECT_LT(after, before);
  // Allocations are rounded up to 2 MiB, of which there are some dozens.
  EXPECT_LT(static_cast<double>(before - after), static_cast<double>(need.device) + 128e6);
}

TEST_P(TreePmDevice, GoesOnFromACheckpointToTheBit) {
  const Particles p = boxful(2003);
  for (const char* steps : {"shared", "individual"}) {
    const auto through = make({}, {{"steps", steps}}), resumed = make({}, {{"steps", steps}});
    through->load(p);
    advance(*through, 2);
    const std::vector<double> checkpoint = through->checkpoint();
    advance(*through, 2);
    resumed->restore(p, checkpoint);
    advance(*resumed, 2);
    expect_same_bits(stored(*through), stored(*resumed));
    EXPECT_EQ(through->field("scale_factor"), resumed->field("scale_factor"));
  }
}

// 64^3 bodies.
TEST_P(TreePmDevice, GoesOnFromACheckpointToTheBitBetweenRungs) {
  for (const char* mesh : {"device", "host"})
    expect_goes_on_between_rungs(
        [&] {
          return make({{"dt", 0.04}, {"a_begin", 0.2}, {"rungs", 4}},
                      {{"steps", "individual"}, {"mesh", mesh}});
        },
        tycho::tree_pm::contract(), boxful(64 * 64 * 64));
}

// Pairs that meet half-way and part again: for one step, with leaves of one body, each needs a
// chain of cells down to the deepest level. The steps are so short that nothing pulls meanwhile.
TEST_P(TreePmDevice, LosesNoStepWhereTheCellsOutgrowTheirRoom) {
  const int n = 600, steps = 8;
  const Numbers numbers{{"dt", 1e-9}, {"leaf", 1}};
  const double drift = tycho::tree_pm::Expansion(settings(numbers, {})).drift(0, 0, 1);
  Particles p(n);
  const Random random(3);
  for (int i = 0; i < n; i += 2) {
    const Vec3<double> at{random.uniform(i, 0, kBox, 0), random.uniform(i, 0, kBox, 1),
                          random.uniform(i, 0, kBox, 2)};
    p.mass[i] = p.mass[i + 1] = 1;
    p.set_position(i, at);
    p.set_position(i + 1, at + Vec3<double>{12, 0, 0});
    p.set_velocity(i + 1, {-(12 - 1e-5) / (steps / 2 * drift), 0, 0});
  }
  make_matter_of_box(p);
  for (const Words& words : {Words{}, Words{{"steps", "individual"}}, Words{{"mesh", "host"}},
                             Words{{"mesh", "host"}, {"overlap", "yes"}}}) {
    const auto ahead = make(numbers, words), guarded = make(numbers, words);
    ahead->load(p);
    guarded->load(p);
    EXPECT_EQ(ahead->counters().at("redone_builds"), 0);
    advance(*ahead, steps);
    for (int s = 0; s < steps; ++s) {
      advance(*guarded, 1);
      guarded->clock().wait();
    }
    expect_same_bits(stored(*ahead), stored(*guarded));
    EXPECT_GT(ahead->counters().at("redone_builds"), 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Precisions, TreePmDevice, ::testing::Values("fp32", "fp64"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace tycho::gpu
