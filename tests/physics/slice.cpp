// Pictures of a slice of a universe.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "harness/measure/picture.hpp"
#include "tests/analysis/scattered.hpp"

namespace tycho {
namespace {

constexpr double kBox = 130;

TEST(Slice, OfALatticeIsEven) {
  constexpr std::size_t kSide = 12;
  Particles p(kSide * kSide * kSide);
  for (std::size_t i = 0; i < p.size(); ++i) {
    p.mass[i] = 3;
    p.set_position(i, (kBox / kSide) * Vec3<double>{0.3 + static_cast<double>(i % kSide),
                                                    0.7 + static_cast<double>(i / kSide % kSide),
                                                    0.5 + static_cast<double>(i / kSide / kSide)});
  }
  const measure::Picture picture = measure::slice_along_z(p, kBox, 0.5, 1);
  EXPECT_EQ(picture.side, 24);
  EXPECT_EQ(picture.scale_factor, 0.5);
  for (const double value : picture.value) EXPECT_NEAR(value, 1, 1e-3);
}

TEST(Slice, HoldsTheNearestQuarterAroundTheBox) {
  Particles p = scattered::uniform(1000, kBox, 4);
  for (std::size_t i = 0; i < p.size(); ++i) p.set_position(i, {0, kBox / 2, i < 400 ? 1.0 : 50.0});
  p.x[7] = std::nan("");
  const measure::Picture picture = measure::slice_along_z(p, kBox, 1, 0);
  const double cells = static_cast<double>(picture.value.size());
  const double sum = std::accumulate(picture.value.begin(), picture.value.end(), 0.0);
  EXPECT_NEAR(sum / cells, 0.399 / 0.25, 1e-3);
  // Across the face of the box, as much on either side.
  const std::size_t row = static_cast<std::size_t>(picture.side) * picture.side / 2;
  EXPECT_GT(picture.value[row], 0);
  EXPECT_DOUBLE_EQ(picture.value[row], picture.value[row + picture.side - 1]);
}

}  // namespace
}  // namespace tycho
