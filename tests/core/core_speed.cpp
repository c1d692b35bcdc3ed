#include "core/core_speed.hpp"

#include <gtest/gtest.h>

namespace tycho {
namespace {

TEST(CoreSpeed, IsThatOfAProcessor) {
  const auto speed = core_speed(1);
#if defined(__x86_64__) || defined(__aarch64__)
  ASSERT_TRUE(speed);
  EXPECT_GT(speed->gops, 0.01);
  EXPECT_LT(speed->gops, 100) << "more than ten instructions a cycle";
  EXPECT_EQ(speed->gops, speed->least_gops) << "of one thread";
  EXPECT_GT(speed->cache_ns, 0.3);
  EXPECT_LT(speed->cache_ns, 1e4);
#else
  EXPECT_FALSE(speed);
#endif
}

TEST(CoreSpeed, OfATeamHasItsSlowest) {
  const auto speed = core_speed(2);
  if (!speed) GTEST_SKIP() << "not written for this processor";
  EXPECT_LE(speed->least_gops, speed->gops);
}

}  // namespace
}  // namespace tycho
