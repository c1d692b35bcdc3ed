// scheme = particle in double: the GPU's walk over the host's tree gives the CPU's bits. The paper
// (cudagadget2013) wanted this and did not have it.
#include "tests/pairs/barnes_hut_bodies.hpp"

namespace tycho {
namespace {

class TreeBits : public testing::TestWithParam<Way> {
 protected:
  void SetUp() override { SKIP_WHERE_UNAVAILABLE(GetParam()); }
  static Particles run(Backend backend, const Particles& bodies, const Numbers& numbers, int steps,
                       std::vector<double>& potential) {
    Way way = GetParam();
    way.backend = backend;
    const auto algorithm = make(barnes_hut::contract(), way, numbers);
    algorithm->load(bodies);
    SilentTimer silent(barnes_hut::contract().stages);
    for (int s = 0; s < steps; ++s) algorithm->advance(silent);
    Particles after(bodies.size());
    after.poison();
    algorithm->store(after);
    potential = algorithm->field("particle_potential");
    return after;
  }

  static void expect_identical(const Particles& bodies, const Numbers& numbers, int steps) {
    std::vector<double> cpu_potential, cuda_potential;
    const Particles cpu = run(Backend::kCpu, bodies, numbers, steps, cpu_potential);
    const Particles cuda = run(Backend::kCuda, bodies, numbers, steps, cuda_potential);
    expect_same_bits(by_id(cpu), by_id(cuda));
    if (cpu.id == cuda.id) {
      EXPECT_EQ(cpu_potential, cuda_potential);
    }
  }
};

TEST_P(TreeBits, AreTheCpusAfterTheFirstForce) {
  for (const int n : {1, 2, 33, 3001, 70001})
    expect_identical(lopsided(n), {{"softening", 0.01}}, 0);
}

TEST_P(TreeBits, AreTheCpusAfterManySteps) {
  expect_identical(lopsided(3001), {{"softening", 0.01}, {"dt", 1e-3}}, 25);
}

/// Individual steps are chosen by the softening, and cannot do without one.
class TreeBitsOfSharedSteps : public TreeBits {};

TEST_P(TreeBitsOfSharedSteps, AreTheCpusWithoutSoftening) {
  Particles bodies = lopsided(1009);
  for (std::size_t i = 40; i < 45; ++i) bodies.set_position(i, bodies.position(39));
  expect_identical(bodies, {{"softening", 0}, {"dt", 1e-6}}, 1);
}

TEST_P(TreeBits, AreTheCpusFarFromTheOriginAndOverManyDecades) {
  Particles bodies = lopsided(1009);
  for (std::size_t i = 0; i < bodies.size(); ++i)
    bodies.set_position(i,
                        Vec3<double>{1e6, 0, -3e7} +
                            std::pow(10, -12 * static_cast<double>(i) / 1009) * bodies.position(i));
  expect_identical(bodies, {{"softening", 1e-3}, {"dt", 1e-6}}, 2);
}

/// Only the spline takes a length of its own for every body.
class TreeBitsOfSplines : public TreeBits {};

TEST_P(TreeBitsOfSplines, AreTheCpusWithUnequalSoftenings) {
  Particles bodies = lopsided(3001);
  for (std::size_t i = 0; i < bodies.size(); ++i)
    bodies.softening.push_back(i % 3 == 0 ? 0.3 : i % 3 == 1 ? 0.03 : 0.1);
  expect_identical(bodies, {{"dt", 1e-2}}, 3);
}

std::vector<Way> ways() {
  std::vector<Way> all;
  for (const char* opening : {"geometric", "relative"})
    for (const char* moments : {"quadrupole", "monopole"})
      for (const char* softening : {"plummer", "spline"}) {
        Way way = on(Backend::kCuda,
                     {{"scheme", "particle"}, {"opening", opening}, {"moments", moments}});
        way.name += std::string("_") + softening;
        if (softening == std::string("spline")) way.words["softening_kernel"] = softening;
        all.push_back(way);
      }
  all.push_back(on(Backend::kCuda, {{"scheme", "particle"},
                                    {"opening", "relative"},
                                    {"moments", "monopole"},
                                    {"softening_kernel", "spline"},
                                    {"order", "id"}}));
  all.push_back(on(Backend::kCuda, {{"scheme", "particle"},
                                    {"opening", "relative"},
                                    {"moments", "monopole"},
                                    {"softening_kernel", "spline"},
                                    {"steps", "individual"}}));
  return all;
}
bool shared_steps(const Way& way) { return !way.words.count("steps"); }
INSTANTIATE_TEST_SUITE_P(Particle, TreeBits, testing::ValuesIn(ways()), test_name);
INSTANTIATE_TEST_SUITE_P(Particle, TreeBitsOfSharedSteps,
                         testing::ValuesIn(only(ways(), shared_steps)), test_name);
INSTANTIATE_TEST_SUITE_P(Particle, TreeBitsOfSplines, testing::ValuesIn(only(ways(), splines)),
                         test_name);

}  // namespace
}  // namespace tycho
