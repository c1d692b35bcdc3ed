// The host's tree and mesh with the walk on the GPU: the bits of the CPU side. Gadget's table has
// the same values on both; the device's own erfc need not.
#include "tests/pairs/tree_pm_bodies.hpp"

namespace tycho {
namespace {

class TreePmBits : public testing::TestWithParam<Words> {};

TEST_P(TreePmBits, AreThoseOfTheReferenceStepAfterStep) {
  const std::size_t n = 509;
  const Way cpu = on(Backend::kCpu, {});
  const Way gpu = on(Backend::kCuda, {{"scheme", "particle"}, {"mesh", "host"}});
  SKIP_WHERE_UNAVAILABLE(gpu);
  const Numbers numbers{{"dt", 0.05}, {"a_begin", 0.2}, {"rungs", 4}, {"grid", 24}};
  const auto reference = make(tree_pm::contract(), cpu, numbers, GetParam());
  const auto algorithm = make(tree_pm::contract(), gpu, numbers, GetParam());
  SilentTimer silent(tree_pm::contract().stages);
  for (Algorithm* each : {reference.get(), algorithm.get()}) {
    each->load(haloes(n));
    for (int s = 0; s < 2; ++s) each->advance(silent);
  }
  Particles a, b;
  reference->store(a);
  algorithm->store(b);
  expect_same_bits(a, b);
  EXPECT_EQ(reference->field("particle_potential"), algorithm->field("particle_potential"));
  for (const char* name : {"interactions_per_body", "walks"})
    EXPECT_EQ(reference->counters().at(name), algorithm->counters().at(name)) << name;
}

INSTANTIATE_TEST_SUITE_P(All, TreePmBits,
                         testing::Values(Words{}, Words{{"split", "published"}},
                                         Words{{"opening", "geometric"}},
                                         Words{{"steps", "individual"}},
                                         Words{{"split", "accurate"}}, Words{{"order", "id"}},
                                         Words{{"order", "id"}, {"steps", "individual"}}),
                         [](const auto& instance) {
                           std::string label = "cuda";
                           for (const auto& [key, word] : instance.param) label += "_" + word;
                           return label;
                         });

}  // namespace
}  // namespace tycho
