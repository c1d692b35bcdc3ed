// An isolated system by zero-padding (aubert2009, III.C.1; Hockney & Eastwood 1988, section 6-5-4):
// on a mesh of twice the side, the density padded with zeros, the periodic convolution with -1/(4
// pi r) is the isolated one wherever the density was.
#include <algorithm>

#include "core/cube.hpp"
#include "core/formulas/isolated_green.hpp"
#include "gpu/particle_mesh/poisson.hpp"
#include "gpu/support/fft_plan.hpp"
#include "gpu/support/launch.hpp"
#include "gpu/support/own_index.cuh"

namespace tycho::gpu::particle_mesh {

namespace {

constexpr int kThreads = 128;

Grid rows(int side) { return {dim3((side + kThreads - 1) / kThreads, side, side), dim3(kThreads)}; }

__device__ std::int64_t cell_at(int i, int j, int k, int side) {
  return (static_cast<std::int64_t>(k) * side + j) * side + i;
}

template <typename Real>
__global__ void pad_kernel(const Real* __restrict__ density, Real* padded, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y, k = blockIdx.z;
  const int side = 2 * n;
  if (i >= side) return;
  const bool inside = i < n && j < n && k < n;
  padded[cell_at(i, j, k, side)] = inside ? density[cell_at(i, j, k, n)] : Real(0);
}

template <typename Real>
__global__ void extract_kernel(const Real* __restrict__ padded, Real* solution, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y, k = blockIdx.z;
  if (i < n) solution[cell_at(i, j, k, n)] = padded[cell_at(i, j, k, 2 * n)];
}

template <typename Real>
__global__ void green_kernel(Real* padded, int side) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y, k = blockIdx.z;
  if (i >= side) return;
  padded[cell_at(i, j, k, side)] =
      static_cast<Real>(isolated_green(min(i, side - i), min(j, side - j), min(k, side - k)));
}

// Green's function is even along every axis, so its transform is real.
template <typename Real>
__global__ void real_part_kernel(const Complex<Real>* __restrict__ from, Real* to,
                                 std::int64_t modes) {
  const std::int64_t m = own_index();
  if (m < modes) to[m] = from[m].x;
}

template <typename Real>
__global__ void convolve_kernel(Complex<Real>* spectrum, const Real* __restrict__ green,
                                std::int64_t modes) {
  const std::int64_t m = own_index();
  if (m >= modes) return;
  Complex<Real> value = spectrum[m];
  value.x *= green[m];
  value.y *= green[m];
  spectrum[m] = value;
}

template <typename Real>
class Isolated final : public Poisson<Real> {
 public:
  Isolated(int n, Stream& stream)
      : n_(n),
        stream_(stream),
        padded_(cube(2 * n), stream),
        spectrum_(modes(n), stream),
        green_(modes(n), stream),
        solution_(cube(n), stream),
        forward_(2 * n, Transform::kRealToComplex, stream),
        inverse_(2 * n, Transform::kComplexToReal, stream) {
    launch(green_kernel<Real>, rows(2 * n), stream, padded_.data(), 2 * n);
    forward_.forward(padded_.data(), spectrum_.data());
    launch(real_part_kernel<Real>, cover(count()), stream, spectrum_.data(), green_.data(),
           count());
  }

  void solve(const Real* density) override {
    launch(pad_kernel<Real>, rows(2 * n_), stream_, density, padded_.data(), n_);
    forward_.forward(padded_.data(), spectrum_.data());
    launch(convolve_kernel<Real>, cover(count()), stream_, spectrum_.data(), green_.data(),
           count());
    inverse_.inverse(spectrum_.data(), padded_.data());
    launch(extract_kernel<Real>, rows(n_), stream_, padded_.data(), solution_.data(), n_);
  }
  const Real* solution() const override { return solution_.data(); }
  double scale() const override { return 1.0 / static_cast<double>(cube(2 * n_)); }

  static std::size_t modes(int n) { return std::size_t(2 * n) * (2 * n) * (n + 1); }

 private:
  std::int64_t count() const { return static_cast<std::int64_t>(green_.size()); }

  int n_;
  Stream& stream_;
  Buffer<Real> padded_;
  Buffer<Complex<Real>> spectrum_;
  Buffer<Real> green_, solution_;
  FftPlan<Real> forward_, inverse_;
};

template <typename Real>
std::size_t bytes(const Options& options) {
  const int n = options.grid;
  return sizeof(Real) * (cube(2 * n) + 3 * Isolated<Real>::modes(n) + cube(n)) +
         FftPlan<Real>::work_bytes(2 * n, Transform::kRealToComplex) +
         FftPlan<Real>::work_bytes(2 * n, Transform::kComplexToReal);
}

template <typename Real>
std::unique_ptr<Poisson<Real>> make(const Options& options, Stream& stream) {
  return std::make_unique<Isolated<Real>>(options.grid, stream);
}

}  // namespace

template <typename Real>
PoissonKind<Real> poisson_isolated() {
  return {bytes<Real>, make<Real>};
}

template PoissonKind<float> poisson_isolated();
template PoissonKind<double> poisson_isolated();

}  // namespace tycho::gpu::particle_mesh
