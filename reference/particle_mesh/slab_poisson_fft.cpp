// u_k = rho_k / lambda_k (aubert2009, eq. 7 in three dimensions) over ranks: every plane by a
// transform in two dimensions, the modes from slabs along z to slabs along y, and every row of
// columns by transforms along z.
//
// A plan is of one plane, or of the columns of one row: what is transformed together does not
// depend on the number of ranks, and neither do the bits. No turn spoils its input.
#include <algorithm>
#include <vector>

#include "core/fftw.hpp"
#include "core/formulas/discrete_laplacian.hpp"
#include "core/mesh/slab_transpose.hpp"
#include "core/parallel_for.hpp"
#include "reference/particle_mesh/slab_poisson.hpp"

namespace tycho::reference::particle_mesh {

namespace {

using namespace tycho::particle_mesh;

// On one thread: threads share out planes and rows. Not every plane starts where a vector does.
constexpr FftwPlanning kPlanning{.threads = 1, .measure = false, .anywhere = true};

template <typename Real>
class SlabFft final : public SlabPoisson {
  using Complex = std::complex<Real>;
  using Modes = std::vector<Complex>;

 public:
  SlabFft(const Options& options, SlabMesh<Real>& mesh)
      : mesh_(mesh),
        n_(mesh.n),
        modes_(n_ / 2 + 1),
        threads_(options.threads),
        one_plane_(mesh.plane()),
        some_modes_(std::size_t(n_) * modes_),
        planes_(some_modes_.size() * static_cast<std::size_t>(mesh.planes)),
        columns_(planes_.size()),  // as many rows as planes
        solved_(planes_.size()),
        plane_forward_(FftwPlane{n_, modes_}, one_plane_.data(), some_modes_.data(), kPlanning),
        plane_inverse_(FftwPlane{n_, modes_}, some_modes_.data(), one_plane_.data(), kPlanning),
        column_forward_(column(FFTW_FORWARD)),
        column_inverse_(column(FFTW_BACKWARD)) {
    for (int i = 0; i < n_; ++i) terms_.push_back(static_cast<Real>(eigenvalue_term(i, n_)));
  }

  Turns<> turns() override {
    return {{kPoisson, [this] { forward_planes(); }},
            {kTranspose, [this] { turn(planes_, columns_); }},
            {kPoisson, [this] { solve_columns(); }},
            {kTranspose, [this] { turn(solved_, planes_); }},
            {kPoisson, [this] { inverse_planes(); }}};
  }
  double scale() const override { return 1.0 / (double(n_) * n_ * n_); }

 private:
  /// In place: of the columns of one row, which lie side by side.
  FftwPlan<Real> column(int sign) {
    const FftwRows rows{n_, modes_, modes_, 1};
    return {rows, some_modes_.data(), some_modes_.data(), sign, kPlanning};
  }
  std::size_t own() const { return static_cast<std::size_t>(mesh_.planes); }

  void forward_planes() {
    parallel_for(own(), threads_, [&](std::size_t k) {
      plane_forward_.execute(&mesh_.density[k * mesh_.plane()], &planes_[k * some_modes_.size()]);
    });
  }

  void turn(const Modes& from, Modes& to) {
    mesh::transpose(mesh_.ranks, mesh_.slabs, mesh_.slabs, std::span<const Complex>(from),
                    std::span<Complex>(to), static_cast<std::size_t>(modes_));
  }

  void solve_columns() {
    parallel_for(own(), threads_, [&](std::size_t row) {
      Complex* const at = &solved_[row * some_modes_.size()];
      std::copy_n(&columns_[row * some_modes_.size()], some_modes_.size(), at);
      column_forward_.execute(at, at);
      const int j = mesh_.first + static_cast<int>(row);
      for (int k = 0; k < n_; ++k)
        for (int i = 0; i < modes_; ++i) {
          Complex& mode = at[std::size_t(k) * modes_ + i];
          const Real eigenvalue = -(terms_[i] + terms_[j] + terms_[k]);
          mode = eigenvalue == 0 ? 0 : mode / eigenvalue;
        }
      column_inverse_.execute(at, at);
    });
  }

  void inverse_planes() {
    const std::size_t threads = static_cast<std::size_t>(threads_);
    parallel_for(threads, threads_, [&](std::size_t t) {
      Modes spoilt(some_modes_.size());  // FFTW overwrites modes that it transforms to reals
      for (std::size_t k = own() * t / threads; k < own() * (t + 1) / threads; ++k) {
        std::copy_n(&planes_[k * spoilt.size()], spoilt.size(), spoilt.begin());
        plane_inverse_.execute(spoilt.data(), &mesh_.solution[k * mesh_.plane()]);
      }
    });
  }

  SlabMesh<Real>& mesh_;
  int n_, modes_;  // modes along x
  int threads_;
  std::vector<Real> terms_;
  std::vector<Real> one_plane_;  // what the plans are made on
  Modes some_modes_;
  Modes planes_;            // of the slab along z: by plane, row, x
  Modes columns_, solved_;  // of the slab along y: by row, plane, x
  FftwPlan<Real> plane_forward_, plane_inverse_, column_forward_, column_inverse_;
};

}  // namespace

template <typename Real>
std::unique_ptr<SlabPoisson> slab_poisson_fft(const Options& options, SlabMesh<Real>& mesh) {
  return std::make_unique<SlabFft<Real>>(options, mesh);
}

template std::unique_ptr<SlabPoisson> slab_poisson_fft(const Options&, SlabMesh<float>&);
template std::unique_ptr<SlabPoisson> slab_poisson_fft(const Options&, SlabMesh<double>&);

}  // namespace tycho::reference::particle_mesh
