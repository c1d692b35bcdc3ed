#include "harness/strict/nearest.hpp"

#include <gtest/gtest.h>

#include <array>

namespace tycho {
namespace {

constexpr std::array<std::string_view, 3> kNames{"smoke", "quick", "full"};

TEST(EditDistance, CountsEdits) {
  EXPECT_EQ(strict::edit_distance("", ""), 0);
  EXPECT_EQ(strict::edit_distance("same", "same"), 0);
  EXPECT_EQ(strict::edit_distance("", "abc"), 3);
  EXPECT_EQ(strict::edit_distance("abc", ""), 3);
  EXPECT_EQ(strict::edit_distance("unroll", "unrol"), 1);
  EXPECT_NEAR(strict::edit_distance("kitten", "sitting"), 3, 0.1);
}

TEST(EditDistance, FindsANearerDigitNearer) {
  EXPECT_LT(strict::edit_distance("fig3.9", "fig3.5"), strict::edit_distance("fig3.9", "fig3.1"));
}

TEST(DidYouMean, NamesTheNearest) {
  EXPECT_EQ(strict::did_you_mean("quik", kNames), "; did you mean 'quick'?");
  EXPECT_EQ(strict::did_you_mean("Full", kNames), "; did you mean 'full'?");
}

TEST(DidYouMean, KeepsSilentWhereNothingIsNear) {
  EXPECT_EQ(strict::did_you_mean("overnight", kNames), "");
  EXPECT_EQ(strict::did_you_mean("anything", {}), "");
}

}  // namespace
}  // namespace tycho
