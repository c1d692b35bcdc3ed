// V-cycles: smooth, restrict the residual, correct from the coarser mesh, smooth (aubert2009,
// III.C.2 and IV.A). The coarsest mesh is only smoothed.
#include <algorithm>
#include <cmath>

#include "core/contracts/particle_mesh.hpp"
#include "reference/particle_mesh/multigrid.hpp"
#include "reference/particle_mesh/poisson.hpp"

namespace tycho::reference::particle_mesh {

namespace {

/// Sums f(value) over a cube, plane by plane, so that the order is the same for any thread count.
template <typename Real, typename Function>
double plane_sum(const std::vector<Real>& values, int n, int threads, Function f) {
  std::vector<double> planes(static_cast<std::size_t>(n));
  const std::ptrdiff_t plane = std::ptrdiff_t(n) * n;
#pragma omp parallel for num_threads(threads) schedule(static) if (threads > 1)
  for (int k = 0; k < n; ++k) {
    double sum = 0;
    for (std::ptrdiff_t c = k * plane; c < (k + 1) * plane; ++c) sum += f(double(values[c]));
    planes[k] = sum;
  }
  double total = 0;
  for (const double sum : planes) total += sum;
  return total;
}

template <typename Real>
class Multigrid final : public Poisson<Real> {
 public:
  Multigrid(const Options& options, Mesh<Real>& mesh)
      : mesh_(mesh),
        cycles_(options.cycles),
        pre_(options.pre),
        post_(options.post),
        tolerance_(options.tolerance),
        omega_(static_cast<Real>(tycho::particle_mesh::relaxation_factor(options))),
        jacobi_(options.smoother == tycho::particle_mesh::Smoother::kJacobi),
        walls_(options.boundary == Boundary::kDirichlet),
        threads_(options.threads) {
    for (const int side : tycho::particle_mesh::level_sides(mesh.n, options.levels))
      levels_.emplace_back(side);
  }

  void solve() override {
    Level<Real>& finest = levels_.front();
    load(finest);
    for (cycles_done_ = 0; cycles_done_ < cycles_ && !converged();) {
      cycle(0);
      ++cycles_done_;
    }
    mean_ = walls_ ? 0 : mean_of(finest.u);
    mesh_.solution = finest.u;
  }
  double mean() const override { return mean_; }
  std::map<std::string, double> counters() const override {
    std::map<std::string, double> all{{"cycles", cycles_done_}};
    if (tolerance_ > 0) all["relative_residual"] = relative_residual_;
    return all;
  }

 private:
  /// A periodic box has a solution for a right-hand side of mean zero only.
  void load(Level<Real>& finest) {
    const Real mean = walls_ ? Real(0) : static_cast<Real>(mean_of(mesh_.density));
    const std::ptrdiff_t cells = mesh_.size();
#pragma omp parallel for num_threads(threads_) schedule(static) if (threads_ > 1)
    for (std::ptrdiff_t c = 0; c < cells; ++c) {
      finest.rhs[c] = mesh_.density[c] - mean;
      finest.u[c] = 0;
    }
  }

  void cycle(std::size_t depth) {
    Level<Real>& here = levels_[depth];
    smooth(here, pre_);
    if (depth + 1 < levels_.size()) {
      Level<Real>& coarse = levels_[depth + 1];
      residual(here, walls_, threads_);
      restrict_residual(here, coarse, threads_);
      std::fill(coarse.u.begin(), coarse.u.end(), Real(0));
      cycle(depth + 1);
      prolong(coarse, here, walls_, threads_);
    }
    smooth(here, post_);
  }

  void smooth(Level<Real>& level, int sweeps) {
    for (int s = 0; s < sweeps; ++s) {
      if (jacobi_)
        smooth_jacobi(level, omega_, walls_, threads_);
      else
        smooth_red_black(level, omega_, walls_, threads_);
    }
  }

  bool converged() {
    if (tolerance_ <= 0) return false;
    Level<Real>& finest = levels_.front();
    residual(finest, walls_, threads_);
    const double given = norm(finest.rhs);
    relative_residual_ = given > 0 ? norm(finest.scratch) / given : 0;
    return relative_residual_ <= tolerance_;
  }

  double norm(const std::vector<Real>& values) const {
    return std::sqrt(plane_sum(values, mesh_.n, threads_, [](double v) { return v * v; }));
  }
  double mean_of(const std::vector<Real>& values) const {
    return plane_sum(values, mesh_.n, threads_, [](double v) { return v; }) /
           static_cast<double>(values.size());
  }

  Mesh<Real>& mesh_;
  int cycles_, pre_, post_;
  double tolerance_;
  Real omega_;
  bool jacobi_, walls_;
  int threads_;
  std::vector<Level<Real>> levels_;
  int cycles_done_ = 0;
  double relative_residual_ = 0, mean_ = 0;
};

}  // namespace

template <typename Real>
std::unique_ptr<Poisson<Real>> poisson_multigrid(const Options& options, Mesh<Real>& mesh) {
  return std::make_unique<Multigrid<Real>>(options, mesh);
}

template std::unique_ptr<Poisson<float>> poisson_multigrid(const Options&, Mesh<float>&);
template std::unique_ptr<Poisson<double>> poisson_multigrid(const Options&, Mesh<double>&);

}  // namespace tycho::reference::particle_mesh
