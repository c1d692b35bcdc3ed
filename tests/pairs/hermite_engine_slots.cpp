// What the force engines keep and hand over: slots, blocks in pieces, lists of neighbours.
// hermite_engine.cpp says which engines there are.
#include "tests/pairs/hermite_engine.hpp"

namespace tycho {
namespace {

TEST_P(HermiteEngine, UsesTheFirstSlotsOnlyAndKeepsThemWhenItGrows) {
  const auto bodies = sources_of(crowd(300));
  engine_->reserve(40);
  engine_->set_j(slots_upto(40), std::span(bodies).first(40));
  const auto block = targets_of(bodies, 33);
  compare(bodies, 40, block, forces(block, 40, 1e-3), 1e-3, 0, "40");
  engine_->reserve(300);
  std::vector<std::int32_t> rest;
  for (std::int32_t s = 299; s >= 40; --s) rest.push_back(s);
  std::vector<JBody> reversed(bodies.rbegin(), bodies.rend() - 40);
  engine_->set_j(rest, reversed);
  compare(bodies, 300, block, forces(block, 300, 1e-3), 1e-3, 0, "300");
  compare(bodies, 37, block, forces(block, 37, 1e-3), 1e-3, 0, "37");
  EXPECT_THROW(engine_->set_j(std::vector<std::int32_t>{1 << 20}, std::vector<JBody>(1)),
               std::out_of_range);
}

// Batches on both sides of kManyJBodies, in memory that is written again as soon as it is free;
// each begins in the middle of the one before.
TEST_P(HermiteEngine, TakesBodiesBatchByBatch) {
  constexpr std::size_t kSlots = 30011;
  auto bodies = sources_of(crowd(kSlots));
  engine_->reserve(kSlots);
  std::size_t first = 0, end = 0;
  for (const std::size_t size : {5000, 4096, 4096, 100, 4500, 513, 4096, 9001, 4095, 7}) {
    const auto room = engine_->room(size).first(size);
    std::vector<std::int32_t> slots(size);
    for (std::size_t k = 0; k < size; ++k) {
      slots[k] = static_cast<std::int32_t>(first + k);
      bodies[first + k].x.y += 0.125;
      room[k] = bodies[first + k];
    }
    engine_->set_j(slots, room);
    end = std::max(end, first + size);
    first += size / 2;
  }
  bodies.resize(end);
  const auto block = targets_of(bodies, 61);
  compare(bodies, end, block, forces(block, end, 1e-3), 1e-3, 0, "all batches");
}

TEST_P(HermiteEngine, TakesABlockThatAbandonsTheOneBefore) {
  const auto bodies = sources_of(crowd(157));
  set(bodies);
  const auto all = targets_of(bodies, 157);
  engine_->start(all, 157, 1e-3);
  engine_->start(all, 157, 1e-3);
  const std::vector<IBody> some(all.begin() + 5, all.begin() + 12);
  compare(bodies, 157, some, forces(some, 157, 1e-3), 1e-3, 0, "the last block");
  EXPECT_TRUE(forces({}, 157, 1e-3).empty());
}

// Sizes on both sides of where a block is cut into pieces, most of them odd.
TEST_P(HermiteEngine, AsksForABlockAndHandsItOverPieceByPiece) {
  const auto bodies = sources_of(crowd(67));
  set(bodies);
  for (const std::size_t ni : {0, 1, 700, 1025, 8191, 8193, 12007, 20011}) {
    const auto block = targets_of(bodies, ni);
    std::size_t filled = 0, taken = 0;
    const auto fill = [&](std::size_t first, std::span<IBody> piece) {
      ASSERT_EQ(first, filled);
      std::copy_n(block.begin() + first, piece.size(), piece.begin());
      filled += piece.size();
    };
    engine_->start(ni, fill, 67, 1e-3);
    ASSERT_EQ(filled, ni);
    std::vector<Force> pieces;
    const auto take = [&](std::size_t first, std::span<const Force> piece) {
      ASSERT_EQ(first, taken);
      pieces.insert(pieces.end(), piece.begin(), piece.end());
      taken += piece.size();
    };
    const std::span<const Force> all = engine_->finish(take);
    ASSERT_EQ(taken, ni);
    ASSERT_EQ(all.size(), ni);
    for (std::size_t i = 0; i < ni; ++i) ASSERT_EQ(pieces[i].acc, all[i].acc) << i << " of " << ni;
    compare(bodies, 67, block, pieces, 1e-3, 0, std::to_string(ni));
  }
}

TEST_P(HermiteEngine, AbandonsABlockThatCannotBeFilled) {
  const auto bodies = sources_of(crowd(157));
  set(bodies);
  const auto block = targets_of(bodies, 9001);
  for (const std::size_t bad : {3, 5000, 9000}) {
    const auto fill = [&](std::size_t first, std::span<IBody> piece) {
      std::copy_n(block.begin() + first, piece.size(), piece.begin());
      if (first + piece.size() > bad) throw std::domain_error("a body that cannot be had");
    };
    EXPECT_THROW(engine_->start(9001, fill, 157, 1e-3), std::domain_error);
    compare(bodies, 157, block, forces(block, 157, 1e-3), 1e-3, 0, "after " + std::to_string(bad),
            31);
  }
}

TEST_P(HermiteEngine, ListsNeighboursInTheOrderOfSlots) {
  const auto bodies = sources_of(crowd(2503));
  set(bodies);
  const auto block = targets_of(bodies, 5);
  forces(block, 2503, 1e-3);
  const std::vector<double> h2{0.0, 0.0123, 0.25, 1e4, 0.1};
  constexpr std::size_t kMost = 64;
  std::vector<std::int32_t> counts, lists;
  engine_->neighbours(h2, kMost, counts, lists);
  for (std::size_t i = 0; i < block.size(); ++i) {
    std::vector<std::int32_t> expected;
    for (const JBody& b : bodies)
      if (const Vec3<double> r = b.x - block[i].x; b.index != block[i].index && dot(r, r) < h2[i])
        expected.push_back(b.index);
    EXPECT_EQ(counts[i], static_cast<std::int64_t>(expected.size()));
    expected.resize(std::min<std::size_t>(expected.size(), kMost));
    const auto row = lists.begin() + i * kMost;
    EXPECT_EQ(std::vector<std::int32_t>(row, row + expected.size()), expected);
  }
}

}  // namespace
}  // namespace tycho
