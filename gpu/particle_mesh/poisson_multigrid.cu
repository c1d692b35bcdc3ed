// V-cycles: smooth, restrict the residual, correct from the coarser mesh, smooth (aubert2009,
// III.C.2 and IV.A). The coarsest mesh is only smoothed. The small ones are one kernel, and sweeps
// share passes over memory; neither with kernel = paper.
#include <cmath>
#include <vector>

#include "core/contracts/particle_mesh.hpp"
#include "gpu/particle_mesh/multigrid.hpp"
#include "gpu/particle_mesh/poisson.hpp"
#include "gpu/support/pack.hpp"

namespace tycho::gpu::particle_mesh {

namespace {

template <typename Real>
__global__ void subtract_kernel(const Real* __restrict__ density, const double* mean, Real* rhs,
                                std::int64_t cells) {
  const std::int64_t first = first4();
  if (first >= cells) return;
  const Real shift = mean ? static_cast<Real>(*mean) : Real(0);
  auto values = load4(density, first, cells);
#pragma unroll
  for (int e = 0; e < 4; ++e) values.at[e] -= shift;
  store4(values, rhs, first, cells);
}

std::vector<int> sides_of(const Options& options) {
  return tycho::particle_mesh::level_sides(options.grid, options.levels);
}

template <typename Real>
class Multigrid final : public Poisson<Real> {
 public:
  Multigrid(const Options& options, Stream& stream)
      : stream_(stream),
        cycles_(options.cycles),
        pre_(options.pre),
        post_(options.post),
        tolerance_(options.tolerance),
        paper_(options.paper_kernels),
        how_{static_cast<Real>(tycho::particle_mesh::relaxation_factor(options)),
             options.smoother == tycho::particle_mesh::Smoother::kJacobi,
             options.boundary == Boundary::kDirichlet},
        sums_(stream),
        density_mean_(1, stream),
        mean_(1, stream),
        norms_(2, stream) {
    for (const int side : sides_of(options)) levels_.emplace_back(side, stream);
  }

  void solve(const Real* density) override {
    Level<Real>& finest = levels_.front();
    load(density, finest);
    for (cycles_done_ = 0; cycles_done_ < cycles_ && !converged(); ++cycles_done_) cycle(0);
    if (!how_.walls) sums_.mean(finest.u.data(), cells(), mean_, stream_);
  }
  const Real* solution() const override { return levels_.front().u.data(); }
  const double* mean() const override { return how_.walls ? nullptr : mean_.data(); }
  std::map<std::string, double> counters() const override {
    std::map<std::string, double> all{{"cycles", cycles_done_}};
    if (tolerance_ > 0) all["relative_residual"] = relative_residual_;
    return all;
  }

 private:
  std::int64_t cells() const { return static_cast<std::int64_t>(levels_.front().u.size()); }

  /// A periodic box has a solution for a right-hand side of mean zero only.
  void load(const Real* density, Level<Real>& finest) {
    if (!how_.walls) sums_.mean(density, cells(), density_mean_, stream_);
    launch(subtract_kernel<Real>, cover4(cells()), stream_, density,
           how_.walls ? nullptr : density_mean_.data(), finest.rhs.data(), cells());
    finest.zero = true;
  }

  void cycle(std::size_t depth) {
    Level<Real>& here = levels_[depth];
    const int below = static_cast<int>(levels_.size() - 1 - depth);
    if (!paper_ && here.n <= one_block_side_) {
      coarse_cycle(here, below, pre_, post_, how_, stream_);
      return;
    }
    smooth(here, pre_);
    if (below > 0) {
      Level<Real>& coarse = levels_[depth + 1];
      fill_if_zero(here);
      restrict_residual(here, coarse, how_.walls, stream_);
      cycle(depth + 1);
      fill_if_zero(coarse);
      prolong(coarse, here, how_.walls, stream_);
    }
    smooth(here, post_);
  }

  void smooth(Level<Real>& level, int sweeps) {
    if (how_.jacobi)
      smooth_jacobi(level, sweeps, how_, stream_);
    else if (paper_)
      smooth_paper(level, sweeps, how_, stream_);
    else
      smooth_red_black(level, sweeps, how_, stream_);
  }

  /// Only where nothing has smoothed yet: whatever smooths writes every cell.
  void fill_if_zero(Level<Real>& level) {
    if (level.zero) level.u.zero(stream_);
    level.zero = false;
  }

  /// Waits for the residual: only where a tolerance was asked for.
  bool converged() {
    if (tolerance_ <= 0) return false;
    Level<Real>& finest = levels_.front();
    fill_if_zero(finest);
    sums_.residual(finest, how_.walls, norms_, stream_);
    const std::vector<double> squares = norms_.download(stream_);
    relative_residual_ = squares[1] > 0 ? std::sqrt(squares[0] / squares[1]) : 0;
    return relative_residual_ <= tolerance_;
  }

  Stream& stream_;
  int cycles_, pre_, post_;
  double tolerance_;
  bool paper_;
  int one_block_side_ = one_block_side<Real>();
  Relaxation<Real> how_;
  Sums sums_;
  Buffer<double> density_mean_, mean_, norms_;
  std::vector<Level<Real>> levels_;
  int cycles_done_ = 0;
  double relative_residual_ = 0;
};

template <typename Real>
std::size_t bytes(const Options& options) {
  std::size_t total = 0;
  for (const int side : sides_of(options)) total += Level<Real>::bytes(side);
  return total;
}

template <typename Real>
std::unique_ptr<Poisson<Real>> make(const Options& options, Stream& stream) {
  return std::make_unique<Multigrid<Real>>(options, stream);
}

}  // namespace

template <typename Real>
Level<Real>::Level(int side, Stream& stream)
    : n(side),
      u(std::size_t(side) * side * side, stream),
      rhs(u.size(), stream),
      next(u.size(), stream) {}

template <typename Real>
PoissonKind<Real> poisson_multigrid() {
  return {bytes<Real>, make<Real>};
}

template struct Level<float>;
template struct Level<double>;
template PoissonKind<float> poisson_multigrid();
template PoissonKind<double> poisson_multigrid();

}  // namespace tycho::gpu::particle_mesh
