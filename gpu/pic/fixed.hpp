// A coordinate within a tile, in fixed point: a whole number of cells and a fraction as fine as the
// offset of a particle from its cell would be in floating point. A step adds whole units to it, so
// that it can be taken back exactly: where a particle came from is known from where it is and from
// its velocity. It also never rounds to the edge of a cell that it is not on.
#pragma once

#include <cmath>
#include <cstdint>

#include "core/attributes.hpp"

namespace tycho::gpu::pic {

template <typename Real>
struct FixedOf;
template <>
struct FixedOf<float> {
  using Type = std::int32_t;
  static constexpr int kFractionBits =
      24;  // leaves tiles of up to 64 cells and their surroundings; exact as a float
};
template <>
struct FixedOf<double> {
  using Type = std::int64_t;
  static constexpr int kFractionBits = 53;
};
template <typename Real>
using Fixed = typename FixedOf<Real>::Type;

template <typename Real>
inline constexpr Fixed<Real> kCell = Fixed<Real>(1) << FixedOf<Real>::kFractionBits;

template <typename Real>
TYCHO_HOST_DEVICE constexpr int cell_of(Fixed<Real> x) {
  return static_cast<int>(x >> FixedOf<Real>::kFractionBits);  // rounds down, also below zero
}

/// The place within the cell, in [0, 1), exactly.
template <typename Real>
TYCHO_HOST_DEVICE constexpr Real fraction_of(Fixed<Real> x) {
  return static_cast<Real>(x & (kCell<Real> - 1)) * (Real(1) / static_cast<Real>(kCell<Real>));
}

/// To the nearest unit. The argument is less than two cells.
TYCHO_HOST_DEVICE inline std::int32_t to_fixed(float cells) {
#if defined(__CUDA_ARCH__)
  return __float2int_rn(cells * static_cast<float>(kCell<float>));
#else
  return static_cast<std::int32_t>(std::rint(cells * static_cast<float>(kCell<float>)));
#endif
}
TYCHO_HOST_DEVICE inline std::int64_t to_fixed(double cells) {
#if defined(__CUDA_ARCH__)
  return __double2ll_rn(cells * static_cast<double>(kCell<double>));
#else
  return static_cast<std::int64_t>(std::rint(cells * static_cast<double>(kCell<double>)));
#endif
}

/// The step of a particle along one axis, in units.
template <typename Real>
TYCHO_HOST_DEVICE inline Fixed<Real> step_of(Real velocity, Real dt) {
  return to_fixed(velocity * dt);
}

/// Whether a step is short enough to be a number of units at all; NaN is not.
template <typename Real>
TYCHO_HOST_DEVICE inline bool near_enough(Real velocity, Real dt) {
  using std::fabs;
  return fabs(velocity * dt) < Real(2);
}

/// Which way a particle left a tile of `side` cells along an axis, -1, 0 or 1, when the step
/// brought it to x, beyond the tile or not; x comes back as seen from the tile it is in.
template <typename Whole>
TYCHO_HOST_DEVICE constexpr int leave(Whole& x, Whole side) {
  if (x < 0) {
    x += side;
    return -1;
  }
  if (x >= side) {
    x -= side;
    return 1;
  }
  return 0;
}

/// The same afterwards, from x as it came back and from the step.
template <typename Whole>
TYCHO_HOST_DEVICE constexpr int has_left(Whole x, Whole step, Whole side) {
  const Whole before = x - step;
  return before < 0 ? 1 : (before >= side ? -1 : 0);
}

}  // namespace tycho::gpu::pic
