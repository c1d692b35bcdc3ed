// u_k = rho_k / lambda_k with the discrete Laplacian's eigenvalue (aubert2009, eq. 7 in three
// dimensions), the mean mode zero: the discrete equation (5) is then solved exactly.
#include <vector>

#include "core/cube.hpp"
#include "core/formulas/discrete_laplacian.hpp"
#include "gpu/particle_mesh/poisson.hpp"
#include "gpu/support/fft_plan.hpp"
#include "gpu/support/launch.hpp"
#include "gpu/support/pack.hpp"

namespace tycho::gpu::particle_mesh {

namespace {

// One thread a mode, one block a piece of a row: its two other eigenvalue terms are the same.
template <typename Real>
__global__ void filter_kernel(Complex<Real>* spectrum, const Real* __restrict__ terms, int n,
                              int modes) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y, k = blockIdx.z;
  if (i >= modes) return;
  const std::int64_t m = (static_cast<std::int64_t>(k) * n + j) * modes + i;
  const Real sum = terms[i] + terms[j] + terms[k];
  const Real factor = sum == Real(0) ? Real(0) : Real(-1) / sum;
  Complex<Real> value = spectrum[m];
  value.x *= factor;
  value.y *= factor;
  spectrum[m] = value;
}

template <typename Real>
__global__ void to_complex_kernel(const Real* __restrict__ from, Complex<Real>* to,
                                  std::int64_t cells) {
  const std::int64_t first = first4();
  if (first >= cells) return;
  const auto values = load4(from, first, cells);
#pragma unroll
  for (int e = 0; e < 4; ++e)
    if (first + e < cells) to[first + e] = {values.at[e], Real(0)};
}

template <typename Real>
__global__ void to_real_kernel(const Complex<Real>* __restrict__ from, Real* to,
                               std::int64_t cells) {
  const std::int64_t first = first4();
  if (first >= cells) return;
  Pack4<Real> values{};
#pragma unroll
  for (int e = 0; e < 4; ++e)
    if (first + e < cells) values.at[e] = from[first + e].x;
  store4(values, to, first, cells);
}

template <typename Real>
class Filter {
 public:
  Filter(int n, Stream& stream) : n_(n), terms_(static_cast<std::size_t>(n), stream) {
    std::vector<Real> terms;
    for (int i = 0; i < n; ++i) terms.push_back(static_cast<Real>(eigenvalue_term(i, n)));
    terms_.upload(terms, stream);
    stream.wait();  // the host copy ends here
  }
  /// Divides every mode by its eigenvalue; `modes` of them are stored along x.
  void apply(Complex<Real>* spectrum, int modes, const Stream& stream) {
    constexpr int kThreads = 128;
    const Grid grid{dim3((modes + kThreads - 1) / kThreads, n_, n_), dim3(kThreads)};
    launch(filter_kernel<Real>, grid, stream, spectrum, terms_.data(), n_, modes);
  }

 private:
  int n_;
  Buffer<Real> terms_;
};

/// Real to complex: half the modes, since the others are their conjugates.
template <typename Real>
class RealTransform final : public Poisson<Real> {
 public:
  RealTransform(int n, Stream& stream)
      : n_(n),
        stream_(stream),
        filter_(n, stream),
        spectrum_(std::size_t(n) * n * (n / 2 + 1), stream),
        solution_(cube(n), stream),
        forward_(n, Transform::kRealToComplex, stream),
        inverse_(n, Transform::kComplexToReal, stream) {}

  void solve(const Real* density) override {
    forward_.forward(density, spectrum_.data());
    filter_.apply(spectrum_.data(), n_ / 2 + 1, stream_);
    inverse_.inverse(spectrum_.data(), solution_.data());
  }
  const Real* solution() const override { return solution_.data(); }
  double scale() const override { return 1.0 / static_cast<double>(cube(n_)); }

 private:
  int n_;
  Stream& stream_;
  Filter<Real> filter_;
  Buffer<Complex<Real>> spectrum_;
  Buffer<Real> solution_;
  FftPlan<Real> forward_, inverse_;
};

/// Complex to complex, in place, as published.
template <typename Real>
class ComplexTransform final : public Poisson<Real> {
 public:
  ComplexTransform(int n, Stream& stream)
      : n_(n),
        stream_(stream),
        filter_(n, stream),
        values_(cube(n), stream),
        solution_(cube(n), stream),
        plan_(n, Transform::kComplexToComplex, stream) {}

  void solve(const Real* density) override {
    const auto cells = static_cast<std::int64_t>(cube(n_));
    launch(to_complex_kernel<Real>, cover4(cells), stream_, density, values_.data(), cells);
    plan_.forward_in_place(values_.data());
    filter_.apply(values_.data(), n_, stream_);
    plan_.inverse_in_place(values_.data());
    launch(to_real_kernel<Real>, cover4(cells), stream_, values_.data(), solution_.data(), cells);
  }
  const Real* solution() const override { return solution_.data(); }
  double scale() const override { return 1.0 / static_cast<double>(cube(n_)); }

 private:
  int n_;
  Stream& stream_;
  Filter<Real> filter_;
  Buffer<Complex<Real>> values_;
  Buffer<Real> solution_;
  FftPlan<Real> plan_;
};

template <typename Real>
std::size_t bytes(const Options& options) {
  const int n = options.grid;
  if (options.complex_transform)
    return cube(n) * 3 * sizeof(Real) + FftPlan<Real>::work_bytes(n, Transform::kComplexToComplex);
  return std::size_t(n) * n * (n / 2 + 1) * 2 * sizeof(Real) + cube(n) * sizeof(Real) +
         FftPlan<Real>::work_bytes(n, Transform::kRealToComplex) +
         FftPlan<Real>::work_bytes(n, Transform::kComplexToReal);
}

template <typename Real>
std::unique_ptr<Poisson<Real>> make(const Options& options, Stream& stream) {
  const int n = options.grid;
  if (!options.complex_transform) return std::make_unique<RealTransform<Real>>(n, stream);
  return std::make_unique<ComplexTransform<Real>>(n, stream);
}

}  // namespace

template <typename Real>
PoissonKind<Real> poisson_fft() {
  return {bytes<Real>, make<Real>};
}

template PoissonKind<float> poisson_fft();
template PoissonKind<double> poisson_fft();

}  // namespace tycho::gpu::particle_mesh
