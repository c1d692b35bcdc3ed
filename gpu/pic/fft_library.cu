// E_k = -i k s^2 / k^2 rho_k with the library's transforms in two dimensions: real to complex
// forward; back, the two components as the parts of one complex field, which is the work of two
// real transforms, leaves the input as it is and puts the components side by side.
#include <array>

#include "gpu/pic/modes.hpp"
#include "gpu/pic/spectrum.hpp"
#include "gpu/support/fft_plan.hpp"
#include "gpu/support/launch.hpp"

namespace tycho::gpu::pic {

namespace {

constexpr int kThreads = 128;

template <typename Real>
struct ModesView {
  int nx, ny;
  const Real *kx, *ky, *green;
};

/// One thread a mode of the whole spectrum of E_x + i E_y = (k_y - i k_x) s^2 / k^2 rho_k.
template <typename Real>
__global__ void __launch_bounds__(kThreads)
    field_kernel(const Complex<Real>* __restrict__ rho, Complex<Real>* field, ModesView<Real> modes,
                 Wanted wanted, Halt halt) {
  const bool halted = halt.before_this();
  const int i = blockIdx.x * kThreads + threadIdx.x, j = blockIdx.y;
  if (i >= modes.nx) return;
  const int columns = modes.nx / 2 + 1;
  // Beyond nx/2 stands the conjugate of the opposite mode.
  const bool mirrored = i >= columns;
  const int row = mirrored && j > 0 ? modes.ny - j : j;
  const std::int64_t m = static_cast<std::int64_t>(row) * columns + (mirrored ? modes.nx - i : i);
  Complex<Real> value = rho[m];
  if (mirrored) value.y = -value.y;
  const Real green = modes.green[m], kx = modes.kx[i], ky = modes.ky[j];
  Complex<Real> out;
  if (wanted == Wanted::kField) {
    out.x = green * (ky * value.x + kx * value.y);
    out.y = green * (ky * value.y - kx * value.x);
  } else {
    out.x = green * value.x;
    out.y = green * value.y;
  }
  if (!halted) field[static_cast<std::int64_t>(j) * modes.nx + i] = out;
}

template <typename Real>
class FieldLibrary final : public FieldSolver<Real> {
 public:
  FieldLibrary(const Modes<Real>& modes, Stream& stream)
      : nx_(modes.nx),
        ny_(modes.ny),
        stream_(stream),
        kx_(modes.kx.size(), stream),
        ky_(modes.ky.size(), stream),
        green_(modes.green.size(), stream),
        rho_(modes.green.size(), stream),
        field_k_(points(), stream),
        field_(points(), stream),
        forward_(sides(), 1, Transform::kRealToComplex, stream),
        inverse_(sides(), 1, Transform::kComplexToComplex, stream) {
    kx_.upload(modes.kx, stream);
    ky_.upload(modes.ky, stream);
    green_.upload(modes.green, stream);
    stream.wait();  // the host copies end here
  }

  void fft_forward(const Real* density) override { forward_.forward(density, rho_.data()); }
  void field(Wanted wanted, const Halt& halt) override {
    const Grid grid{dim3((nx_ + kThreads - 1) / kThreads, ny_), dim3(kThreads)};
    launch(field_kernel<Real>, grid, stream_, rho_.data(), field_k_.data(),
           ModesView<Real>{nx_, ny_, kx_.data(), ky_.data(), green_.data()}, wanted, halt);
  }
  void fft_inverse() override { inverse_.inverse_to(field_k_.data(), field_.data()); }
  FieldView<Real> view() const override {
    const Real* const first = reinterpret_cast<const Real*>(field_.data());
    return {first, first + 1, 2, 2 * std::int64_t{nx_}};
  }

 private:
  std::size_t points() const { return static_cast<std::size_t>(nx_) * ny_; }
  std::array<int, 2> sides() const { return {ny_, nx_}; }

  int nx_, ny_;
  Stream& stream_;
  Buffer<Real> kx_, ky_, green_;
  Buffer<Complex<Real>> rho_, field_k_, field_;
  FftPlan<Real> forward_, inverse_;
};

/// Spectra, field and the work areas of both plans (a copy of the spectrum each).
template <typename Real>
std::size_t bytes(const Options& options) {
  const std::size_t nx = options.nx, ny = options.ny;
  return (nx / 2 + 1) * ny * sizeof(Real) * (1 + 2 + 2) + nx * ny * 2 * sizeof(Real) * 3;
}

template <typename Real>
std::unique_ptr<FieldSolver<Real>> make(const Options& options, Stream& stream) {
  return std::make_unique<FieldLibrary<Real>>(Modes<Real>(options, false), stream);
}

}  // namespace

template <typename Real>
FieldSolverKind<Real> fft_library() {
  return {bytes<Real>, make<Real>};
}

template FieldSolverKind<float> fft_library();
template FieldSolverKind<double> fft_library();

}  // namespace tycho::gpu::pic
