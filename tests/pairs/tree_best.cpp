// scheme = best of barnes_hut on the CPU beside the plain walk: no less accurate at one opening
// angle, right for groups and lists that fill no vector, and the same bits on any number of
// threads.
#include "tests/pairs/barnes_hut_bodies.hpp"

namespace tycho {
namespace {

constexpr double kEps = 0.01;

class BestTree : public TreeTest {
 protected:
  static Particles forces(const Way& way, const Particles& bodies, const Numbers& numbers) {
    return loaded(*make(barnes_hut::contract(), way, numbers), bodies);
  }
  static Way plain() {
    Way way = GetParam();
    way.words["scheme"] = "particle";
    way.words["precision"] = "fp64";
    way.numbers.clear();
    return way;
  }
};

TEST_P(BestTree, ErrsNoMoreThanThePlainWalk) {
  const Particles bodies = lopsided(6007);
  for (const double opening : {1.0, 0.6}) {
    const Numbers numbers{{"softening", kEps}, {"theta", opening}, {"alpha", 0.005 * opening}};
    const Softening soft = softening(GetParam(), kEps);
    const auto best = force_errors(forces(GetParam(), bodies, numbers), soft, 3);
    const auto alone = force_errors(forces(plain(), bodies, numbers), soft, 3);
    for (const double percent : {50.0, 90.0, 99.0})
      EXPECT_LE(best.at(percent), alone.at(percent)) << percent << " " << opening;
  }
}

// One body, two, primes; groups of one, of fewer than a vector, of more than there are bodies.
TEST_P(BestTree, TakesGroupsAndListsThatFillNoVector) {
  for (const std::size_t n : {1, 2, 3, 5, 7, 11, 17, 31, 67, 131, 257})
    for (const double group : {1.0, 3.0, 13.0, 64.0}) {
      const Particles bodies = lopsided(n);
      const Numbers numbers{
          {"softening", kEps}, {"theta", 0.2}, {"alpha", 1e-5}, {"leaf", 3}, {"group", group}};
      Way way = GetParam();
      way.numbers.clear();
      const auto algorithm = make(barnes_hut::contract(), way, numbers);
      const auto errors = force_errors(loaded(*algorithm, bodies), softening(way, kEps));
      EXPECT_LE(errors.at(100), 1e-2) << n << " " << group;
      const auto pot = algorithm->field("particle_potential");
      ASSERT_EQ(pot.size(), n);
      for (std::size_t i = 0; i < n; ++i) {
        const double exact = direct_force(bodies, i, softening(way, kEps)).pot;
        EXPECT_NEAR(pot[i], exact, 2e-3 * -exact) << n << " " << group << " " << i;
      }
    }
}

// Others at a body's own place have a potential, itself has none.
TEST_P(BestTree, KnowsThePotentialOfBodiesInOnePlace) {
  Particles bodies = lopsided(211);
  for (std::size_t i = 40; i < 60; ++i) bodies.set_position(i, bodies.position(39));
  for (const double eps : {kEps, 1e-6}) {
    const auto algorithm =
        make(barnes_hut::contract(), GetParam(),
             {{"softening", eps}, {"theta", 0.2}, {"alpha", 1e-5}, {"dt", 1e-12}});
    algorithm->load(bodies);
    const auto pot = algorithm->field("particle_potential");
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const double exact = direct_force(bodies, i, softening(GetParam(), eps)).pot;
      EXPECT_NEAR(pot[i], exact, 2e-3 * -exact) << i << " " << eps;
    }
  }
}

TEST_P(BestTree, GivesTheSameBitsOnAnyNumberOfThreads) {
  const Particles bodies = lopsided(5003);
  const Numbers numbers{{"softening", kEps}, {"dt", 0.01}, {"rungs", 4}};
  std::vector<Particles> ends;
  std::vector<std::vector<double>> potentials;
  for (const int threads : {1, 3, 3, 2}) {
    Way way = GetParam();
    way.threads = threads;
    const auto algorithm = make(barnes_hut::contract(), way, numbers, {{"steps", "individual"}});
    algorithm->load(bodies);
    advance(*algorithm, 2);
    ends.push_back(stored(*algorithm, bodies.size()));
    potentials.push_back(algorithm->field("particle_potential"));
  }
  for (std::size_t k = 1; k < ends.size(); ++k) {
    expect_same_bits(ends[k], ends[0]);
    EXPECT_EQ(potentials[k], potentials[0]);
  }
}

bool best_on_cpu(const Way& way) {
  return way.words.count("scheme") && way.words.at("scheme") == "best";
}
INSTANTIATE_TEST_SUITE_P(Every, BestTree, testing::ValuesIn(only(tree_ways(), best_on_cpu)),
                         test_name);

}  // namespace
}  // namespace tycho
