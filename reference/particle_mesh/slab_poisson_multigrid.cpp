// The V-cycles of reference/particle_mesh/poisson_multigrid.cpp over ranks, to the same bits: every
// mesh in slabs of planes, with guard planes that are copied before each half sweep. A coarse mesh
// has slabs of its own, so between two meshes a rank fetches the planes it needs from their owners.
#include <algorithm>
#include <numeric>

#include "core/formulas/mesh_transfer.hpp"
#include "reference/particle_mesh/multigrid.hpp"
#include "reference/particle_mesh/slab_poisson.hpp"

namespace tycho::reference::particle_mesh {

namespace {

using namespace tycho::particle_mesh;

template <typename Real>
struct SlabLevel {
  SlabLevel(int side, const Ranks& ranks)
      : slabs(side, ranks.size()),
        mesh(side, slabs.first(ranks.rank()), slabs.size(ranks.rank()), 1) {}

  std::size_t plane() const { return std::size_t(mesh.n) * mesh.n; }
  /// The rank's own planes out of values with guard planes.
  std::span<const Real> own(const std::vector<Real>& values) const {
    if (mesh.planes == 0) return {};
    return std::span(values).subspan(plane(), plane() * static_cast<std::size_t>(mesh.planes));
  }

  mesh::Slabs slabs;
  Level<Real> mesh;
  std::vector<Real> fetched;  // planes of the mesh above or below, for a transfer to this one
};

template <typename Real>
class SlabMultigrid final : public SlabPoisson {
 public:
  SlabMultigrid(const Options& options, SlabMesh<Real>& mesh)
      : options_(options),
        mesh_(mesh),
        omega_(static_cast<Real>(relaxation_factor(options))),
        jacobi_(options.smoother == Smoother::kJacobi) {
    for (const int side : level_sides(mesh.n, options.levels))
      levels_.emplace_back(side, mesh.ranks);
  }

  Turns<> turns() override {
    Turns<> list;
    list.push_back({kPoisson, [this] { sum_planes(mesh_.density); }});
    list.push_back({kExchange, [this] { add_sums(); }});
    list.push_back({kPoisson, [this] { start(); }});
    for (int cycle = 0; cycle < options_.cycles; ++cycle) add_cycle(list, 0);
    list.push_back({kPoisson, [this] { take_solution(); }});
    list.push_back({kExchange, [this] { add_sums(); }});
    return list;
  }
  double mean() const override { return mean_; }

 private:
  void add_cycle(Turns<>& list, std::size_t depth) {
    add_sweeps(list, depth, options_.pre);
    if (depth + 1 < levels_.size()) {
      add_guard(list, depth);
      list.push_back(
          {kPoisson, [this, depth] { residual(levels_[depth].mesh, false, options_.threads); }});
      list.push_back({kExchange, [this, depth] { fetch_residual(depth); }});
      list.push_back({kPoisson, [this, depth] { restrict_fetched(depth); }});
      add_cycle(list, depth + 1);
      list.push_back({kExchange, [this, depth] { fetch_correction(depth); }});
      list.push_back({kPoisson, [this, depth] { prolong_fetched(depth); }});
    }
    add_sweeps(list, depth, options_.post);
  }

  void add_sweeps(Turns<>& list, std::size_t depth, int sweeps) {
    const int halves = jacobi_ ? 1 : 2;
    for (int half = 0; half < halves * sweeps; ++half) {
      add_guard(list, depth);
      list.push_back({kPoisson, [this, depth, colour = half % 2] {
                        Level<Real>& level = levels_[depth].mesh;
                        if (jacobi_)
                          smooth_jacobi(level, omega_, false, options_.threads);
                        else
                          smooth_colour(level, colour, omega_, false, options_.threads);
                      }});
    }
  }

  void add_guard(Turns<>& list, std::size_t depth) {
    list.push_back({kGuard, [this, depth] {
                      SlabLevel<Real>& level = levels_[depth];
                      mesh::copy_guards(mesh_.ranks, level.slabs, {1, 1}, std::span(level.mesh.u),
                                        level.plane());
                    }});
  }

  /// A sum for each plane of the slab, in the order of its cells.
  void sum_planes(const std::vector<Real>& values) {
    sums_.clear();
    for (auto plane = values.begin(); plane != values.end();
         plane += static_cast<std::ptrdiff_t>(mesh_.plane()))
      sums_.push_back(std::accumulate(plane, plane + static_cast<std::ptrdiff_t>(mesh_.plane()),
                                      0.0,
                                      [](double sum, Real value) { return sum + double(value); }));
  }
  /// The planes of all ranks in their order, on whichever rank they are.
  void add_sums() {
    const std::vector<double> all = mesh_.ranks.all_gather(std::span<const double>(sums_));
    mean_ = std::accumulate(all.begin(), all.end(), 0.0) / (double(mesh_.n) * mesh_.n * mesh_.n);
  }

