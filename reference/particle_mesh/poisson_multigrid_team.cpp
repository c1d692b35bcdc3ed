// The V-cycles of poisson_multigrid.cpp for loop = best: all threads go through a solve together,
// without leaving it between stages, and one thread does the small meshes alone.
#include <array>
#include <cmath>
#include <numeric>

#include "core/contracts/particle_mesh.hpp"
#include "reference/particle_mesh/poisson.hpp"
#include "reference/particle_mesh/rows.hpp"

namespace tycho::reference::particle_mesh {

namespace {

// Up to this side a mesh is done by one thread: a wait of all takes longer than a sweep.
constexpr int kAloneSide = 16;

constexpr std::ptrdiff_t kParts = 16;

template <typename Real>
class TeamMultigrid final : public Poisson<Real> {
 public:
  TeamMultigrid(const Options& options, Mesh<Real>& mesh)
      : mesh_(mesh),
        options_(options),
        omega_(static_cast<Real>(tycho::particle_mesh::relaxation_factor(options))),
        walls_(options.boundary == Boundary::kDirichlet),
        planes_(static_cast<std::size_t>(mesh.n)) {
    for (const int side : tycho::particle_mesh::level_sides(mesh.n, options.levels))
      levels_.emplace_back(side);
  }

  void solve() override {
    on_team(options_.threads, [&](const Team& team) { solve(team); });
    mesh_.solution.swap(levels_.front().u);
  }
  double mean() const override { return mean_; }
  std::map<std::string, double> counters() const override {
    std::map<std::string, double> all{{"cycles", cycles_done_}};
    if (options_.tolerance > 0) all["relative_residual"] = relative_residual_;
    return all;
  }

 private:
  void solve(const Team& team) {
    Level<Real>& finest = levels_.front();
    load(finest, team);
    int cycles = 0;
    double residual = 0;
    for (; cycles < options_.cycles; ++cycles) {
      if (options_.tolerance > 0) {
        residual = relative_residual(finest, team);
        if (residual <= options_.tolerance) break;
      }
      cycle(0, team);
    }
    const double mean = walls_ ? 0 : mean_of(finest.u, team);
    if (team.id != 0) return;
    mean_ = mean;
    cycles_done_ = cycles;
    relative_residual_ = residual;
  }

  /// A periodic box has a solution for a right-hand side of mean zero only.
  void load(Level<Real>& finest, const Team& team) {
    const Real mean = walls_ ? Real(0) : static_cast<Real>(mean_of(mesh_.density, team));
    const std::ptrdiff_t plane = std::ptrdiff_t(mesh_.n) * mesh_.n;
    for (auto c = team.first(mesh_.n) * plane; c < team.last(mesh_.n) * plane; ++c) {
      finest.rhs[c] = mesh_.density[c] - mean;
      finest.u[c] = 0;
    }
    team.wait();
  }

  /// Begins and ends with all threads at the same place.
  void cycle(std::size_t depth, const Team& team) {
    Level<Real>& here = levels_[depth];
    smooth(here, options_.pre, team);
    if (depth + 1 < levels_.size()) {
      Level<Real>& coarse = levels_[depth + 1];
      restrict_residual(here, coarse, walls_, team);
      team.wait();
      if (coarse.n > kAloneSide)
        cycle(depth + 1, team);
      else if (team.id == 0)
        cycle(depth + 1, Team{});
      team.wait();
      prolong(coarse, here, walls_, team);
      team.wait();
    }
    smooth(here, options_.post, team);
  }

  void smooth(Level<Real>& level, int sweeps, const Team& team) {
    if (options_.smoother == tycho::particle_mesh::Smoother::kJacobi)
      smooth_jacobi(level, sweeps, omega_, walls_, team);
    else
      smooth_red_black(level, sweeps, omega_, walls_, team);
  }

  /// Sums of(k) over all planes, so that the order is the same for any number of threads.
  template <typename OfPlane>
  double sum(const Team& team, const OfPlane& of) {
    for (int k = team.first(mesh_.n); k < team.last(mesh_.n); ++k) planes_[k] = of(k);
    team.wait();
    double total = 0;
    for (const double plane : planes_) total += plane;
    team.wait();
    return total;
  }
  template <typename Function>
  double sum_of(const std::vector<Real>& values, const Team& team, Function f) {
    const std::ptrdiff_t plane = std::ptrdiff_t(mesh_.n) * mesh_.n;
    return sum(team, [&](int k) {
      const Real* const from = &values[k * plane];
      std::array<double, kParts> parts{};  // sums that need not wait for each other
      std::ptrdiff_t c = 0;
      for (; c + kParts <= plane; c += kParts)
        for (std::ptrdiff_t p = 0; p < kParts; ++p) parts[p] += f(double(from[c + p]));
      for (; c < plane; ++c) parts[0] += f(double(from[c]));
      return std::accumulate(parts.begin(), parts.end(), 0.0);
    });
  }
  double mean_of(const std::vector<Real>& values, const Team& team) {
    return sum_of(values, team, [](double v) { return v; }) / static_cast<double>(values.size());
  }

  double relative_residual(const Level<Real>& finest, const Team& team) {
    std::vector<Real> residuals(static_cast<std::size_t>(finest.n));
    const double left = sum(team, [&](int k) {
      double part = 0;
      for (int j = 0; j < finest.n; ++j) {
        const Row<Real> row(finest, j, k, walls_);
        residual_of_row(row, &finest.rhs[row.first], residuals.data());
        for (const Real r : residuals) part += double(r) * double(r);
      }
      return part;
    });
    const double given = sum_of(finest.rhs, team, [](double v) { return v * v; });
    return given > 0 ? std::sqrt(left) / std::sqrt(given) : 0;
  }

  Mesh<Real>& mesh_;
  Options options_;
  Real omega_;
  bool walls_;
  std::vector<double> planes_;
  std::vector<Level<Real>> levels_;
  int cycles_done_ = 0;
  double relative_residual_ = 0, mean_ = 0;
};

}  // namespace

template <typename Real>
std::unique_ptr<Poisson<Real>> poisson_multigrid_best(const Options& options, Mesh<Real>& mesh) {
  return std::make_unique<TeamMultigrid<Real>>(options, mesh);
}

template std::unique_ptr<Poisson<float>> poisson_multigrid_best(const Options&, Mesh<float>&);
template std::unique_ptr<Poisson<double>> poisson_multigrid_best(const Options&, Mesh<double>&);

}  // namespace tycho::reference::particle_mesh
