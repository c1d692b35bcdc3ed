// The one SIMD layer of the CPU side: std::experimental::simd, which comes with GCC's standard
// library, as wide as the processor that is compiled for (AVX-512, AVX2, NEON; SVE from GCC 14 on),
// and the operations it lacks: inverse roots from the processor's estimate (docs/cpu.md).
//
// Always inlined: a file of `best` flags and another would otherwise share one copy of a function,
// compiled with the flags of either.
#pragma once

#include <cstddef>
#include <experimental/simd>
#include <type_traits>

#if defined(__AVX512F__) || defined(__AVX2__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

#define TYCHO_ALWAYS_INLINE [[gnu::always_inline]] inline

namespace tycho::reference::simd {

namespace stdx = std::experimental;

template <typename Real>
using Vector = stdx::native_simd<Real>;

template <typename Real>
inline constexpr std::size_t kWidth = Vector<Real>::size();

/// An approximation y of 1 / sqrt(x), and how good it is: |1 - x y^2| < 2^-kEstimateBits. 0 bits:
/// the processor has no estimate for this type, and y is exact. Here and below x is a normal number
/// of at most a quarter of the largest, for y^2 to be normal too; of 0 or infinity NaN is made: the
/// caller keeps them away.
#if defined(__AVX512F__)
template <typename Real>
inline constexpr int kEstimateBits = kWidth<Real> * sizeof(Real) == 64 ? 13 : 0;
#elif defined(__AVX2__)
template <typename Real>
inline constexpr int kEstimateBits = std::is_same_v<Real, float> ? 10 : 0;
#elif defined(__aarch64__)
template <typename Real>
inline constexpr int kEstimateBits = 14;  // the estimate has 8 correct bits; a step of Newton's, 15
#else
template <typename Real>
inline constexpr int kEstimateBits = 0;
#endif

template <typename Real>
TYCHO_ALWAYS_INLINE Vector<Real> inverse_root_estimate(Vector<Real> x) {
  using V [[maybe_unused]] = Vector<Real>;  // unused where there is no estimate
  if constexpr (kEstimateBits<Real> == 0) {
    return Real(1) / stdx::sqrt(x);
  } else if constexpr (std::is_same_v<Real, float>) {
#if defined(__AVX512F__)
    // With a mask of all lanes, since of the plain form GCC 12 says that it uses what is not set.
    return V(_mm512_maskz_rsqrt14_ps(static_cast<__mmask16>(-1), static_cast<__m512>(x)));
#elif defined(__AVX2__)
    return V(_mm256_rsqrt_ps(static_cast<__m256>(x)));
#elif defined(__aarch64__)
    const auto r = static_cast<float32x4_t>(x);
    const float32x4_t y = vrsqrteq_f32(r);
    return V(vmulq_f32(y, vrsqrtsq_f32(vmulq_f32(r, y), y)));
#endif
  } else {
#if defined(__AVX512F__)
    return V(_mm512_maskz_rsqrt14_pd(static_cast<__mmask8>(-1), static_cast<__m512d>(x)));
#elif defined(__aarch64__)
    const auto r = static_cast<float64x2_t>(x);
    const float64x2_t y = vrsqrteq_f64(r);
    return V(vmulq_f64(y, vrsqrtsq_f64(vmulq_f64(r, y), y)));
#endif
  }
}

/// What stands for the term of e^4 in double precision, where e may be up to a = 2^-kEstimateBits:
/// e^4 is within a^4 / 4 of a^2 e^2, which costs nothing.
inline constexpr double kFourthAsSecond = 1.0 / (1LL << (2 * kEstimateBits<double>));
inline constexpr double kRootTerm2 = 3 / 8.0 + 35 / 128.0 * kFourthAsSecond;
inline constexpr double kCubeTerm2 = 15 / 8.0 + 315 / 128.0 * kFourthAsSecond;

/// 1 / sqrt(x) of every lane to about the last bit. With y the estimate and e = 1 - x y^2,
///   1 / sqrt(x) = y (1 - e)^(-1/2) = y (1 + e/2 + 3/8 e^2 + 5/16 e^3 + ...),
/// as many terms as the precision needs.
template <typename Real>
TYCHO_ALWAYS_INLINE Vector<Real> inverse_root(Vector<Real> x) {
  using V = Vector<Real>;
  const V y = inverse_root_estimate<Real>(x);
  if constexpr (kEstimateBits<Real> == 0) {
    return y;
  } else {
    const V e = Real(1) - (x * y) * y;
    if constexpr (std::is_same_v<Real, double>)
      return y + y * (e * (Real(0.5) + e * (kRootTerm2 + e * Real(0.3125))));
    else if constexpr (kEstimateBits<Real> < 12)
      return y + y * (e * (Real(0.5) + e * Real(0.375)));
    else
      return y + (Real(0.5) * y) * e;
  }
}

/// scale / sqrt(x) in as many operations, to one more unit of the last place: the scale is in the
/// terms.
template <typename Real>
TYCHO_ALWAYS_INLINE Vector<Real> scaled_inverse_root(Vector<Real> x, Real scale) {
  using V = Vector<Real>;
  const V y = inverse_root_estimate<Real>(x);
  if constexpr (kEstimateBits<Real> == 0) {
    return scale * y;
  } else {
    const V e = Real(1) - (x * y) * y;
    const auto term = [scale](double factor) { return static_cast<Real>(scale * factor); };
    if constexpr (std::is_same_v<Real, double>)
      return y * (scale + e * (term(0.5) + e * (term(kRootTerm2) + e * term(0.3125))));
    else if constexpr (kEstimateBits<Real> < 12)
      return y * (scale + e * (term(0.5) + e * term(0.375)));
    else
      return y * (scale + e * term(0.5));
  }
}

/// What a sum of inverse_cube must be multiplied by, once.
template <typename Real>
inline constexpr double kInverseCubeScale = 1;
/// The constant of inverse_cube in single precision is 5/3, rounded: where e = 0 the terms are off
/// by this factor exactly.
template <>
inline constexpr double kInverseCubeScale<float> = kEstimateBits<float> < 12
                                                       ? 1
                                                       : 1 / (static_cast<double>(5 / 3.0F) - 1);

/// mass / x^(3/2) of every lane over kInverseCubeScale, to a few of the last bits. As in
/// inverse_root,
///   x^(-3/2) = y^3 (1 - e)^(-3/2) = y^3 (1 + 3/2 e + 15/8 e^2 + 35/16 e^3 + ...),
/// and two terms are 3/2 (5/3 - x y^2): the factor is left to the end of the sum, which saves an
/// operation a pair.
template <typename Real>
TYCHO_ALWAYS_INLINE Vector<Real> inverse_cube(Vector<Real> x, Vector<Real> mass) {
  using V = Vector<Real>;
  const V y = inverse_root_estimate<Real>(x);
  const V square = y * y;
  const V cube = (mass * y) * square;
  if constexpr (kEstimateBits<Real> == 0) {
    return cube;
  } else if constexpr (std::is_same_v<Real, float> && kEstimateBits<Real> >= 12) {
    return cube * (5 / 3.0F - x * square);
  } else {
    const V e = Real(1) - x * square;
    if constexpr (std::is_same_v<Real, double>)
      return cube * (Real(1) + e * (Real(1.5) + e * (kCubeTerm2 + e * Real(2.1875))));
    else
      return cube * (Real(1) + e * (Real(1.5) + e * Real(1.875)));
  }
}

/// The sum over the lanes, by halves. On Arm the library's own is a call of a function.
template <typename Real>
TYCHO_ALWAYS_INLINE Real sum(Vector<Real> v) {
#if defined(__aarch64__)
  if constexpr (std::is_same_v<Real, float>)
    return vaddvq_f32(static_cast<float32x4_t>(v));
  else
    return vaddvq_f64(static_cast<float64x2_t>(v));
#else
  return stdx::reduce(v);
#endif
}

}  // namespace tycho::reference::simd
