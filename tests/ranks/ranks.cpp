// Ranks as threads, and one alone. The same over MPI: tests/ranks/over_mpi/main.cpp.
#include "core/ranks/ranks.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>

#include "core/ranks/share.hpp"
#include "tests/ranks/threads.hpp"
#include "tests/ranks/transport.hpp"

namespace tycho::test {
namespace {

class RanksAsThreads : public testing::TestWithParam<int> {};

TEST_P(RanksAsThreads, CarryEverythingWhereItBelongs) {
  run_as_threads({GetParam()}, check_transport);
}

INSTANTIATE_TEST_SUITE_P(Ranks, RanksAsThreads, testing::Values(1, 2, 3, 4, 7, 16));

TEST(RanksAlone, CarryEverythingWhereItBelongs) { check_transport(alone()); }

TEST(RanksShare, PartsAreTheWholeInOrderAndDifferByAGroupAtMost) {
  for (const std::size_t n :
       {std::size_t{0}, std::size_t{1}, std::size_t{30}, std::size_t{1'000'003}})
    for (const int size : {1, 2, 3, 7, 64}) {
      std::size_t next = 0;
      for (int r = 0; r < size; ++r) {
        const Share share = share_of(n, r, size);
        EXPECT_EQ(share.first, next);
        EXPECT_TRUE(share.first % kShareGroup == 0 || share.size() == 0);
        EXPECT_LT(share.size(), n / static_cast<std::size_t>(size) + 2 * kShareGroup);
        next = share.last;
      }
      EXPECT_EQ(next, n);
    }
}

TEST(RanksAsThreads, ARankThatThrowsEndsTheOthers) {
  std::atomic<int> ended = 0;
  EXPECT_THROW(run_as_threads({4},
                              [&](Ranks& ranks) {
                                if (ranks.rank() == 2) throw std::domain_error("broken");
                                try {
                                  ranks.wait();
                                } catch (const RankLost&) {
                                  ++ended;
                                  throw;
                                }
                              }),
               std::domain_error);
  EXPECT_EQ(ended, 3);
}

TEST(RanksAsThreads, ARankThatDoesNotComeIsGivenUp) {
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_THROW(run_as_threads({3, 0.1},
                              [](Ranks& ranks) {
                                if (ranks.rank() != 1) ranks.wait();
                              }),
               RankLost);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
}

TEST(RanksAsThreads, WhatIsChangedOnItsWayIsSeen) {
  const Tamper flip = [](int from, int to, std::span<std::byte> data) {
    if (from == 0 && to == 1 && data.size() > 100) data[100] ^= std::byte{1};
  };
  EXPECT_THROW(run_as_threads({3, 60, flip}, check_transport), std::logic_error);
}

TEST(RanksAsThreads, PartsThatAreNotTheWholeAreRefused) {
  EXPECT_THROW(run_as_threads({2},
                              [](Ranks& ranks) {
                                std::vector<int> five(5);
                                ranks.all_gather(std::span(five), share_sizes(4, 2));
                              }),
               std::logic_error);
}

}  // namespace
}  // namespace tycho::test
