// The shares of a particle's charge and their sums, on the host: the functions are those of the
// kernels, and need no device.
#include "gpu/pic/charge_sums.hpp"

#include <gtest/gtest.h>

#include "core/philox.hpp"
#include "gpu/pic/fixed.hpp"

namespace tycho::gpu::pic {
namespace {

TEST(ChargeSums, SharesOfAParticleAddUpToItExactly) {
  const Random positions(9);
  for (int i = 0; i < 20000; ++i) {
    const auto [a, b] = positions.uniform2(i);
    const float x = fraction_of<float>(to_fixed(static_cast<float>(a)));
    const float y = i % 5 ? fraction_of<float>(to_fixed(static_cast<float>(b))) : 1 - 0x1p-24f;
    const auto s = shares<unsigned>(x, y, 0x1p22f);
    EXPECT_EQ(s.ll + s.ul + s.lu + s.uu, 1u << 22);
    // Half a unit for each rounding to a whole number, a quarter for that of the product.
    EXPECT_NEAR(signed_sum(s.ll), (1.0 - x) * (1.0 - y) * 0x1p22, 1.75);
    EXPECT_NEAR(signed_sum(s.ul), x * (1.0 - y) * 0x1p22, 1.25);
    EXPECT_NEAR(signed_sum(s.lu), (1.0 - x) * y * 0x1p22, 1.25);
    EXPECT_NEAR(signed_sum(s.uu), double(x) * y * 0x1p22, 0.75);
    const auto w = shares<unsigned long long>(x, y, 0x1p22f);  // the same, in wider sums
    EXPECT_EQ(signed_sum(w.ll), signed_sum(s.ll));
    EXPECT_EQ(signed_sum(w.ul), signed_sum(s.ul));
    const auto d = shares<unsigned long long>(a, b, 0x1p50);
    EXPECT_EQ(d.ll + d.ul + d.lu + d.uu, 1ull << 50);
    EXPECT_NEAR(signed_sum(d.ul), a * (1 - b) * 0x1p50, 1.5);
  }
}

TEST(ChargeSums, LeaveRoomForACrowd) {
  EXPECT_EQ(share_bits<float>(288), 22);
  EXPECT_EQ(share_bits<float>(1), 23);
  EXPECT_EQ(share_bits<float>(2048), 20);
  EXPECT_EQ(share_bits<double>(288), 52);
  EXPECT_EQ(share_bits<double>(1e6), 43);
}

}  // namespace
}  // namespace tycho::gpu::pic
