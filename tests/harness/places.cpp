// Particles found by their ids, however these are numbered.
#include "harness/checks/places.hpp"

#include <gtest/gtest.h>

namespace tycho::checks {
namespace {

using Ids = std::vector<std::uint64_t>;
using Order = std::vector<std::size_t>;

TEST(Places, AreThoseOfTheIds) {
  for (const Ids& ids : {Ids{2, 0, 3}, Ids{7'000'000'000, 5, 1ULL << 40}}) {
    const Places places(ids);
    for (std::size_t i = 0; i < ids.size(); ++i) EXPECT_EQ(places.of(ids[i]), i);
    EXPECT_EQ(places.of(1), kNowhere);
    EXPECT_EQ(places.of(1ULL << 50), kNowhere);
  }
  EXPECT_EQ(Places(Ids{}).of(0), kNowhere);
}

TEST(Places, ComeInOrderWhereIdsAreNumbersOfPlaces) {
  EXPECT_EQ(Places(Ids{2, 0, 3}).in_order(), (Order{1, 0, 2}));
  EXPECT_EQ(Places(Ids{7'000'000'000, 5}).in_order(), Order{}) << "left to a sort";
  EXPECT_EQ(Places(Ids{2, 0, 2}).in_order(), Order{}) << "an id stands twice";
}

}  // namespace
}  // namespace tycho::checks
