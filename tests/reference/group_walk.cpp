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
/// thirty.
Particles scattered() {
  Particles p(kBodies);
  const Random random(31);
  for (std::size_t i = 0; i < kBodies; ++i) {
    const Vec3<double> at{random.uniform(i, -2, 3, 0), random.uniform(i, 0, 2, 1),
                          random.uniform(i, -1, 0.5, 2)};
    p.set_position(i, i % 2 ? at : Vec3<double>{0.7, 0.3, -0.4} + 0.03 * at);
    p.mass[i] = random.uniform(i, 0.1, 3, 3);
  }
  return p;
}

/// What the walks of a group and of its bodies go by.
struct Walkers {
  tree::Tree<double> tree;
  WalkRule rule;
  HostBodies bodies;
  std::vector<Vec3<double>> old_acc;  // over a factor of 10,000, whatever the place

  Walkers(const WalkRule& walk_rule, double theta)
      : rule(walk_rule), bodies(scattered()), old_acc(kBodies) {
    rule.quadrupole = false;
    tree::Sorted sorted;
    tree::sort(bodies.x, 1, sorted);
    tree::build(sorted, 3, 1, tree);
    tree::moments(sorted, bodies.x, bodies.mass, {},
                  {.quadrupole = false, .relative = rule.relative, .theta = theta}, 1, tree);
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

}  // namespace
}  // namespace tycho::reference::barnes_hut
