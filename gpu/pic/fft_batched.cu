// The field as published (decyk2009, Field Solver): the library transforms complex rows only, in
// batches. Two neighbouring real values are packed into a complex one, and the transform of the
// packed rows is turned into the transform of the real rows while it is transposed (Press et al.,
// Numerical Recipes, the transform of a real function): arrays q(nx/2, ny), qk(ny, nx/2+1),
// fk(ny, 2, nx/2+1) and f(nx/2, 2, ny), the first index fastest. As in the paper, a transpose reads
// in order and writes across.
#include <array>
#include <cmath>
#include <numbers>

#include "gpu/pic/modes.hpp"
#include "gpu/pic/spectrum.hpp"
#include "gpu/support/fft_plan.hpp"
#include "gpu/support/launch.hpp"

namespace tycho::gpu::pic {

namespace {

constexpr int kThreads = 128;

template <typename Real>
__device__ Complex<Real> times(const Complex<Real>& a, const Complex<Real>& b) {
  return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};
}

/// X_k = (Z_k + Z*_{M-k}) / 2 - i w_k (Z_k - Z*_{M-k}) / 2 with M = nx/2, w_k = exp(-2 pi i k /
/// nx): from packed rows q(M, ny) to qk(ny, M + 1).
template <typename Real>
__global__ void __launch_bounds__(kThreads)
    unpack_kernel(const Complex<Real>* __restrict__ q, Complex<Real>* qk,
                  const Complex<Real>* __restrict__ w, int half, int ny) {
  const int k = blockIdx.x * kThreads + threadIdx.x, y = blockIdx.y;
  if (k > half) return;
  const Complex<Real>* const row = q + static_cast<std::int64_t>(y) * half;
  const Complex<Real> a = row[k == half ? 0 : k], b = row[k == 0 ? 0 : half - k];
  const Complex<Real> even{(a.x + b.x) / 2, (a.y - b.y) / 2};
  const Complex<Real> odd{(a.y + b.y) / 2, (b.x - a.x) / 2};  // -i (a - b*) / 2
  const Complex<Real> turned = times<Real>(w[k], odd);
  qk[static_cast<std::int64_t>(k) * ny + y] = {even.x + turned.x, even.y + turned.y};
}

/// 2 Z_k = (X_k + X*_{M-k}) + i w*_k (X_k - X*_{M-k}): from fk(ny, 2, M + 1) to packed rows
/// f(M, 2, ny). Twice, so that an unscaled inverse of M points gives what one of nx points does.
template <typename Real>
__global__ void __launch_bounds__(kThreads)
    pack_kernel(const Complex<Real>* __restrict__ fk, Complex<Real>* f,
                const Complex<Real>* __restrict__ w, int half, int ny) {
  const int y = blockIdx.x * kThreads + threadIdx.x, k = blockIdx.y, component = blockIdx.z;
  if (y >= ny) return;
  const auto mode = [&](int m) {
    return fk[(2 * static_cast<std::int64_t>(m) + component) * ny + y];
  };
  const Complex<Real> a = mode(k), b = mode(half - k);
  const Complex<Real> sum{a.x + b.x, a.y - b.y}, difference{a.x - b.x, a.y + b.y};
  const Complex<Real> turned = times<Real>({w[k].x, -w[k].y}, difference);
  f[(2 * static_cast<std::int64_t>(y) + component) * half + k] = {sum.x - turned.y,
                                                                  sum.y + turned.x};
}

/// One thread a mode of qk(ny, M + 1).
template <typename Real>
__global__ void __launch_bounds__(kThreads)
    field_kernel(const Complex<Real>* __restrict__ qk, Complex<Real>* fk,
                 const Real* __restrict__ kx, const Real* __restrict__ ky,
                 const Real* __restrict__ green, int ny, Wanted wanted, Halt halt) {
  const int j = blockIdx.x * kThreads + threadIdx.x, i = blockIdx.y;
  if (j >= ny || halt.before_this()) return;
  const std::int64_t m = static_cast<std::int64_t>(i) * ny + j;
  const Complex<Real> rho = qk[m];
  const Complex<Real> potential{green[m] * rho.x, green[m] * rho.y};
  Complex<Real>* const x = fk + 2 * static_cast<std::int64_t>(i) * ny + j;
  Complex<Real>* const y = x + ny;
  if (wanted == Wanted::kField) {
    *x = {kx[i] * potential.y, -kx[i] * potential.x};
    *y = {ky[j] * potential.y, -ky[j] * potential.x};
  } else {
    *x = potential;
    *y = {Real(0), Real(0)};
  }
}

template <typename Real>
class FieldBatched final : public FieldSolver<Real> {
 public:
  FieldBatched(const Modes<Real>& modes, Stream& stream)
      : half_(modes.nx / 2),
        ny_(modes.ny),
        stream_(stream),
        kx_(modes.kx.size(), stream),
        ky_(modes.ky.size(), stream),
        green_(modes.green.size(), stream),
        w_(static_cast<std::size_t>(half_) + 1, stream),
        q_(static_cast<std::size_t>(half_) * ny_, stream),
        qk_(modes.green.size(), stream),
        fk_(2 * modes.green.size(), stream),
        columns_(2 * modes.green.size(), stream),
        f_(2 * static_cast<std::size_t>(half_) * ny_, stream),
        rows_(side(half_), ny_, Transform::kComplexToComplex, stream),
        rows_back_(side(half_), 2 * ny_, Transform::kComplexToComplex, stream),
        lines_(side(ny_), half_ + 1, Transform::kComplexToComplex, stream),
        lines_back_(side(ny_), 2 * (half_ + 1), Transform::kComplexToComplex, stream) {
    std::vector<Complex<Real>> turns;
    for (int k = 0; k <= half_; ++k) {
      const double angle = std::numbers::pi * k / half_;
      turns.push_back({static_cast<Real>(std::cos(angle)), static_cast<Real>(-std::sin(angle))});
    }
    w_.upload(turns, stream);
    kx_.upload(modes.kx, stream);
    ky_.upload(modes.ky, stream);
    green_.upload(modes.green, stream);
    stream.wait();  // the host copies end here
  }

