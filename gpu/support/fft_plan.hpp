// Owns a cuFFT plan, and its work area as a buffer of ours.
#pragma once

#include <cufft.h>

#include <cstddef>
#include <span>

#include "gpu/support/buffer.hpp"
#include "gpu/support/stream.hpp"

namespace tycho::gpu {

/// cuFFT's complex number of a precision.
template <typename Real>
struct ComplexOf;
template <>
struct ComplexOf<float> {
  using Type = cufftComplex;
};
template <>
struct ComplexOf<double> {
  using Type = cufftDoubleComplex;
};
template <typename Real>
using Complex = typename ComplexOf<Real>::Type;

enum class Transform { kRealToComplex, kComplexToReal, kComplexToComplex };

template <typename Real>
class FftPlan {
 public:
  /// One transform of a cube.
  FftPlan(int side, Transform transform, Stream& stream);
  /// `batch` transforms, one array behind the other; of the sides the last is fastest.
  FftPlan(std::span<const int> sides, int batch, Transform transform, Stream& stream);
  ~FftPlan();
  FftPlan(const FftPlan&) = delete;
  FftPlan& operator=(const FftPlan&) = delete;

  /// Bytes of the work area of a plan: one more copy of the spectrum. (cuFFT's own estimate fails
  /// for sides that no device could hold, and just these must be refused with a message.)
  static std::size_t work_bytes(int side, Transform transform);

  /// Each enqueues one transform; none is scaled.
  void forward(const Real* from, Complex<Real>* to);
  void inverse(Complex<Real>* from_and_lost, Real* to);
  void forward_in_place(Complex<Real>* data);
  void inverse_in_place(Complex<Real>* data);
  /// These leave their input as it is.
  void forward_to(const Complex<Real>* from, Complex<Real>* to);
  void inverse_to(const Complex<Real>* from, Complex<Real>* to);

 private:
  template <typename MakePlan>
  void make(MakePlan&& make_plan, Stream& stream);
  void execute(const Complex<Real>* from, Complex<Real>* to, int direction);

  cufftHandle handle_ = 0;
  Buffer<unsigned char> work_;
};

}  // namespace tycho::gpu