  /// A periodic box has a solution for a right-hand side of mean zero only.
  void start() {
    SlabLevel<Real>& finest = levels_.front();
    const Real mean = static_cast<Real>(mean_);
    std::fill(finest.mesh.u.begin(), finest.mesh.u.end(), Real(0));
    for (std::size_t c = 0; c < mesh_.cells(); ++c)
      finest.mesh.rhs[finest.plane() + c] = mesh_.density[c] - mean;
  }

  void take_solution() {
    const std::span<const Real> own = levels_.front().own(levels_.front().mesh.u);
    std::copy(own.begin(), own.end(), mesh_.solution.begin());
    sum_planes(mesh_.solution);
  }

  /// For every coarse plane of a rank the two fine planes that lie in it.
  void fetch_residual(std::size_t depth) {
    const SlabLevel<Real>& fine = levels_[depth];
    SlabLevel<Real>& coarse = levels_[depth + 1];
    coarse.fetched =
        mesh::fetch(mesh_.ranks, fine.slabs, fine.own(fine.mesh.scratch), fine.plane(), [&](int r) {
          std::vector<int> planes(2 * static_cast<std::size_t>(coarse.slabs.size(r)));
          std::iota(planes.begin(), planes.end(), 2 * coarse.slabs.first(r));
          return planes;
        });
  }
  void restrict_fetched(std::size_t depth) {
    SlabLevel<Real>& coarse = levels_[depth + 1];
    const std::size_t plane = levels_[depth].plane();
    for (int k = 0; k < coarse.mesh.planes; ++k) {
      const Real* const low = &coarse.fetched[2 * static_cast<std::size_t>(k) * plane];
      restrict_plane(low, low + plane, &coarse.mesh.rhs[coarse.mesh.plane(coarse.mesh.first + k)],
                     coarse.mesh.n);
    }
    std::fill(coarse.mesh.u.begin(), coarse.mesh.u.end(), Real(0));
  }

  /// The coarse planes around a rank's fine ones, from one below the first to one above the last.
  static int lowest_coarse(const mesh::Slabs& fine, int rank) { return fine.first(rank) / 2 - 1; }
  void fetch_correction(std::size_t depth) {
    SlabLevel<Real>& fine = levels_[depth];
    const SlabLevel<Real>& coarse = levels_[depth + 1];
    fine.fetched = mesh::fetch(
        mesh_.ranks, coarse.slabs, coarse.own(coarse.mesh.u), coarse.plane(), [&](int r) {
          std::vector<int> planes;
          if (fine.slabs.size(r) == 0) return planes;
          for (int k = lowest_coarse(fine.slabs, r); k <= (fine.slabs.last(r) - 1) / 2 + 1; ++k)
            planes.push_back(coarse.slabs.wrapped(k));
          return planes;
        });
  }
  void prolong_fetched(std::size_t depth) {
    SlabLevel<Real>& fine = levels_[depth];
    const SlabLevel<Real>& coarse = levels_[depth + 1];
    const int lowest = lowest_coarse(fine.slabs, mesh_.ranks.rank());
    const auto plane = [&](int k) {
      return &fine.fetched[static_cast<std::size_t>(k - lowest) * coarse.plane()];
    };
    for (int k = fine.mesh.first; k < fine.mesh.first + fine.mesh.planes; ++k)
      prolong_plane(CoarsePlanes<Real>{plane(k / 2), plane(far_coarse(k)), Real(1), coarse.mesh.n},
                    &fine.mesh.u[fine.mesh.plane(k)], false);
  }

  Options options_;
  SlabMesh<Real>& mesh_;
  Real omega_;
  bool jacobi_;
  std::vector<SlabLevel<Real>> levels_;
  std::vector<double> sums_;  // by plane of the slab
  double mean_ = 0;
};

}  // namespace

template <typename Real>
std::unique_ptr<SlabPoisson> slab_poisson_multigrid(const Options& options, SlabMesh<Real>& mesh) {
  return std::make_unique<SlabMultigrid<Real>>(options, mesh);
}

template std::unique_ptr<SlabPoisson> slab_poisson_multigrid(const Options&, SlabMesh<float>&);
template std::unique_ptr<SlabPoisson> slab_poisson_multigrid(const Options&, SlabMesh<double>&);

}  // namespace tycho::reference::particle_mesh
