// 64^3 bodies stopped between two parts of a step and gone on with by another algorithm, on the
// CPU. Every backend and variant does it with fewer bodies in the tests of its step.
#include "tests/between_rungs.hpp"
#include "tests/pairs/barnes_hut_bodies.hpp"
#include "tests/pairs/tree_pm_bodies.hpp"

namespace tycho {
namespace {

constexpr std::size_t kMany = 64 * 64 * 64;
const Words kBest{{"scheme", "best"}, {"precision", "fp32"}, {"steps", "individual"}};

void expect_goes_on(const Contract& contract, const Numbers& numbers, const Particles& bodies) {
  const auto stored = [&](Algorithm& algorithm) {
    Particles p(bodies.size());
    algorithm.store(p);
    return p;
  };
  SilentTimer silent(contract.stages);
  const auto through = make(contract, on(Backend::kCpu, kBest, 2), numbers);
  through->load(bodies);
  for (int part = 0; part < 3; ++part)
    ASSERT_FALSE(through->advance_part(silent)) << "not in four parts";
  const std::vector<double> within = through->checkpoint();
  through->advance(silent);
  const auto resumed = make(contract, on(Backend::kCpu, kBest, 2), numbers);
  resumed->restore(bodies, within);
  resumed->advance(silent);
  expect_same_bits(stored(*resumed), stored(*through));
}

TEST(BetweenRungs, AUniverseOf64CubedBodiesGoesOnToTheBit) {
  expect_goes_on(tree_pm::contract(), {{"dt", 0.04}, {"a_begin", 0.2}, {"rungs", 2}},
                 haloes(kMany));
}

TEST(BetweenRungs, AClusterOf64CubedBodiesGoesOnToTheBit) {
  expect_goes_on(barnes_hut::contract(),
                 {{"dt", 0.03}, {"softening", 0.02}, {"theta", 0.9}, {"rungs", 2}},
                 lopsided(kMany));
}

}  // namespace
}  // namespace tycho
