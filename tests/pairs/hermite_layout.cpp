// What the kernels of the Hermite scheme rely on and the host can try: how work is shared out, how
// bodies are packed, which slot has an index.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <utility>
#include <vector>

#include "gpu/hermite/arrival.hpp"
#include "gpu/hermite/forms.hpp"
#include "gpu/hermite/plan.hpp"
#include "gpu/hermite/slot_index.hpp"

namespace tycho::gpu::hermite {
namespace {

// Thread blocks, and how many make a cluster.
constexpr std::pair<int, int> kCrews[] = {{1, 1},   {20, 4},  {132, 2}, {216, 1},
                                          {248, 4}, {264, 1}, {372, 4}};
constexpr int kTargets[] = {1,   2,    31,   32,   33,    64,    65,    100,    128,
                            129, 1000, 4096, 4097, 16384, 33793, 65536, 262144, 1048576};
constexpr int kSources[] = {1, 31, 32, 33, 255, 256, 257, 1024, 16384, 65536, 1048576};

template <typename Body>
void for_every_plan(const Body& body) {
  for (const auto& [thread_blocks, cluster] : kCrews)
    for (const int targets : kTargets)
      for (const int sources : kSources)
        for (const int most_bodies : {1, 2, 4}) {
          const Crew crew{thread_blocks, cluster, most_bodies};
          body(make_plan(targets, {sources, crew}), targets, sources, crew);
        }
}

TEST(HermitePlan, HoldsEveryTargetAndEverySourceOnce) {
  for_every_plan([](const Plan& plan, int targets, int sources, const Crew& crew) {
    EXPECT_GE(plan.bodies, 1);
    EXPECT_LE(plan.bodies, crew.most_bodies);
    EXPECT_GE(plan.groups * plan.targets(), targets);
    EXPECT_LT((plan.groups - 1) * plan.targets(), targets) << "a group without a target";
    for (const int of_thread_block : {kWarps<true>, kWarps<false>}) {
      const int warps = of_thread_block * (plan.parts > 0 ? plan.parts * crew.cluster : 1);
      const Shares shares(sources, warps);
      EXPECT_EQ(shares.first(0), 0);
      EXPECT_EQ(shares.first(warps), sources);
      const int units = (sources + kUnit - 1) / kUnit;
      for (int w = 0; w < warps; ++w) {
        const int taken = shares.first(w + 1) - shares.first(w);
        EXPECT_EQ((taken + kUnit - 1) / kUnit, units / warps + (w < units % warps));
      }
    }
  });
}

TEST(HermitePlan, FitsTheSpaceSetAside) {
  for_every_plan([](const Plan& plan, int, int, const Crew& crew) {
    if (plan.parts < 2) return;
    EXPECT_LE(plan.parts, kMostParts);
    EXPECT_LE(static_cast<std::int64_t>(plan.items()) * plan.bodies, most_partials(crew));
    EXPECT_LE(static_cast<std::int64_t>(plan.groups) * crew.cluster, most_counters(crew));
  });
}

TEST(HermitePlan, HasABlockForEveryItemOrAllBlocks) {
  for_every_plan([](const Plan& plan, int, int, const Crew& crew) {
    const int blocks = thread_blocks_for(plan, crew);
    EXPECT_EQ(blocks % crew.cluster, 0);
    EXPECT_GT(blocks, 0);
    EXPECT_LE(blocks, crew.thread_blocks);
    const int takers = plan.parts > 0 ? blocks / crew.cluster : blocks;
    EXPECT_TRUE(blocks == crew.clusters() * crew.cluster || takers >= plan.items());
  });
}

// On a GPU of 264 resident thread blocks where targets are many, where the sizes of the tables are
// run.
TEST(HermitePlan, LeavesFewBlocksIdle) {
  const auto used = [](int targets, int sources) {
    const Plan plan = make_plan(targets, {sources, {264, 1, 4}});
    return plan.items() / (264 * std::ceil(plan.items() / 264.0));
  };
  EXPECT_GT(used(512, 65536), 0.9);
  EXPECT_GT(used(16384, 16384), 0.9);
  EXPECT_GT(used(65536, 65536), 0.9);
  EXPECT_GT(used(20000, 1048576), 0.9);
  EXPECT_GT(used(262144, 262144), 0.9);
}

TEST(HermitePlan, JoinsTheSumsOfFewTargetsOnce) {
  const Crew crew{132, 2, 1};
  for (const int targets : {1, 32, 64, 128, 512, 1984})
    for (const int sources : {4096, 16384, 65536}) {
      const Plan plan = make_plan(targets, {sources, crew});
      EXPECT_LE(plan.items(), plan.parts > 0 ? crew.clusters() : crew.thread_blocks)
          << targets << " against " << sources;
    }
}

// A lane with more targets than it needs computes what nobody asked for.
TEST(HermitePlan, WastesFewLanes) {
  for_every_plan([](const Plan& plan, int targets, int, const Crew&) {
    const int warps = (targets + kWarp - 1) / kWarp;
    EXPECT_LE(5 * plan.groups * plan.bodies, 6 * warps) << targets;
  });
}

TEST(HermiteArrival, IsOfEveryWord) {
  Result sent{{1, -2, 3}, {-4, 5, -6}, -7, -1, 0};
  double words[kFields];
  std::memcpy(words, &sent, sizeof sent);
  for (int missing = 0; missing < kFields; ++missing) {
    Result here[2];
    await(here);
    EXPECT_FALSE(arrived(here[0]));
    for (int w = 0; w < kFields; ++w)
      if (w != missing)
        std::memcpy(reinterpret_cast<char*>(here) + w * sizeof(double), &words[w], 8);
    EXPECT_FALSE(arrived(here[0])) << "word " << missing;
    std::memcpy(reinterpret_cast<char*>(here) + missing * sizeof(double), &words[missing], 8);
    EXPECT_TRUE(arrived(here[0])) << "word " << missing;
    EXPECT_FALSE(arrived(here[1]));
  }
}

template <typename F>
class HermiteForm : public testing::Test {};
using Forms = testing::Types<Fp32, Ds, Fp64>;
TYPED_TEST_SUITE(HermiteForm, Forms);

TYPED_TEST(HermiteForm, HoldsWhatWasPacked) {
  using F = TypeParam;
  const tycho::hermite::Motion<double> motion{{1.25, -2.5, 0.375}, {0.5, 4, -8}};
  Word words[F::kWords];
  F::pack(motion, 0.75, -123456, words);
  const auto there = F::unpack(words);
  EXPECT_EQ(there.mass, 0.75);
  EXPECT_EQ(there.index, -123456);
  const Target origin{{}, {}, 0, 0};
  const auto r = F::separation(F::here(origin), there);
  EXPECT_EQ(r.x, 1.25);
  EXPECT_EQ(r.y, -2.5);
  EXPECT_EQ(r.z, 0.375);
  EXPECT_EQ(there.v.y, 4);
  EXPECT_EQ(F::exact(F::here(origin), there), motion.x);
}

template <typename F>
double separation_error() {
  const Vec3<double> x{0.6123, -0.5376, 0.5812}, apart{0.7e-6, -0.5e-6, 0.509e-6};
  Word words[F::kWords];
  F::pack({x + apart, {}}, 1, 1, words);
  const auto r = F::separation(F::here({x, {}, 0, 0}), F::unpack(words));
  return std::abs(r.x / 0.7e-6 - 1);
}

TEST(HermiteForms, DifferencesOfPairsOfFloatsAreExactToSinglePrecision) {
  EXPECT_GT(separation_error<Fp32>(), 1e-3);
  EXPECT_LT(separation_error<Ds>(), 1e-7);
  EXPECT_LT(separation_error<Fp64>(), 1e-9);
}

TEST(SlotIndex, FindsTheSlotOfAnIndex) {
  SlotIndex slots;
  slots.resize(4);
  slots.set(0, 17);
  slots.set(1, -5);
  slots.set(3, 2'000'000'000);  // far from the others: not a table
  EXPECT_EQ(slots.slot_of(17), 0);
  EXPECT_EQ(slots.slot_of(-5), 1);
  EXPECT_EQ(slots.slot_of(2'000'000'000), 3);
  EXPECT_EQ(slots.slot_of(18), -1);
  EXPECT_EQ(slots.slot_of(-1), -1) << "slot 2 was never set";
  EXPECT_FALSE(slots.ambiguous());
  slots.set(3, 18);  // now close together: a table
  EXPECT_EQ(slots.slot_of(18), 3);
  EXPECT_EQ(slots.slot_of(2'000'000'000), -1);
  EXPECT_EQ(slots.slot_of(-6), -1);
}

TEST(SlotIndex, KnowsWhenAnIndexStandsTwice) {
  SlotIndex slots;
  slots.resize(3);
  for (int s = 0; s < 3; ++s) slots.set(s, s);
  EXPECT_FALSE(slots.ambiguous());
  slots.set(2, 0);
  EXPECT_TRUE(slots.ambiguous());
  slots.set(0, 7);
  EXPECT_FALSE(slots.ambiguous());
  EXPECT_EQ(slots.slot_of(0), 2);
}

}  // namespace
}  // namespace tycho::gpu::hermite
