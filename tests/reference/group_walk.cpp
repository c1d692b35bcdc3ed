// One walk for a group beside the walks of its bodies alone: it looks into every leaf that one of
// them would look into, so that each has at least the accuracy that it would have alone. A group
// that takes a cell which one of its bodies would open is short of the bodies in it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <vector>

#include "core/philox.hpp"
#include "reference/barnes_hut/walk.hpp"

namespace tycho::reference::barnes_hut {
namespace {

constexpr std::size_t kBodies = 601;

/// Half of the bodies in a flat box, half in a clump thirty times smaller; masses over a factor of
/// thirty. The first `together` of them are in one place.
Particles scattered(std::size_t together) {
  Particles p(kBodies);
  const Random random(31);
  for (std::size_t i = 0; i < kBodies; ++i) {
    const Vec3<double> at{random.uniform(i, -2, 3, 0), random.uniform(i, 0, 2, 1),
                          random.uniform(i, -1, 0.5, 2)};
    p.set_position(i, i % 2 ? at : Vec3<double>{0.7, 0.3, -0.4} + 0.03 * at);
    if (i < together) p.set_position(i, {1, 1, 0});
    p.mass[i] = random.uniform(i, 0.1, 3, 3);
  }
  return p;
}

/// Every seventeenth body has the largest, and of the others every third the middle one.
std::vector<double> three_radii() {
  std::vector<double> radii(kBodies);
  for (std::size_t i = 0; i < kBodies; ++i) radii[i] = i % 17 == 3 ? 0.9 : i % 3 == 1 ? 0.1 : 0.01;
  return radii;
}

/// What the walks of a group and of its bodies go by.
struct Walkers {
  tree::Tree<double> tree;
  WalkRule rule;
  HostBodies bodies;
  std::vector<Vec3<double>> old_acc;  // over a factor of 10,000, whatever the place

  /// `radii`: the spline's, one a body or none.
  Walkers(const WalkRule& walk_rule, double theta, std::vector<double> radii = {},
          std::size_t together = 0)
      : rule(walk_rule), bodies(scattered(together), std::move(radii)), old_acc(kBodies) {
    rule.quadrupole = false;
    tree::Sorted sorted;
    tree::sort(bodies.x, 1, sorted);
    tree::build(sorted, 3, 1, tree);
    tree::moments(
        sorted, bodies.x, bodies.mass, bodies.radius,
        {.quadrupole = false, .relative = rule.relative, .theta = theta, .softening = rule.radius},
        1, tree);
    const Random random(37);
    for (std::size_t i = 0; i < kBodies; ++i)
      old_acc[i] = {0, std::pow(10, random.uniform(i, -2, 2, 0)), 0};
  }

  /// Bodies that each of the group meets.
  double met_together(std::span<const std::int32_t> slots) {
    bodies.acc = old_acc;
    const auto size = static_cast<int>(slots.size());
    const tree::Walked walked = walk_best<double>(tree, rule, slots, size, 1, bodies);
    return walked.with_bodies / walked.walks;
  }
  /// The most that one of them meets alone.
  double met_alone(std::span<const std::int32_t> slots) {
    double most = 0;
    for (const std::int32_t slot : slots) {
      bodies.acc = old_acc;
      most = std::max(most, walk<double>(tree, rule, {&slot, 1}, 1, bodies).with_bodies);
    }
    return most;
  }

  void expect_every_group_to_look_where_its_bodies_would() {
    std::vector<std::int32_t> slots(kBodies);
    std::iota(slots.begin(), slots.end(), 0);
    int telling = 0, groups = 0;
    for (const std::size_t size : {2, 5, 13})
      for (std::size_t first = 0; first + size <= kBodies; first += size, ++groups) {
        const auto group = std::span<const std::int32_t>(slots).subspan(first, size);
        const double alone = met_alone(group);
        EXPECT_GE(met_together(group), alone) << size << " bodies from slot " << first << " on";
        telling += alone < kBodies - 1;
      }
    EXPECT_GT(telling, groups / 2) << "where a body meets all others a group cannot err";
  }
};

TEST(GroupWalk, OpensACellByThetaWhereTheNearestPointOfItsBoxWould) {
  Walkers({}, 0.8).expect_every_group_to_look_where_its_bodies_would();
}

TEST(GroupWalk, OpensACellByTheLeastAccelerationOfItsBodies) {
  Walkers({.relative = true, .alpha = 0.01}, 0).expect_every_group_to_look_where_its_bodies_would();
}

// So large an alpha that nothing is opened but by its nearness.
TEST(GroupWalk, OpensACellThatOneOfItsBodiesIsBeside) {
  Walkers({.relative = true, .alpha = 1e12}, 0).expect_every_group_to_look_where_its_bodies_would();
}

// So large an alpha that, but for nearness, only cells within a softening radius are opened.
TEST(GroupWalk, OpensACellWithinTheLargestRadiusOfItsBodies) {
  Walkers({.relative = true, .spline = true, .alpha = 1e12}, 0, three_radii())
      .expect_every_group_to_look_where_its_bodies_would();
}

// An alpha of 0 opens every cell: the sum over all others, of which some are in one place and
// differ in their radii. Sums of 600 terms in two orders differ by 600 units of rounding at most,
// 7e-14 of what is added up.
TEST(GroupWalk, SoftensEveryPairByTheLargerOfItsTwoRadii) {
  const std::vector<double> radii = three_radii();
  Walkers all({.relative = true, .spline = true, .alpha = 0}, 0, radii, 40);
  std::vector<std::int32_t> slots(kBodies);
  std::iota(slots.begin(), slots.end(), 0);
  walk_best<double>(all.tree, all.rule, slots, 13, 1, all.bodies);
  for (std::size_t i = 0; i < kBodies; ++i) {
    tree::Pull<double> sum;
    double pulls = 0;
    for (std::size_t j = 0; j < kBodies; ++j) {
      if (j == i) continue;
      const Vec3<double> r = all.bodies.x[j] - all.bodies.x[i];
      const auto kernel = tree::spline_kernel(dot(r, r), std::max(radii[i], radii[j]));
      const auto pull = tree::monopole_pull(r, all.bodies.mass[j], kernel);
      sum += pull;
      pulls += std::sqrt(dot(pull.acc, pull.acc));
    }
    const Vec3<double> off = all.bodies.acc[i] - sum.acc;
    EXPECT_LE(std::sqrt(dot(off, off)), 1e-13 * pulls) << i;
    EXPECT_NEAR(all.bodies.pot[i], sum.pot, -1e-13 * sum.pot) << i;
  }
}

}  // namespace
}  // namespace tycho::reference::barnes_hut
