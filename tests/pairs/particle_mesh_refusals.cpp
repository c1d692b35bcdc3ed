// What the particle mesh does not take, and what it says.
#include "tests/pairs/mesh_variants.hpp"
#include "tests/pairs/refusal.hpp"

namespace tycho {
namespace {

class MeshRefusal : public MeshTest {};

TEST_P(MeshRefusal, NamesTheFirstParticleThatIsNowhere) {
  Particles p = random_particles(101);
  p.z[17] = p.x[40] = std::nan("");
  p.id[17] = 1234;
  const auto mesh = make({{"grid", 8}});
  expect_says(refusal<UsageError>([&] { mesh->load(p); }), "particle 17 (id 1234)");
}

TEST_P(MeshRefusal, TakesOneMassOnly) {
  Particles p = random_particles(101);
  p.mass[5] *= 2;
  const auto mesh = make({{"grid", 8}});
  expect_says(refusal<UsageError>([&] { mesh->load(p); }), "particle 5");
}

TEST_P(MeshRefusal, SaysHowFarAMeshCanBeCoarsened) {
  const Words multigrid{{"poisson", "multigrid"}};
  expect_says(refusal<UsageError>([&] { make({{"grid", 96}}, multigrid); }), "levels = 4");
  expect_says(refusal<UsageError>([&] {
                make({{"grid", 32}, {"levels", 5}}, multigrid);
              }),
              "cannot be coarsened 5 times");
}

TEST_P(MeshRefusal, WantsADensityOfItsOwnSize) {
  const auto mesh = make({{"grid", 8}});
  const std::vector<double> wrong(100);
  expect_says(refusal<UsageError>([&] { mesh->solve(wrong); }), "512 cells");
}

INSTANTIATE_TEST_SUITE_P(Sides, MeshRefusal,
                         ::testing::Values(on(Backend::kCpu, {{"precision", "fp32"}}),
                                           on(Backend::kCuda, {{"precision", "fp32"}})),
                         test_name);

TEST(MeshSettings, SortParticlesOnTheCpuByTheBestLoopOnly) {
  expect_says(refusal<UsageError>([] {
                make(particle_mesh::contract(), on(Backend::kCpu, {}, 1, {{"reorder", 4}}));
              }),
              "loop = best");
}

class MeshMemory : public MeshTest {};

// 2048^3 complex numbers in double precision are 128 GiB, and there are more meshes than that one.
TEST_P(MeshMemory, RefusesWhatDoesNotFitBeforeAllocating) {
  const std::string said = refusal<Unavailable>([&] {
    make({{"grid", 1024}}, {{"boundary", "isolated"}})->load(random_particles(101));
  });
  expect_says(said, "out of device memory: particle_mesh asks for");
  expect_says(said, "are free");
}

INSTANTIATE_TEST_SUITE_P(Sides, MeshMemory, ::testing::Values(on(Backend::kCuda, {})), test_name);

}  // namespace
}  // namespace tycho
