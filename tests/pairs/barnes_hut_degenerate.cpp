// Bodies that lie as no sane initial condition has them: the tree must end, and be right.
#include "tests/pairs/barnes_hut_bodies.hpp"

namespace tycho {
namespace {

class DegenerateTree : public TreeTest {
 protected:
  /// Errors of all bodies with every setting but eps at a sharp opening.
  ForceErrors errors_of(const Particles& bodies, double eps) {
    const auto algorithm =
        with({{"softening", eps}, {"theta", 0.3}, {"alpha", 1e-4}, {"dt", 1e-12}});
    const Particles after = loaded(*algorithm, bodies);
    for (const double count : algorithm->field("tree_leaf_count")) EXPECT_EQ(count, 1);
    advance(*algorithm, 1);  // and once more from where they are
    return force_errors(after, softening(GetParam(), eps));
  }
  double limit(double in_double, double in_single) const {
    return GetParam().single() ? in_single : in_double;
  }
};

Particles random_ball(std::size_t n) {
  Particles p = lopsided(n);
  for (auto* v : {&p.vx, &p.vy, &p.vz}) std::fill(v->begin(), v->end(), 0.0);
  return p;
}

TEST_P(DegenerateTree, OneBodyFeelsNothing) {
  const Particles bodies = random_ball(1);
  EXPECT_EQ(errors_of(bodies, 0.01).at(100), 0);
}

TEST_P(DegenerateTree, TwoBodiesFeelEachOther) {
  Particles bodies = random_ball(2);
  bodies.set_position(1, bodies.position(0) + Vec3<double>{0.3, -0.1, 0.7});
  EXPECT_LE(errors_of(bodies, 0.01).at(100), limit(1e-14, 2e-6));
}

// More of them than fit a leaf, at one position, among others: no level parts them.
TEST_P(DegenerateTree, BodiesInOnePlaceShareALeaf) {
  Particles bodies = random_ball(701);
  for (std::size_t i = 100; i < 400; ++i) bodies.set_position(i, bodies.position(50));
  const auto algorithm = with({{"softening", 0.02}, {"theta", 0.3}, {"alpha", 1e-4}});
  const Particles after = loaded(*algorithm, bodies);
  const auto errors = force_errors(after, softening(GetParam(), 0.02));
  EXPECT_LE(errors.at(100), 2e-2);
  advance(*algorithm, 1);
  stored(*algorithm, bodies.size());
  EXPECT_GE(algorithm->counters().at("largest_leaf"), 301);
}

TEST_P(DegenerateTree, BodiesAllInOnePlacePullAtNothing) {
  Particles bodies = random_ball(300);
  for (std::size_t i = 0; i < bodies.size(); ++i) bodies.set_position(i, {3, -7, 11});
  for (const double eps : {0.0, 0.1}) {
    const auto algorithm = with({{"softening", eps}});
    const Particles after = loaded(*algorithm, bodies);
    for (std::size_t i = 0; i < bodies.size(); ++i)
      ASSERT_EQ(after.acceleration(i), (Vec3<double>{0, 0, 0})) << i;
  }
}

TEST_P(DegenerateTree, WithoutSofteningBodiesInOnePlaceLeaveTheOthersFinite) {
  Particles bodies = random_ball(307);
  for (std::size_t i = 40; i < 45; ++i) bodies.set_position(i, bodies.position(39));
  const auto errors = errors_of(bodies, 0);
  EXPECT_LE(errors.at(90), 1e-2);
  EXPECT_LT(errors.at(100), 1);
}

TEST_P(DegenerateTree, BodiesOnALineAreATree) {
  Particles bodies = random_ball(2003);
  for (std::size_t i = 0; i < bodies.size(); ++i) bodies.set_position(i, {0.5, bodies.y[i], -2});
  // The pulls of both sides nearly cancel for many of them, which relative errors do not forgive.
  const auto errors = errors_of(bodies, 0.05);
  const double order = quadrupoles(GetParam()) ? 0.1 : 1;
  EXPECT_LE(errors.at(50), order * 1e-2);
  EXPECT_LE(errors.at(90), order * 3e-2);
}

// Radii over twelve decades, evenly by their logarithm. The keys end after six; below, leaves of
// many bodies are summed directly.
TEST_P(DegenerateTree, AClusterOfTwelveDecadesIsSummedToItsCentre) {
  Particles bodies = random_ball(1201);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Vec3<double> at = bodies.position(i);
    const double radius = std::pow(10, -12 * static_cast<double>(i) / 1200);
    bodies.set_position(i, (radius / length(at)) * at);
  }
  const auto errors = errors_of(bodies, 0);
  if (GetParam().single()) {  // knows positions to 1e-7 of the whole, and nothing closer
    for (const double error : errors.sorted) ASSERT_FALSE(std::isnan(error));
    EXPECT_LE(errors.at(30), 1e-2);
  } else {
    EXPECT_LE(errors.at(50), 1e-3);
    EXPECT_LE(errors.at(100), 5e-2);
  }
}

// A billion sizes from the origin: double keeps seven digits of the positions, and the tree is made
// of those that are left. (The device scheme in single precision takes positions about the root's
// centre too.)
TEST_P(DegenerateTree, AFarOffClusterIsTheSameCluster) {
  Particles bodies = random_ball(1511);
  for (std::size_t i = 0; i < bodies.size(); ++i)
    bodies.set_position(i, bodies.position(i) + Vec3<double>{1e9, -2e9, 3e9});
  const auto errors = errors_of(bodies, 0.05);
  EXPECT_LE(errors.at(50), 1e-3);
  EXPECT_LE(errors.at(99), 2e-2);
}

TEST_P(DegenerateTree, BodiesWithoutMassFeelTheOthers) {
  Particles bodies = random_ball(1009);
  for (std::size_t i = 0; i < bodies.size(); i += 3) bodies.mass[i] = 0;
  for (std::size_t i = 600; i < 700; ++i) {  // a corner of them alone
    bodies.mass[i] = 0;
    bodies.set_position(i, Vec3<double>{-30, -30, -30} + 0.01 * bodies.position(i));
  }
  EXPECT_LE(errors_of(bodies, 0.05).at(99), 1e-2);
}

INSTANTIATE_TEST_SUITE_P(Every, DegenerateTree, testing::ValuesIn(tree_ways()), test_name);

}  // namespace
}  // namespace tycho
