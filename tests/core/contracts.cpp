// What every contract promises about itself; a new algorithm is added to the list here.
#include <gtest/gtest.h>

#include <set>

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

class Contracts : public testing::TestWithParam<const Contract*> {};

TEST_P(Contracts, HaveASummaryAndDistinctStages) {
  const Contract& contract = *GetParam();
  EXPECT_FALSE(contract.summary.empty());
  std::set<std::string_view> ids;
  for (const Stage& stage : contract.stages) {
    EXPECT_TRUE(ids.insert(stage.id).second) << stage.id << " stands twice";
    EXPECT_FALSE(stage.label.empty()) << stage.id;
  }
}

/// Whether more work of a stage is counted with some parameter twice as large: the mesh of a stage
/// that only goes over the mesh.
bool grows_with_a_parameter(const Contract& contract, int stage, Backend backend) {
  const Work usual = contract.work(stage, Settings(contract, backend), 1000);
  for (const Parameter& p : contract.parameters) {
    Settings doubled(contract, backend);
    if (!applies(p.scope, backend) || 2 * p.fallback > p.most) continue;
    doubled.set(p.name, 2 * p.fallback);
    const Work more = contract.work(stage, doubled, 1000);
    if (more.bytes > usual.bytes && more.flops >= usual.flops) return true;
  }
  return false;
}

TEST_P(Contracts, CountWorkForEveryStageGrowingWithTheBodiesOrTheMesh) {
  const Contract& contract = *GetParam();
  for (const Backend backend : {Backend::kCpu, Backend::kCuda}) {
    const Settings settings(contract, backend);
    for (int s = 0; s < static_cast<int>(contract.stages.size()); ++s) {
      const Work small = contract.work(s, settings, 1000);
      const Work large = contract.work(s, settings, 8000);
      EXPECT_GT(small.bytes, 0) << contract.stages[s].id;
      EXPECT_GE(large.bytes, small.bytes) << contract.stages[s].id;
      EXPECT_TRUE(large.bytes > small.bytes || grows_with_a_parameter(contract, s, backend))
          << contract.stages[s].id;
      // Where a stage computes on bodies, it computes more on more of them.
      if (large.bytes > small.bytes && small.flops > 0)
        EXPECT_GT(large.flops, small.flops) << contract.stages[s].id;
      else
        EXPECT_EQ(large.flops, small.flops) << contract.stages[s].id;
    }
    EXPECT_GT(contract.throughput(settings, 1000).count, 0);
    EXPECT_GT(contract.throughput(settings, 8000).count, contract.throughput(settings, 1000).count);
  }
}

TEST_P(Contracts, HaveDefaultsThatAreAllowed) {
  const Contract& contract = *GetParam();
  for (const Backend backend : {Backend::kCpu, Backend::kCuda}) {
    Settings settings(contract, backend);
    for (const Parameter& p : contract.parameters) {
      EXPECT_FALSE(p.summary.empty()) << p.name;
      if (applies(p.scope, backend)) {
        EXPECT_NO_THROW(settings.set(p.name, p.fallback));
      }
    }
    for (const Choice& c : contract.choices) EXPECT_FALSE(c.values.empty()) << c.name;
  }
}

TEST_P(Contracts, CanBeTunedWithValuesThatAreAllowed) {
  const Contract& contract = *GetParam();
  for (const Parameter& p : contract.parameters) {
    const Backend backend = applies(p.scope, Backend::kCuda) ? Backend::kCuda : Backend::kCpu;
    Settings settings(contract, backend);
    for (const double value : p.tuning.values) EXPECT_NO_THROW(settings.set(p.name, value));
    if (p.tuning.choice.empty()) continue;
    EXPECT_NO_THROW(settings.set(p.tuning.choice, p.tuning.chosen)) << p.name;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Contracts,
                         testing::Values(&all_pairs::contract(), &particle_mesh::contract(),
                                         &hermite::contract(), &hermite_library::contract(),
                                         &pic::contract(), &barnes_hut::contract(),
                                         &tree_pm::contract()),
                         [](const auto& instance) { return std::string(instance.param->name); });

}  // namespace
}  // namespace tycho
