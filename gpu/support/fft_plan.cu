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
template <typename MakePlan>
void FftPlan<Real>::make(MakePlan&& make_plan, Stream& stream) {
  TYCHO_FFT(cufftCreate(&handle_));
  try {
    std::size_t bytes = 0;
    TYCHO_FFT(cufftSetAutoAllocation(handle_, 0));
    TYCHO_FFT(make_plan(&bytes));
    work_ = Buffer<unsigned char>(bytes, stream);
    if (bytes) TYCHO_FFT(cufftSetWorkArea(handle_, work_.data()));
    TYCHO_FFT(cufftSetStream(handle_, stream.get()));
  } catch (...) {
    cufftDestroy(handle_);
    throw;
  }
}

template <typename Real>
FftPlan<Real>::FftPlan(int side, Transform transform, Stream& stream) {
  make(
      [&](std::size_t* bytes) {
        return cufftMakePlan3d(handle_, side, side, side, type_of<Real>(transform), bytes);
      },
      stream);
}

template <typename Real>
FftPlan<Real>::FftPlan(std::span<const int> sides, int batch, Transform transform, Stream& stream) {
  make(
      [&](std::size_t* bytes) {
        return cufftMakePlanMany(handle_, static_cast<int>(sides.size()),
                                 const_cast<int*>(sides.data()), nullptr, 1, 0, nullptr, 1, 0,
                                 type_of<Real>(transform), batch, bytes);
      },
      stream);
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

// cuFFT takes its inputs as not const, and leaves the input of an out-of-place forward transform
// alone.
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
void FftPlan<float>::execute(const Complex<float>* from, Complex<float>* to, int direction) {
  TYCHO_FFT(cufftExecC2C(handle_, const_cast<Complex<float>*>(from), to, direction));
}
template <>
void FftPlan<double>::execute(const Complex<double>* from, Complex<double>* to, int direction) {
  TYCHO_FFT(cufftExecZ2Z(handle_, const_cast<Complex<double>*>(from), to, direction));
}
template <typename Real>
void FftPlan<Real>::forward_in_place(Complex<Real>* data) {
  execute(data, data, CUFFT_FORWARD);
}
template <typename Real>
void FftPlan<Real>::inverse_in_place(Complex<Real>* data) {
  execute(data, data, CUFFT_INVERSE);
}
template <typename Real>
void FftPlan<Real>::forward_to(const Complex<Real>* from, Complex<Real>* to) {
  execute(from, to, CUFFT_FORWARD);
}
template <typename Real>
void FftPlan<Real>::inverse_to(const Complex<Real>* from, Complex<Real>* to) {
  execute(from, to, CUFFT_INVERSE);
}

template class FftPlan<float>;
template class FftPlan<double>;

}  // namespace tycho::gpu
