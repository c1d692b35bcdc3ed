// Slabs of planes: who has which, and how planes, columns and particles go from rank to rank.
#include "core/mesh/slabs.hpp"

#include <gtest/gtest.h>
#include <algorithm>

#include <numeric>

#include "core/mesh/slab_balance.hpp"
#include "core/mesh/slab_particles.hpp"
#include "core/mesh/slab_planes.hpp"
#include "core/mesh/slab_transpose.hpp"
#include "tests/ranks/on_mesh.hpp"

namespace tycho::test {
namespace {

using mesh::Slabs;

constexpr int kSides[] = {1, 2, 3, 5, 16};
constexpr std::size_t kPlane = 6;

/// Cell c of plane k of a mesh.
std::int64_t value(int k, std::size_t c) { return 100 * k + static_cast<std::int64_t>(c); }

std::vector<std::int64_t> own_planes(const Slabs& slabs, int rank) {
  std::vector<std::int64_t> values;
  for (int k = slabs.first(rank); k < slabs.last(rank); ++k)
    for (std::size_t c = 0; c < kPlane; ++c) values.push_back(value(k, c));
  return values;
}

TEST(Slabs, WhatLeavesIsDroppedAndEverythingElseStaysTogether) {
  for (const std::vector<std::uint32_t>& places :
       {std::vector<std::uint32_t>{}, {0}, {6}, {1, 2, 5}, {4, 5, 6}, {0, 1, 2, 3, 4, 5, 6}}) {
    std::vector<int> left{10, 11, 12, 13, 14, 15, 16};
    std::vector<double> beside{0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5};
    std::vector<int> expected;
    for (int i = 0; i < 7; ++i)
      if (!std::count(places.begin(), places.end(), static_cast<std::uint32_t>(i)))
        expected.push_back(10 + i);
    mesh::drop(places, left, beside);
    ASSERT_EQ(left.size(), expected.size());
    ASSERT_EQ(beside.size(), expected.size());
    for (std::size_t i = 0; i < left.size(); ++i) EXPECT_EQ(left[i] - 10, int(beside[i]));
    std::sort(left.begin(), left.end());
    EXPECT_EQ(left, expected);
  }
}

TEST(Slabs, EveryPlaneHasOneOwnerInTheOrderOfTheRanks) {
  for (const int side : kSides)
    for (const int ranks : kNumbersOfRanks) {
      const Slabs slabs(side, ranks);
      int next = 0;
      for (int r = 0; r < ranks; ++r) {
        EXPECT_EQ(slabs.first(r), next);
        for (; next < slabs.last(r); ++next) EXPECT_EQ(slabs.owner(next), r);
      }
      EXPECT_EQ(next, side);
    }
}

TEST(Slabs, GuardPlanesAreTheNeighboursPlanesAroundThePeriodicBox) {
  for (const int side : kSides)
    for (const int size : kNumbersOfRanks)
      on_ranks({size}, [&](Ranks& ranks) {
        const Slabs slabs(side, size);
        const int me = ranks.rank(), planes = slabs.size(me);
        const mesh::Guards guards{2, 1};
        std::vector<std::int64_t> values(planes == 0 ? 0 : kPlane * (planes + 3), -1);
        const auto own = own_planes(slabs, me);
        if (planes > 0) std::copy(own.begin(), own.end(), values.begin() + 2 * kPlane);
        mesh::copy_guards(ranks, slabs, guards, std::span(values), kPlane);
        return [=] {
          for (std::size_t i = 0; i < values.size(); ++i) {
            const int plane = slabs.first(me) - 2 + static_cast<int>(i / kPlane);
            EXPECT_EQ(values[i], value(slabs.wrapped(plane), i % kPlane)) << side << " planes";
          }
        };
      });
}

// Every rank adds 1 to its planes and 10 to each guard plane.
TEST(Slabs, GuardPlanesAreAddedToThePlanesTheyStandFor) {
  for (const int side : kSides)
    for (const int size : kNumbersOfRanks)
      on_ranks({size}, [&](Ranks& ranks) {
        const Slabs slabs(side, size);
        const int me = ranks.rank(), planes = slabs.size(me);
        std::vector<std::int64_t> values(planes == 0 ? 0 : kPlane * (planes + 2), 10);
        std::fill_n(values.begin() + (planes == 0 ? 0 : kPlane), kPlane * planes, 1);
        mesh::add_guards(ranks, slabs, {1, 1}, std::span(values), kPlane);
        return [=] {
          for (int k = 0; k < planes; ++k) {
            std::int64_t expected = 1;
            for (int r = 0; r < size; ++r)
              for (const int guard : mesh::guard_planes(slabs, r, 1, 1))
                if (guard == slabs.first(me) + k) expected += 10;
            for (std::size_t c = 0; c < kPlane; ++c)
              EXPECT_EQ(values[kPlane * (k + 1) + c], expected) << side << " planes";
          }
        };
      });
}

TEST(Slabs, ATransposeThereAndBackGivesTheMeshAgain) {
  constexpr int kRows = 5;
  constexpr std::size_t kLength = 3;
  for (const int side : kSides)
    for (const int size : kNumbersOfRanks)
      on_ranks({size}, [&](Ranks& ranks) {
        const Slabs planes(side, size), rows(kRows, size);
        const int me = ranks.rank();
        const auto at = [](int a, int b, std::size_t c) {
          return 1000 * a + 10 * b + static_cast<int>(c);
        };
        std::vector<int> in, out(kLength * side * rows.size(me)), again;
        for (int a = planes.first(me); a < planes.last(me); ++a)
          for (int b = 0; b < kRows; ++b)
            for (std::size_t c = 0; c < kLength; ++c) in.push_back(at(a, b, c));
        again.resize(in.size());
        mesh::transpose(ranks, planes, rows, std::span<const int>(in), std::span(out), kLength);
        mesh::transpose(ranks, rows, planes, std::span<const int>(out), std::span(again), kLength);
        return [=] {
          std::size_t next = 0;
          for (int b = rows.first(me); b < rows.last(me); ++b)
            for (int a = 0; a < side; ++a)
              for (std::size_t c = 0; c < kLength; ++c) EXPECT_EQ(out[next++], at(a, b, c));
          EXPECT_EQ(again, in);
        };
      });
}

// The number of elements that rank 1 announces to rank 0 is one too small.
TEST(Slabs, APartOfAMeshThatDidNotComeIsFound) {
  const Tamper shorten = [](int sender, int receiver, std::span<std::byte> data) {
    std::size_t count = 0;
    if (sender != 1 || receiver != 0 || data.size() != sizeof count) return;
    std::memcpy(&count, data.data(), sizeof count);
    if (count > 0) --count;
    std::memcpy(data.data(), &count, sizeof count);
  };
  const Slabs slabs(4, 2);
  std::vector<std::function<void(Ranks&, std::span<std::int64_t>)>> ways{
      [&](Ranks& ranks, std::span<std::int64_t> values) {
        mesh::copy_guards(ranks, slabs, {1, 1}, values, kPlane);
      },
      [&](Ranks& ranks, std::span<std::int64_t> values) {
        mesh::add_guards(ranks, slabs, {1, 1}, values, kPlane);
      },
      [&](Ranks& ranks, std::span<std::int64_t> values) {
        std::vector<std::int64_t> out(values.size());
        mesh::transpose(ranks, slabs, slabs, std::span<const std::int64_t>(values), std::span(out),
                        1);
      }};
  for (const auto& way : ways) {
    const auto run = [&](const Tamper& tamper) {
      run_as_threads({2, 60, tamper}, [&](Ranks& ranks) {
        std::vector<std::int64_t> values(4 * kPlane);
        way(ranks, values);
      });
    };
    EXPECT_NO_THROW(run({}));
    EXPECT_THROW(run(shorten), std::runtime_error);
  }
}

TEST(Slabs, ValuesOfAllRanksComeInTheOrderOfTheLoad) {
  constexpr std::uint32_t kAll = 11;
  for (const int size : kNumbersOfRanks)
    on_ranks({size}, [&](Ranks& ranks) {
      std::vector<std::uint32_t> index;
      std::vector<double> values;
      for (std::uint32_t i = kAll; i-- > 0;)
        if (static_cast<int>(i * i) % size == ranks.rank()) {
          index.push_back(i);
          values.push_back(0.5 * i);
        }
      const auto all = mesh::gathered(ranks, std::span<const std::uint32_t>(index),
                                      std::span<const double>(values), kAll);
      return [=] {
        for (std::uint32_t i = 0; i < kAll; ++i) EXPECT_EQ(all[i], 0.5 * i);
      };
    });
}

TEST(Slabs, AParticleThatIsMissingOrOnTwoRanksIsFound) {
  const auto told = [](std::vector<std::uint32_t> index) {
    const std::vector<double> values(index.size(), 1.0);
    try {
      mesh::gathered(alone(), std::span<const std::uint32_t>(index),
                     std::span<const double>(values), 3);
    } catch (const std::runtime_error& error) {
      return std::string(error.what());
    }
    return std::string("nothing");
  };
  EXPECT_EQ(told({2, 0, 1}), "nothing");
  EXPECT_NE(told({2, 0}).find("1 are on no rank and 0 on more than one"), std::string::npos);
  EXPECT_NE(told({2, 0, 0, 1}).find("0 are on no rank and 1 on more than one"), std::string::npos);
  EXPECT_NE(told({2, 0, 3}).find("broken index"), std::string::npos);
}

// 16 planes are 8 slabs of two: of 8 particles four are in the second slab.
TEST(SlabBalance, CountsTheFullestSlabAndWhoLeaves) {
  const std::vector<double> z{0.13, 0.15, 0.2, 0.24, 0.5, 0.7, 0.99, 0.0};
  const std::vector<double> v{0, 0, 0, 0.5, 0.5, 0, 0.5, -0.5};
  const mesh::SlabBalance balance = mesh::slab_balance(z, v, 0.1, 16);
  EXPECT_DOUBLE_EQ(balance.imbalance, 4);
  EXPECT_DOUBLE_EQ(balance.leaving, 3.0 / 8);  // two of them around the end of the box
  EXPECT_DOUBLE_EQ(mesh::slab_balance(std::vector{0.3f}, std::vector{0.f}, 1, 2).imbalance, 8);
  EXPECT_EQ(mesh::slab_balance(std::vector<double>(), std::vector<double>(), 1, 16).imbalance, 0);
}

}  // namespace
}  // namespace tycho::test
