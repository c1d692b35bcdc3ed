// An isolated system by zero-padding (aubert2009, III.C.1; Hockney & Eastwood 1988, section 6-5-4):
// on a mesh of twice the side, the density padded with zeros, the periodic convolution with -1/(4
// pi r) is the isolated one wherever the density was.
#include <algorithm>
#include <vector>

#include "core/fftw.hpp"
#include "core/formulas/isolated_green.hpp"
#include "reference/particle_mesh/poisson.hpp"

namespace tycho::reference::particle_mesh {

namespace {

template <typename Real>
class Isolated final : public Poisson<Real> {
 public:
  Isolated(const Options& options, Mesh<Real>& mesh)
      : mesh_(mesh),
        n_(mesh.n),
        side_(2 * mesh.n),
        threads_(options.threads),
        padded_(std::size_t(side_) * side_ * side_),
        spectrum_(std::size_t(side_) * side_ * (n_ + 1)),
        forward_(side_, padded_.data(), spectrum_.data(), planning(options)),
        inverse_(side_, spectrum_.data(), padded_.data(), planning(options)),
        green_(transformed_green()) {}

  void solve() override {
    pad();
    forward_.execute();
    const std::ptrdiff_t modes = static_cast<std::ptrdiff_t>(spectrum_.size());
#pragma omp parallel for num_threads(threads_) schedule(static) if (threads_ > 1)
    for (std::ptrdiff_t m = 0; m < modes; ++m) spectrum_[m] *= green_[m];
    inverse_.execute();
    extract();
  }
  double scale() const override { return 1.0 / static_cast<double>(padded_.size()); }

 private:
  Real* padded_row(int j, int k) { return &padded_[(std::size_t(k) * side_ + j) * side_]; }

  void pad() {
#pragma omp parallel for num_threads(threads_) schedule(static) if (threads_ > 1)
    for (int k = 0; k < side_; ++k)
      for (int j = 0; j < side_; ++j) {
        Real* const row = padded_row(j, k);
        std::fill(row, row + side_, Real(0));
        if (j < n_ && k < n_) std::copy_n(&mesh_.density[(std::size_t(k) * n_ + j) * n_], n_, row);
      }
  }

  void extract() {
#pragma omp parallel for num_threads(threads_) schedule(static) if (threads_ > 1)
    for (int k = 0; k < n_; ++k)
      for (int j = 0; j < n_; ++j)
        std::copy_n(padded_row(j, k), n_, &mesh_.solution[(std::size_t(k) * n_ + j) * n_]);
  }

  /// Even along every axis, so that its transform is real.
  std::vector<Real> transformed_green() {
    const auto distance = [this](int i) { return std::min(i, side_ - i); };
    for (int k = 0; k < side_; ++k)
      for (int j = 0; j < side_; ++j)
        for (int i = 0; i < side_; ++i)
          padded_row(j, k)[i] =
              static_cast<Real>(isolated_green(distance(i), distance(j), distance(k)));
    forward_.execute();
    std::vector<Real> green(spectrum_.size());
    std::transform(spectrum_.begin(), spectrum_.end(), green.begin(),
                   [](const std::complex<Real>& mode) { return mode.real(); });
    return green;
  }

  Mesh<Real>& mesh_;
  int n_, side_, threads_;
  std::vector<Real> padded_;
  std::vector<std::complex<Real>> spectrum_;
  FftwPlan<Real> forward_, inverse_;
  std::vector<Real> green_;
};

}  // namespace

template <typename Real>
std::unique_ptr<Poisson<Real>> poisson_isolated(const Options& options, Mesh<Real>& mesh) {
  return std::make_unique<Isolated<Real>>(options, mesh);
}

template std::unique_ptr<Poisson<float>> poisson_isolated(const Options&, Mesh<float>&);
template std::unique_ptr<Poisson<double>> poisson_isolated(const Options&, Mesh<double>&);

}  // namespace tycho::reference::particle_mesh
