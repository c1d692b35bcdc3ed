// 1 / sqrt(value) of positive values that are not subnormal, with as few instructions as the
// precision allows. For .cu files.
#pragma once

namespace tycho::gpu {

/// Relative error 2^-22.9. Without ftz the compiler adds scaling for subnormal arguments.
__device__ inline float inverse_root(float value) {
  float y;
  asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(value));
  return y;
}

/// From y good to about 20 bits, e = 1 - v y^2, and 1/sqrt(v) = y (1 + e/2 + 3/8 e^2 + O(e^3)).
__device__ inline double inverse_root(double value) {
  double y;
  asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(value));
  const double e = fma(-value, y * y, 1.0);
  return fma(y * e, fma(0.375, e, 0.5), y);
}

}  // namespace tycho::gpu
