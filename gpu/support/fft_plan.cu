#include <cstdio>
#include <stdexcept>
#include <string>

#include "gpu/support/fft_plan.hpp"

namespace tycho::gpu {

namespace {

void check_fft(cufftResult code, const char* expression) {
  if (code == CUFFT_SUCCESS) return;
  throw std::runtime_error("cuFFT error " + std::to_string(static_cast<int>(code)) + " (" +
                           expression + ")");
}
#define TYCHO_FFT(expression) check_fft((expression), #expression)

template <typename Real>
cufftType type_of(Transform transform) {
  constexpr bool single = sizeof(Real) == 4;
  switch (transform) {
    case Transform::kRealToComplex:
      return single ? CUFFT_R2C : CUFFT_D2Z;
    case Transform::kComplexToReal:
      return single ? CUFFT_C2R : CUFFT_Z2D;
    case Transform::kComplexToComplex:
      return single ? CUFFT_C2C : CUFFT_Z2Z;
  }
  throw std::logic_error("no such transform");
}

}  // namespace

template <typename Real>
FftPlan<Real>::FftPlan(int side, Transform transform, Stream& stream) {
  TYCHO_FFT(cufftCreate(&handle_));
  try {
    std::size_t bytes = 0;
    TYCHO_FFT(cufftSetAutoAllocation(handle_, 0));
    TYCHO_FFT(cufftMakePlan3d(handle_, side, side, side, type_of<Real>(transform), &bytes));
    work_ = Buffer<unsigned char>(bytes, stream);
    if (bytes) TYCHO_FFT(cufftSetWorkArea(handle_, work_.data()));
    TYCHO_FFT(cufftSetStream(handle_, stream.get()));
  } catch (...) {
    cufftDestroy(handle_);
    throw;
  }
}

template <typename Real>
FftPlan<Real>::~FftPlan() {
  if (const cufftResult code = cufftDestroy(handle_); code != CUFFT_SUCCESS)
    std::fprintf(stderr, "tycho: cuFFT error %d (cufftDestroy)\n", static_cast<int>(code));
}

template <typename Real>
std::size_t FftPlan<Real>::work_bytes(int side, Transform transform) {
  const std::size_t row = transform == Transform::kComplexToComplex ? side : side / 2 + 1;
  return row * side * side * sizeof(Complex<Real>);
}

// cuFFT takes its inputs as not const, and leaves that of an out-of-place forward transform alone.
template <>
void FftPlan<float>::forward(const float* from, Complex<float>* to) {
  TYCHO_FFT(cufftExecR2C(handle_, const_cast<float*>(from), to));
}
template <>
void FftPlan<double>::forward(const double* from, Complex<double>* to) {
  TYCHO_FFT(cufftExecD2Z(handle_, const_cast<double*>(from), to));
}
template <>
void FftPlan<float>::inverse(Complex<float>* from_and_lost, float* to) {
  TYCHO_FFT(cufftExecC2R(handle_, from_and_lost, to));
}
template <>
void FftPlan<double>::inverse(Complex<double>* from_and_lost, double* to) {
  TYCHO_FFT(cufftExecZ2D(handle_, from_and_lost, to));
}
template <>
void FftPlan<float>::forward_in_place(Complex<float>* data) {
  TYCHO_FFT(cufftExecC2C(handle_, data, data, CUFFT_FORWARD));
}
template <>
void FftPlan<double>::forward_in_place(Complex<double>* data) {
  TYCHO_FFT(cufftExecZ2Z(handle_, data, data, CUFFT_FORWARD));
}
template <>
void FftPlan<float>::inverse_in_place(Complex<float>* data) {
  TYCHO_FFT(cufftExecC2C(handle_, data, data, CUFFT_INVERSE));
}
template <>
void FftPlan<double>::inverse_in_place(Complex<double>* data) {
  TYCHO_FFT(cufftExecZ2Z(handle_, data, data, CUFFT_INVERSE));
}

template class FftPlan<float>;
template class FftPlan<double>;

}  // namespace tycho::gpu
