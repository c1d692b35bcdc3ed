#include "harness/campaign/other_load.hpp"

#include <gtest/gtest.h>

namespace tycho {
namespace {

constexpr const char* kStat =
    "cpu  1000 0 500 9000 10 1 2 3 0 0\n"
    "cpu0 100 20 30 4000 5 6 7 8 0 0\n"
    "cpu1 900 0 470 5000 5 0 0 0 0 0\n"
    "intr 12345\n";

TEST(OtherLoad, CountsTheCpusThatMayBeUsed) {
  const auto first = campaign::cpu_seconds(
      kStat, [](int cpu) { return cpu == 0; }, 100);
  EXPECT_DOUBLE_EQ(first->busy, 1.71);
  EXPECT_DOUBLE_EQ(first->stolen, 0.08);
  const auto both = campaign::cpu_seconds(
      kStat, [](int) { return true; }, 100);
  EXPECT_DOUBLE_EQ(both->busy, 1.71 + 13.70);
  EXPECT_DOUBLE_EQ(both->stolen, 0.08);
  EXPECT_FALSE(campaign::cpu_seconds(
      kStat, [](int) { return false; }, 100));
  EXPECT_FALSE(campaign::cpu_seconds(
      "", [](int) { return true; }, 100));
}

TEST(OtherLoad, ReadsWhatAQuotaHeldBack) {
  EXPECT_DOUBLE_EQ(
      *campaign::held_back_seconds("usage_usec 5\nnr_throttled 3\nthrottled_usec 1500000\n"), 1.5);
  EXPECT_FALSE(campaign::held_back_seconds("usage_usec 5\n"));
  EXPECT_FALSE(campaign::held_back_seconds(""));
}

TEST(OtherLoad, IsAtMostTheMachine) {
  const campaign::OtherLoad others;
  volatile double sum = 0;
  for (int i = 0; i < 30'000'000; ++i) sum = sum + i;
  const auto cores = others.cores();
  if (!cores) GTEST_SKIP() << "no /proc/stat here";
  EXPECT_GE(*cores, 0);
  EXPECT_LE(*cores, 4096);
}

}  // namespace
}  // namespace tycho
