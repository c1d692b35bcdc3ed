// Who is due, and what is counted: core/tree/list_due.hpp and core/tree/tally.hpp.
#include <gtest/gtest.h>

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
}

TEST(TreeTally, SharedStepsHaveNoRungsAndNoWalksNoMeans) {
  const auto all = counters({}, false);
  EXPECT_EQ(all.size(), 4u);
  for (const auto& [name, value] : all) EXPECT_EQ(value, 0) << name;
}

}  // namespace
}  // namespace tycho::tree
