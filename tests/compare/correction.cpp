#include "harness/compare/correction.hpp"

#include <gtest/gtest.h>

namespace tycho::compare {
namespace {

TEST(Correction, IsHolmsWhereEveryTestCounts) {
  // Holm (1979): the smallest times 4, the next times 3, ..., never less than the one before.
  const std::vector<Tested> tests{{0.01, 0}, {0.04, 0}, {0.03, 0}, {0.005, 0}};
  const std::vector<Corrected> found = correct(tests, 0.05);
  EXPECT_DOUBLE_EQ(found[3].p, 0.02);
  EXPECT_DOUBLE_EQ(found[0].p, 0.03);
  EXPECT_DOUBLE_EQ(found[2].p, 0.06);
  EXPECT_DOUBLE_EQ(found[1].p, 0.06);
}

TEST(Correction, DoesNotCountTestsThatCouldNotSucceed) {
  // Of a hundred tests with two samples each, none could reach 0.05 / 2: the one with many samples
  // is corrected for itself alone.
  std::vector<Tested> tests(100, {1, 1.0 / 3});
  tests.push_back({0.01, 1e-9});
  const std::vector<Corrected> found = correct(tests, 0.05);
  EXPECT_TRUE(found.back().testable);
  EXPECT_DOUBLE_EQ(found.back().p, 0.01);
  EXPECT_FALSE(found.front().testable);
  EXPECT_EQ(found.front().p, 1);
}

TEST(Correction, CountsTestsThatCould) {
  // Six windows against six reach 2 / 924 at best: enough among four tests at 1%, not among five.
  EXPECT_TRUE(correct(std::vector<Tested>(4, {1, 2.0 / 924}), 0.01).front().testable);
  EXPECT_FALSE(correct(std::vector<Tested>(5, {1, 2.0 / 924}), 0.01).front().testable);
}

TEST(Correction, OfNothingIsNothing) { EXPECT_TRUE(correct({}, 0.05).empty()); }

}  // namespace
}  // namespace tycho::compare
