// u_k = rho_k / lambda_k with the discrete Laplacian's eigenvalue (aubert2009, eq. 7 in three
// dimensions), the mean mode zero: the discrete equation (5) is then solved exactly.
#include <vector>

#include "core/fftw.hpp"
#include "core/formulas/discrete_laplacian.hpp"
#include "reference/particle_mesh/poisson.hpp"

namespace tycho::reference::particle_mesh {

namespace {

template <typename Real>
std::vector<Real> eigenvalue_terms(int n) {
  std::vector<Real> terms(n);
  for (int i = 0; i < n; ++i) terms[i] = static_cast<Real>(eigenvalue_term(i, n));
  return terms;
}

/// Divides every mode by its eigenvalue; `modes` of them are stored along x.
template <typename Real>
void filter(std::vector<std::complex<Real>>& spectrum, const std::vector<Real>& terms, int modes,
            int threads) {
  const int n = static_cast<int>(terms.size());
#pragma omp parallel for num_threads(threads) schedule(static) if (threads > 1)
  for (int k = 0; k < n; ++k)
    for (int j = 0; j < n; ++j) {
      std::complex<Real>* const row = &spectrum[(std::size_t(k) * n + j) * modes];
      for (int i = 0; i < modes; ++i) {
        const Real eigenvalue = -(terms[i] + terms[j] + terms[k]);
        row[i] = eigenvalue == 0 ? 0 : row[i] / eigenvalue;
      }
    }
}

/// Real to complex: half the modes, since the others are their conjugates.
template <typename Real>
class RealTransform final : public Poisson<Real> {
 public:
  RealTransform(const Options& options, Mesh<Real>& mesh)
      : n_(mesh.n),
        threads_(options.threads),
        terms_(eigenvalue_terms<Real>(n_)),
        spectrum_(std::size_t(n_) * n_ * (n_ / 2 + 1)),
        forward_(n_, mesh.density.data(), spectrum_.data(), planning(options)),
        inverse_(n_, spectrum_.data(), mesh.solution.data(), planning(options)) {}

  void solve() override {
    forward_.execute();
    filter(spectrum_, terms_, n_ / 2 + 1, threads_);
    inverse_.execute();
  }
  double scale() const override { return 1.0 / (double(n_) * n_ * n_); }

 private:
  int n_, threads_;
  std::vector<Real> terms_;
  std::vector<std::complex<Real>> spectrum_;
  FftwPlan<Real> forward_, inverse_;
};

/// Complex to complex, in place, as published.
template <typename Real>
class ComplexTransform final : public Poisson<Real> {
 public:
  ComplexTransform(const Options& options, Mesh<Real>& mesh)
      : mesh_(mesh),
        threads_(options.threads),
        terms_(eigenvalue_terms<Real>(mesh.n)),
        values_(mesh.density.size()),
        forward_(mesh.n, values_.data(), FFTW_FORWARD, planning(options)),
        inverse_(mesh.n, values_.data(), FFTW_BACKWARD, planning(options)) {}

  void solve() override {
    const std::ptrdiff_t cells = mesh_.size();
#pragma omp parallel for num_threads(threads_) schedule(static) if (threads_ > 1)
    for (std::ptrdiff_t c = 0; c < cells; ++c) values_[c] = mesh_.density[c];
    forward_.execute();
    filter(values_, terms_, mesh_.n, threads_);
    inverse_.execute();
#pragma omp parallel for num_threads(threads_) schedule(static) if (threads_ > 1)
    for (std::ptrdiff_t c = 0; c < cells; ++c) mesh_.solution[c] = values_[c].real();
  }
  double scale() const override { return 1.0 / static_cast<double>(mesh_.size()); }

 private:
  Mesh<Real>& mesh_;
  int threads_;
  std::vector<Real> terms_;
  std::vector<std::complex<Real>> values_;
  FftwPlan<Real> forward_, inverse_;
};

}  // namespace

template <typename Real>
std::unique_ptr<Poisson<Real>> poisson_fft(const Options& options, Mesh<Real>& mesh) {
  if (!options.complex_transform) return std::make_unique<RealTransform<Real>>(options, mesh);
  return std::make_unique<ComplexTransform<Real>>(options, mesh);
}

template std::unique_ptr<Poisson<float>> poisson_fft(const Options&, Mesh<float>&);
template std::unique_ptr<Poisson<double>> poisson_fft(const Options&, Mesh<double>&);

}  // namespace tycho::reference::particle_mesh
