// What every contract promises about itself.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/contracts/barnes_hut.hpp"
#include "core/contracts/tree_pm.hpp"
#include "core/known_contracts.hpp"
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

/// A stage of a contract with its defaults on the CPU.
Work counted(const Contract& contract, std::string_view id, std::int64_t particles) {
  int stage = 0;
  while (contract.stages[stage].id != id) ++stage;
  return contract.work(stage, Settings(contract, Backend::kCpu), particles);
}

void expect_counted(const Contract& contract, std::string_view id, double flops, double bytes) {
  const Work work = counted(contract, id, 1000);
  EXPECT_DOUBLE_EQ(work.flops, flops) << contract.name << " " << id;
  EXPECT_DOUBLE_EQ(work.bytes, bytes) << contract.name << " " << id;
}

TEST(CountedWork, OfAThousandBodiesIsThatCountedByHand) {
  // 20 flops a pair (Elsen et al. 2006); mass and position in, acceleration out.
  expect_counted(*find_contract("all_pairs"), "force", 2e7, 7 * 8e3);
  // Two halves: a product and a sum of each component; velocity and acceleration in, velocity out.
  expect_counted(*find_contract("all_pairs"), "kick", 12e3, 2 * 9 * 8e3);
  // Position and velocity in, position out; into the box in a universe.
  for (const char* name : {"all_pairs", "barnes_hut"})
    expect_counted(*find_contract(name), "drift", 6e3, 9 * 8e3);
  expect_counted(*find_contract("tree_pm"), "drift", 9e3, 9 * 8e3);
  // Of 128^3 real cells, so 128 x 128 x 65 modes: 2.5 M log2 M flops each way and four a mode; the
  // mesh in and out, and the spectrum, of two reals a mode, four times.
  const double cells = 128.0 * 128 * 128, modes = 128.0 * 128 * 65;
  expect_counted(*find_contract("particle_mesh"), "poisson", 2 * 2.5 * cells * 21 + 4 * modes,
                 8 * (2 * cells + 4 * 2 * modes));
  // A deposit: 11 flops and two coordinates; a push: 28, and four numbers in and out.
  const Settings pic(*find_contract("pic"), Backend::kCpu);
  const double grid = pic.number("nx") * pic.number("ny");
  const double real = pic.chosen("precision", "fp32") ? 4 : 8;
  expect_counted(*find_contract("pic"), "deposit", 11e3, real * (2e3 + grid));
  expect_counted(*find_contract("pic"), "push", 28e3, real * (8e3 + 2 * grid));
}

TEST(TreeContracts, CountTheSameBytesOfTheSortOnTheDevice) {
  const auto bytes_of_sort = [](const Contract& contract, const char* steps) {
    Settings settings(contract, Backend::kCuda);
    for (const auto& [name, value] :
         {std::pair("scheme", "device"), {"precision", "fp32"}, {"steps", steps}})
      settings.set(name, std::string_view(value));
    const auto is_sort = [](const Stage& stage) { return stage.id == "sort"; };
    const auto sort = std::find_if(contract.stages.begin(), contract.stages.end(), is_sort);
    return contract.work(static_cast<int>(sort - contract.stages.begin()), settings, 1000).bytes;
  };
  const Contract &galaxy = barnes_hut::contract(), &universe = tree_pm::contract();
  EXPECT_EQ(bytes_of_sort(universe, "shared"), bytes_of_sort(galaxy, "shared"));
  // With steps of their own bodies keep the pull of the mesh: four numbers in, four out.
  EXPECT_EQ(bytes_of_sort(universe, "individual"), bytes_of_sort(galaxy, "individual") + 32000);
}

// A GPU refines its estimate of the root elsewhere, or not at all; a CPU does it in the same lanes.
TEST(PairContracts, CountTheInstructionsOfAPairForTheCpuByItself) {
  for (const char* name : {"all_pairs", "hermite"}) {
    const Contract& contract = *find_contract(name);
    int counted = 0;
    for (int s = 0; s < static_cast<int>(contract.stages.size()); ++s) {
      const double cpu = contract.issue_slots(s, Settings(contract, Backend::kCpu));
      Settings single(contract, Backend::kCuda);
      single.set("precision", std::string_view("fp32"));
      const double cuda = contract.issue_slots(s, single);
      EXPECT_EQ(cpu > 0, cuda > 0) << name << " " << contract.stages[s].id;
      if (cpu > 0) {
        EXPECT_GT(cpu, cuda) << name;
      }
      counted += cpu > 0;
    }
    EXPECT_EQ(counted, 1) << name;
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

TEST_P(Contracts, HaveAStepAndTraitsThatTheirSettingsAnswer) {
  const Contract& contract = *GetParam();
  const Traits& traits = contract.traits;
  for (const Backend backend : {Backend::kCpu, Backend::kCuda}) {
    Settings settings(contract, backend);
    EXPECT_GT(settings.dt(), 0);
    if (traits.periodic_box) {
      EXPECT_GT(traits.periodic_box(settings).x, 0);
    }
    if (traits.pair_force) {
      EXPECT_GT(traits.pair_force(settings, 1000).softening, 0);
      EXPECT_GT(traits.pair_force(settings, 1000).gravity, 0);
    }
    if (traits.plasma) {
      EXPECT_GT(traits.plasma(settings).nx, 0);
      EXPECT_GT(traits.plasma(settings).ny, 0);
    }
  }
  const Settings cuda(contract, Backend::kCuda);
  for (const std::string_view choice : {traits.precision, traits.sums})
    if (!choice.empty()) {
      EXPECT_NO_THROW(cuda.choice(choice)) << choice;
    }
}

TEST_P(Contracts, OfExpandingSpaceStateABoxAPairForceAndWhereARunBegins) {
  const Contract& contract = *GetParam();
  const Traits& traits = contract.traits;
  EXPECT_EQ(traits.expanding != nullptr, traits.conserves == Conserved::kLayzerIrvine);
  if (!traits.expanding) return;
  Settings settings(contract, Backend::kCpu);
  ASSERT_TRUE(traits.periodic_box && traits.pair_force);
  const Vec3<double> box = traits.periodic_box(settings);
  EXPECT_EQ(box, (Vec3<double>{box.x, box.x, box.x})) << "a universe is a cube";
  settings.set(traits.expanding->begin, 0.25);
  EXPECT_EQ(traits.expanding->scale_factor(settings, 0), 0.25);
  EXPECT_GT(traits.expanding->scale_factor(settings, 3), 0.25);
}

INSTANTIATE_TEST_SUITE_P(All, Contracts,
                         testing::ValuesIn(known_contracts().begin(), known_contracts().end()),
                         [](const auto& instance) { return std::string(instance.param->name); });

}  // namespace
}  // namespace tycho
