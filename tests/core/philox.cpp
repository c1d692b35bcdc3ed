#include "core/philox.hpp"

#include <gtest/gtest.h>

#include <set>

namespace tycho {
namespace {

// The known answers that the authors of Philox publish with their code (Random123, kat_vectors).
TEST(Philox, GivesTheKnownAnswers) {
  EXPECT_EQ(philox4x32({0, 0, 0, 0}, 0, 0),
            (PhiloxBlock{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(philox4x32({~0u, ~0u, ~0u, ~0u}, ~0u, ~0u),
            (PhiloxBlock{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox4x32({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, 0xa4093822, 0x299f31d0),
            (PhiloxBlock{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Random, IsAFunctionOfSeedStreamIndexAndDraw) {
  const Random random(42, 3);
  EXPECT_EQ(random.uniform(7, 1), Random(42, 3).uniform(7, 1));
  std::set<double> distinct{random.uniform(7, 1), random.uniform(7, 2), random.uniform(8, 1),
                            Random(43, 3).uniform(7, 1), Random(42, 4).uniform(7, 1)};
  EXPECT_EQ(distinct.size(), 5u);
}

TEST(Random, UniformNumbersHaveTheMomentsOfAUniformDistribution) {
  constexpr int kCount = 200000;
  const Random random(1);
  double mean = 0, square = 0;
  for (int i = 0; i < kCount; ++i) {
    const double u = random.uniform(i);
    ASSERT_GT(u, 0.0);
    ASSERT_LT(u, 1.0);
    mean += u / kCount;
    square += u * u / kCount;
  }
  // Five standard errors of each estimate.
  EXPECT_NEAR(mean, 1.0 / 2, 5 * std::sqrt(1.0 / 12 / kCount));
  EXPECT_NEAR(square, 1.0 / 3, 5 * std::sqrt(4.0 / 45 / kCount));
}

TEST(Random, NormalNumbersHaveTheMomentsOfANormalDistribution) {
  constexpr int kCount = 200000;
  const Random random(2);
  double mean = 0, square = 0, fourth = 0;
  for (int i = 0; i < kCount / 2; ++i)
    for (const double g : random.normal2(i)) {
      mean += g / kCount;
      square += g * g / kCount;
      fourth += g * g * g * g / kCount;
    }
  EXPECT_NEAR(mean, 0, 5 * std::sqrt(1.0 / kCount));
  EXPECT_NEAR(square, 1, 5 * std::sqrt(2.0 / kCount));
  EXPECT_NEAR(fourth, 3, 5 * std::sqrt(96.0 / kCount));
}

}  // namespace
}  // namespace tycho
