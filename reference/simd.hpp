// The one SIMD layer of the CPU side: std::experimental::simd, which comes with GCC's standard
// library, as wide as the processor that is compiled for (AVX-512, AVX2, NEON; SVE from GCC 14 on),
// and the one operation it lacks: the reciprocal square root from the processor's estimate.
#pragma once

#include <cstddef>
#include <experimental/simd>
#include <type_traits>

#if defined(__AVX512F__) || defined(__AVX2__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

namespace tycho::reference::simd {

namespace stdx = std::experimental;

template <typename Real>
using Vector = stdx::native_simd<Real>;

template <typename Real>
inline constexpr std::size_t kWidth = Vector<Real>::size();

// One step of Newton's method doubles the correct bits of y = 1 / sqrt(x).
template <typename V>
V refined(V x, V y) {
  using Real = typename V::value_type;
  return y * (Real(1.5) - Real(0.5) * x * y * y);
}

// 1 / sqrt(x) of every lane to about the last bit, for normal x > 0 (of 0 or infinity it makes NaN:
// the caller keeps them away). The estimates have 14, 12 and 8 correct bits; AVX2 has none in
// double.
template <typename Real>
Vector<Real> inverse_root(Vector<Real> x) {
  using V = Vector<Real>;
#if defined(__AVX512F__)
  if constexpr (std::is_same_v<Real, float> && sizeof(V) == 64) {
    return refined(x, V(_mm512_rsqrt14_ps(static_cast<__m512>(x))));
  } else if constexpr (std::is_same_v<Real, double> && sizeof(V) == 64) {
    return refined(x, refined(x, V(_mm512_rsqrt14_pd(static_cast<__m512d>(x)))));
  }
#elif defined(__AVX2__)
  if constexpr (std::is_same_v<Real, float> && sizeof(V) == 32) {
    return refined(x, V(_mm256_rsqrt_ps(static_cast<__m256>(x))));
  }
#elif defined(__aarch64__)
  if constexpr (std::is_same_v<Real, float> && sizeof(V) == 16) {
    const auto r = static_cast<float32x4_t>(x);
    float32x4_t y = vrsqrteq_f32(r);
    y = vmulq_f32(y, vrsqrtsq_f32(vmulq_f32(r, y), y));
    y = vmulq_f32(y, vrsqrtsq_f32(vmulq_f32(r, y), y));
    return V(y);
  } else if constexpr (std::is_same_v<Real, double> && sizeof(V) == 16) {
    const auto r = static_cast<float64x2_t>(x);
    float64x2_t y = vrsqrteq_f64(r);
    y = vmulq_f64(y, vrsqrtsq_f64(vmulq_f64(r, y), y));
    y = vmulq_f64(y, vrsqrtsq_f64(vmulq_f64(r, y), y));
    y = vmulq_f64(y, vrsqrtsq_f64(vmulq_f64(r, y), y));
    return V(y);
  }
#endif
  return Real(1) / stdx::sqrt(x);
}

}  // namespace tycho::reference::simd
