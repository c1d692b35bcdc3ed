// u_k = rho_k / lambda_k as poisson_fft.cpp has it, in three passes over memory instead of seven:
// planes forward; along z forward, filter and back, a row of columns at a time in the cache; planes
// back. The threads share out planes and rows of columns, each by a transform on one thread.
#include <complex>
#include <vector>

#include "core/fftw.hpp"
#include "core/formulas/discrete_laplacian.hpp"
#include "core/parallel_for.hpp"
#include "reference/particle_mesh/poisson.hpp"

namespace tycho::reference::particle_mesh {

namespace {

/// Rows of modes start at a cache line. A plane has a row more than it needs: with a power of two
/// between them, the points of a column along z would all want one place in the cache.
template <typename Real>
struct Layout {
  explicit Layout(int side) : n(side), modes(side / 2 + 1) {
    constexpr int kLine = 64 / (2 * sizeof(Real));
    row = (modes + kLine - 1) / kLine * kLine;
    plane = std::ptrdiff_t(n + 1) * row;
  }
  int n, modes, row;
  std::ptrdiff_t plane;
};

template <typename Real>
class Planes final : public Poisson<Real> {
  using Complex = std::complex<Real>;

 public:
  Planes(const Options& options, Mesh<Real>& mesh)
      : mesh_(mesh),
        threads_(options.threads),
        at_(mesh.n),
        terms_(static_cast<std::size_t>(mesh.n)),
        twice_(2 * static_cast<std::size_t>(at_.modes)),
        spectrum_(static_cast<std::size_t>(at_.plane) * mesh.n),
        forward_(FftwPlane{at_.n, at_.row}, mesh.density.data(), spectrum_.data(), how(options)),
        up_(columns(), spectrum_.data(), spectrum_.data(), FFTW_FORWARD, how(options)),
        down_(columns(), spectrum_.data(), spectrum_.data(), FFTW_BACKWARD, how(options)),
        inverse_(FftwPlane{at_.n, at_.row}, spectrum_.data(), mesh.solution.data(), how(options)) {
    for (int i = 0; i < at_.n; ++i) terms_[i] = static_cast<Real>(eigenvalue_term(i, at_.n));
    for (std::size_t m = 0; m < twice_.size(); ++m) twice_[m] = terms_[m / 2];
  }

  void solve() override {
    const std::ptrdiff_t cells = std::ptrdiff_t(at_.n) * at_.n;
    parallel_for(at_.n, threads_, [&](std::ptrdiff_t k) {
      forward_.execute(&mesh_.density[k * cells], &spectrum_[k * at_.plane]);
    });
    parallel_for(at_.n, threads_, [&](std::ptrdiff_t j) {
      Complex* const columns = &spectrum_[j * at_.row];
      up_.execute(columns, columns);
      filter(columns, static_cast<int>(j));
      down_.execute(columns, columns);
    });
    parallel_for(at_.n, threads_, [&](std::ptrdiff_t k) {
      inverse_.execute(&spectrum_[k * at_.plane], &mesh_.solution[k * cells]);
    });
  }
  double scale() const override { return 1.0 / static_cast<double>(mesh_.size()); }

 private:
  static FftwPlanning how(const Options& options) {
    // Of an odd side the planes of reals do not all start where a vector does.
    return {1, options.measure_plans, options.grid % 2 != 0};
  }
  FftwRows columns() const { return {at_.n, at_.modes, static_cast<int>(at_.plane), 1}; }

  /// Divides the modes of row j of columns by their eigenvalues; the mean mode is zero.
  void filter(Complex* columns, int j) const {
    for (int k = 0; k < at_.n; ++k) {
      Real* const row = reinterpret_cast<Real*>(columns + k * at_.plane);
      const Real others = terms_[j] + terms_[k];
      if (j == 0 && k == 0) row[0] = row[1] = 0;
      const int first = j == 0 && k == 0 ? 2 : 0, last = static_cast<int>(twice_.size());
      for (int m = first; m < last; ++m) row[m] /= -(twice_[m] + others);
    }
  }

  Mesh<Real>& mesh_;
  int threads_;
  Layout<Real> at_;
  std::vector<Real> terms_, twice_;  // of the eigenvalues; along x for both parts of a mode
  std::vector<Complex> spectrum_;
  FftwPlan<Real> forward_, up_, down_, inverse_;
};

}  // namespace

template <typename Real>
std::unique_ptr<Poisson<Real>> poisson_fft_best(const Options& options, Mesh<Real>& mesh) {
  return std::make_unique<Planes<Real>>(options, mesh);
}

template std::unique_ptr<Poisson<float>> poisson_fft_best(const Options&, Mesh<float>&);
template std::unique_ptr<Poisson<double>> poisson_fft_best(const Options&, Mesh<double>&);

}  // namespace tycho::reference::particle_mesh
