#include "harness/campaign/duration.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"

namespace tycho {
namespace {

TEST(Duration, ReadsWhatPeopleWrite) {
  EXPECT_EQ(campaign::parse_duration("90").count(), 90);
  EXPECT_EQ(campaign::parse_duration("90s").count(), 90);
  EXPECT_EQ(campaign::parse_duration("10m").count(), 600);
  EXPECT_EQ(campaign::parse_duration("1h30m").count(), 5400);
  EXPECT_EQ(campaign::parse_duration("1.5h").count(), 5400);
}

TEST(Duration, RefusesWhatIsNone) {
  for (const char* text : {"", "m", "-5m", "10 m", "10x", "inf", "nan", "0", "0s", "5m-3s", "1e3",
                           "0x10", "1.2.3s", ".5h"})
    EXPECT_THROW(campaign::parse_duration(text), UsageError) << text;
}

TEST(Duration, IsSaidInTwoUnitsAtMost) {
  EXPECT_EQ(campaign::in_words(Seconds(3.21)), "3.2 s");
  EXPECT_EQ(campaign::in_words(Seconds(42.34)), "42.3 s");
  EXPECT_EQ(campaign::in_words(Seconds(250)), "4 min 10 s");
  EXPECT_EQ(campaign::in_words(Seconds(120)), "2 min");
  EXPECT_EQ(campaign::in_words(Seconds(7500)), "2 h 5 min");
}

}  // namespace
}  // namespace tycho
