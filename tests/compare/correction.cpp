#include "harness/statistics/correction.hpp"

#include <gtest/gtest.h>

namespace tycho::statistics {
namespace {

TEST(Correction, IsHolms) {
  // Holm (1979): the smallest times 4, the next times 3, ..., never less than the one before.
  const std::vector<double> found = holm(std::vector<double>{0.01, 0.04, 0.03, 0.005});
  EXPECT_DOUBLE_EQ(found[3], 0.02);
  EXPECT_DOUBLE_EQ(found[0], 0.03);
  EXPECT_DOUBLE_EQ(found[2], 0.06);
  EXPECT_DOUBLE_EQ(found[1], 0.06);
}

TEST(Correction, IsAtMostCertain) { EXPECT_EQ(holm(std::vector<double>{0.9, 0.8})[0], 1); }

TEST(Correction, OfNothingIsNothing) { EXPECT_TRUE(holm({}).empty()); }

}  // namespace
}  // namespace tycho::statistics
