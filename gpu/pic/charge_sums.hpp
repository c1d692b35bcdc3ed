// How a tile sums the charge of its particles, in units of a particle.
//
// In whole numbers (deterministic = yes): 2^bits to a particle, so that the order of the additions
// does not matter and the sum repeats to the bit. The four shares of a particle add up to 2^bits
// exactly; hence a tile's sums add up to its particles exactly, and if they do not, one has
// wrapped, which is found every time. 32-bit additions are single instructions in shared memory,
// additions of 64 bits and of floating point are loops. In floating point (no): as they come.
#pragma once

#include <cmath>
#include <cstdint>
#include <type_traits>

#include "core/attributes.hpp"
#include "core/formulas/pic_weights.hpp"
#include "gpu/pic/fixed.hpp"

namespace tycho::gpu::pic {

template <typename Sum>
inline constexpr bool kWholeSums = std::is_integral_v<Sum>;

TYCHO_HOST_DEVICE inline std::int32_t to_whole(float x) {
#if defined(__CUDA_ARCH__)
  return __float2int_rn(x);
#else
  return static_cast<std::int32_t>(std::rint(x));
#endif
}
TYCHO_HOST_DEVICE inline std::int64_t to_whole(double x) {
#if defined(__CUDA_ARCH__)
  return __double2ll_rn(x);
#else
  return static_cast<std::int64_t>(std::rint(x));
#endif
}

/// The shares of the corners of a particle at (dx, dy) in its cell, in sums of this kind. `one` is
/// 2^bits for whole sums.
template <typename Sum, typename Real>
TYCHO_HOST_DEVICE inline tycho::pic::Corners<Sum> shares(Real dx, Real dy, Real one) {
  if constexpr (kWholeSums<Sum>) {
    // Rounding may leave a share at -1 where it is 0: it wraps, and so does the sum it goes into.
    const auto right = to_whole(dx * one), upper = to_whole(dy * one);
    const auto both = to_whole(dx * dy * one), all = to_whole(one);
    const auto as_sum = [](auto share) {
      return static_cast<Sum>(static_cast<std::make_signed_t<Sum>>(share));
    };
    return {as_sum(all - right - upper + both), as_sum(right - both), as_sum(upper - both),
            as_sum(both)};
  } else {
    return tycho::pic::linear_weights<Real>(dx, dy, Real(1));
  }
}

/// A sum in parts of a particle times 2^bits, with its sign.
template <typename Sum>
TYCHO_HOST_DEVICE inline double signed_sum(Sum sum) {
  if constexpr (kWholeSums<Sum>)
    return static_cast<double>(static_cast<std::make_signed_t<Sum>>(sum));
  else
    return sum;
}

/// Bits to a particle: as many as leave room for `crowd` particles at one grid point, and no more
/// than the precision of a share.
template <typename Real>
int share_bits(double crowd) {
  constexpr int kSignless = sizeof(Real) == 4 ? 31 : 63, kMost = sizeof(Real) == 4 ? 23 : 52;
  const int taken = static_cast<int>(std::ceil(std::log2(crowd < 1 ? 1 : crowd)));
  const int left = kSignless - taken;
  return left < kMost ? left : kMost;
}

}  // namespace tycho::gpu::pic