  void fft_forward(const Real* density) override {
    rows_.forward_to(reinterpret_cast<const Complex<Real>*>(density), q_.data());
    launch(unpack_kernel<Real>, {dim3(parts(half_ + 1), ny_), dim3(kThreads)}, stream_, q_.data(),
           qk_.data(), w_.data(), half_, ny_);
    lines_.forward_in_place(qk_.data());
  }
  void field(Wanted wanted, const Halt& halt) override {
    launch(field_kernel<Real>, {dim3(parts(ny_), half_ + 1), dim3(kThreads)}, stream_, qk_.data(),
           fk_.data(), kx_.data(), ky_.data(), green_.data(), ny_, wanted, halt);
  }
  void fft_inverse() override {
    lines_back_.inverse_to(fk_.data(), columns_.data());
    launch(pack_kernel<Real>, {dim3(parts(ny_), half_, 2), dim3(kThreads)}, stream_,
           columns_.data(), f_.data(), w_.data(), half_, ny_);
    rows_back_.inverse_in_place(f_.data());
  }
  FieldView<Real> view() const override {
    const Real* const first = reinterpret_cast<const Real*>(f_.data());
    const std::int64_t nx = 2 * std::int64_t{half_};
    return {first, first + nx, 1, 2 * nx};
  }

 private:
  static std::array<int, 1> side(int n) { return {n}; }
  static unsigned parts(int n) { return static_cast<unsigned>((n + kThreads - 1) / kThreads); }

  int half_, ny_;
  Stream& stream_;
  Buffer<Real> kx_, ky_, green_;
  Buffer<Complex<Real>> w_, q_, qk_, fk_, columns_, f_;
  FftPlan<Real> rows_, rows_back_, lines_, lines_back_;
};

template <typename Real>
std::size_t bytes(const Options& options) {
  const std::size_t nx = options.nx, ny = options.ny;
  return (nx / 2 + 1) * ny * sizeof(Real) * (1 + 2 + 4 + 4) + nx * ny * sizeof(Real) * 3;
}

template <typename Real>
std::unique_ptr<FieldSolver<Real>> make(const Options& options, Stream& stream) {
  return std::make_unique<FieldBatched<Real>>(Modes<Real>(options, true), stream);
}

}  // namespace

template <typename Real>
FieldSolverKind<Real> fft_batched() {
  return {bytes<Real>, make<Real>};
}

template FieldSolverKind<float> fft_batched();
template FieldSolverKind<double> fft_batched();

}  // namespace tycho::gpu::pic
