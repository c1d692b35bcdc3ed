// The settings of every algorithm bound to its struct, on both backends and with the defaults: a
// setting that an algorithm misspells or forgets fails here.
#include <gtest/gtest.h>

#include "core/contracts/all_pairs.hpp"
#include "core/contracts/barnes_hut.hpp"
#include "core/contracts/hermite.hpp"
#include "core/contracts/hermite_library.hpp"
#include "core/contracts/particle_mesh.hpp"
#include "core/contracts/pic.hpp"
#include "core/contracts/tree_pm.hpp"
#include "core/settings.hpp"

namespace tycho {
namespace {

struct Bound {
  const Contract* contract;
  void (*bind)(const Settings& settings);
};

class Options : public testing::TestWithParam<Bound> {};

TEST_P(Options, BindEverySettingOnBothBackends) {
  for (const Backend backend : {Backend::kCpu, Backend::kCuda})
    EXPECT_NO_THROW(GetParam().bind(Settings(*GetParam().contract, backend)));
}

INSTANTIATE_TEST_SUITE_P(
    All, Options,
    testing::Values(
        Bound{&all_pairs::contract(),
              [](const Settings& settings) { all_pairs::options(settings); }},
        Bound{&barnes_hut::contract(),
              [](const Settings& settings) { barnes_hut::options(settings); }},
        Bound{&hermite::contract(), [](const Settings& settings) { hermite::options(settings); }},
        Bound{&hermite_library::contract(),
              [](const Settings& settings) { hermite_library::options(settings); }},
        Bound{&particle_mesh::contract(),
              [](const Settings& settings) { particle_mesh::options(settings); }},
        Bound{&pic::contract(), [](const Settings& settings) { pic::options(settings); }},
        Bound{&tree_pm::contract(), [](const Settings& settings) { tree_pm::options(settings); }}),
    [](const auto& instance) { return std::string(instance.param.contract->name); });

TEST(TreeOptions, AreReadByTheNamesThatCasesAndResultsHadOnce) {
  Settings settings(barnes_hut::contract(), Backend::kCpu);
  settings.set("eps", 0.25);
  settings.set("softening", "spline");
  EXPECT_EQ(barnes_hut::options(settings).softening, 0.25);
  EXPECT_TRUE(barnes_hut::options(settings).spline);
  Settings universe(tree_pm::contract(), Backend::kCpu);
  universe.set("eps", 0.125);
  EXPECT_EQ(tree_pm::options(universe).softening, 0.125);
}

TEST(TreeOptions, OfTheOtherBackendKeepTheirDefaults) {
  const tree_pm::Options cpu = tree_pm::options(Settings(tree_pm::contract(), Backend::kCpu));
  EXPECT_EQ(cpu.scheme, tree_pm::Scheme::kParticle);
  EXPECT_FALSE(cpu.mesh_on_host || cpu.overlap || cpu.single);
  const Settings cuda(tree_pm::contract(), Backend::kCuda);
  EXPECT_EQ(tree_pm::options(cuda).scheme, tree_pm::Scheme::kDevice);
  EXPECT_FALSE(tree_pm::options(cuda).ewald);
}

}  // namespace
}  // namespace tycho
