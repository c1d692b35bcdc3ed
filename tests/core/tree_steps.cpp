// Who is due, which step comes next, and what is counted: core/tree/list_due.hpp, core/bodies and
// core/tree/tally.hpp.
#include <gtest/gtest.h>

#include "core/bodies/barnes_hut.hpp"
#include "core/bodies/tree_pm.hpp"
#include "core/tree/list_due.hpp"
#include "core/tree/tally.hpp"

namespace tycho::tree {
namespace {

// Places 0 to 4 of the tree hold bodies 3, 0, 4, 1, 2.
const std::vector<std::int32_t> kOrder{3, 0, 4, 1, 2};
const std::vector<std::uint8_t> kRungs{0, 2, 1, 2, 1};

std::vector<std::int32_t> due(std::int64_t tick, int deepest, bool by_id) {
  std::vector<std::int32_t> places{99, 98};
  list_due(kRungs, {1.0, deepest, tick}, kOrder, by_id, 1, places);
  for (const int threads : {2, 3, 7}) {
    std::vector<std::int32_t> shared;
    list_due(kRungs, {1.0, deepest, tick}, kOrder, by_id, threads, shared);
    EXPECT_EQ(shared, places) << threads;
  }
  return places;
}

TEST(TreeSteps, AllAreDueWhenAStepEndsInTheOrderAskedFor) {
  EXPECT_EQ(due(4, 2, false), (std::vector<std::int32_t>{0, 1, 2, 3, 4}));
  EXPECT_EQ(due(4, 2, true), (std::vector<std::int32_t>{1, 3, 4, 0, 2}));
}

TEST(TreeSteps, WithinAStepOnlyTheirRungsAreDue) {
  EXPECT_EQ(due(1, 2, false), (std::vector<std::int32_t>{0, 3}));        // rung 2: bodies 3 and 1
  EXPECT_EQ(due(2, 2, false), (std::vector<std::int32_t>{0, 2, 3, 4}));  // and rung 1
  EXPECT_EQ(due(2, 2, true), (std::vector<std::int32_t>{3, 4, 0, 2}));
}

TEST(TreeSteps, WithoutRungsAllAreDue) {
  EXPECT_EQ(due(1, 0, false), (std::vector<std::int32_t>{0, 1, 2, 3, 4}));
}

// sqrt(2 eta eps / |a|), here 1 / sqrt(|a|).
TEST(TreeSteps, OfAUniverseAreChosenByBothForcesTogether) {
  tree_pm::HostBodies b(Particles(3), 10);
  b.short_g = {{1, 0, 0}, {0, 0, 0}, {16, 0, 0}};
  b.long_g = {{0, 0, 0}, {0, -4, 0}, {-16, 0, 0}};
  const Rungs chosen = tree_pm::choose_rungs(b, {1.0, 6, 0}, 0.5, 1, 1, 1);
  EXPECT_EQ(b.rung, (std::vector<std::uint8_t>{0, 1, 0}));
  EXPECT_EQ(chosen.deepest, 1);
}

TEST(TreeSteps, OfAGalaxyAreChosenByTheSofteningOfEachBody) {
  barnes_hut::HostBodies b(Particles(3), {});
  b.acc.assign(3, {1, 0, 0});
  barnes_hut::choose_rungs(b, {1.0, 6, 0}, 0.5, std::vector<double>{1, 0.25, 0.0625}, 1);
  EXPECT_EQ(b.rung, (std::vector<std::uint8_t>{0, 1, 2}));
  barnes_hut::choose_rungs(b, {1.0, 6, 0}, 0.5, std::vector<double>{0.25}, 1);
  EXPECT_EQ(b.rung, (std::vector<std::uint8_t>{1, 1, 1}));
}

TEST(TreeTally, CountersAreMeansOverTheWalks) {
  Tally tally{8, 24, 40, 3};
  tally.add(Rungs{5, 2});
  tally.add(Rungs{4, 7});
  const auto all = counters(tally, true);
  EXPECT_EQ(all.at("walks"), 8);
  EXPECT_EQ(all.at("interactions_per_body"), 8);
  EXPECT_EQ(all.at("cell_interactions_per_body"), 3);
  EXPECT_EQ(all.at("body_interactions_per_body"), 5);
  EXPECT_EQ(all.at("substeps"), 3);
  EXPECT_EQ(all.at("particle_steps"), 8);
  EXPECT_EQ(all.at("deepest_rung"), 5);
  EXPECT_EQ(all.at("steps_at_floor"), 9);
  Walked walked{1, 2, 3, 4};
  walked.add({10, 20, 30, 40});
  EXPECT_EQ(walked.missing, 44);
}

TEST(TreeTally, SharedStepsHaveNoRungsAndNoWalksNoMeans) {
  const auto all = counters({}, false);
  EXPECT_EQ(all.size(), 4u);
  for (const auto& [name, value] : all) EXPECT_EQ(value, 0) << name;
}

}  // namespace
}  // namespace tycho::tree
