// m / (r^2 + eps^2)^(3/2) on the device, with no division, no branch and as few instructions as the
// precision allows. core/contracts/all_pairs.cpp counts them.
#pragma once

#include "gpu/support/inverse_root.cuh"

namespace tycho::gpu::all_pairs {

/// The floor under the softening excludes subnormal distances.
__device__ inline float pair_factor_best(float distance_sq, float mass) {
  const float inverse = inverse_root(distance_sq);
  const float inverse_sq = inverse * inverse;
  return (mass * inverse) * inverse_sq;
}

/// From an approximation y of 1/r good to about 20 bits, e = 1 - r^2 y^2 is small and
///   1/r^3 = y^3 (1 - e)^(-3/2) = y^3 (1 + 3/2 e + 15/8 e^2 + O(e^3)),
/// which is exact to double precision: e^3 is below 2^-58.
__device__ inline double pair_factor_best(double distance_sq, double mass) {
  double y;
  asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(distance_sq));
  const double y_sq = y * y;
  const double e = fma(-distance_sq, y_sq, 1.0);
  const double cube = (mass * y) * y_sq;
  return fma(cube * e, fma(1.875, e, 1.5), cube);
}

}  // namespace tycho::gpu::all_pairs
