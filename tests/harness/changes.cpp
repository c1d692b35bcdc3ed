// What two requests of a campaign differ by, in words.
#include "harness/campaign/changes.hpp"

#include <gtest/gtest.h>

namespace tycho {
namespace {

using nlohmann::json;

TEST(Changes, NameThePlaceAndBothValues) {
  EXPECT_EQ(campaign::changes({{"seed", 3}}, {{"seed", 4}}, "initial"),
            "initial/seed was 3 and is now 4");
}

TEST(Changes, OfAnArraySayWhatWasAddedOrIsGone) {
  const json few{{"checks", {1, 2}}}, more{{"checks", {1, 2, 5}}};
  EXPECT_EQ(campaign::changes(few, more, ""), "checks/- was nothing and is now 5");
  EXPECT_EQ(campaign::changes(more, few, ""), "checks/2 was 5 and is now nothing");
}

}  // namespace
}  // namespace tycho
