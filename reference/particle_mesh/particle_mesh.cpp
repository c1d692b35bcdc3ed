// What the CPU supplies to the step: its memory and its stages.
#include "reference/particle_mesh/particle_mesh.hpp"

#include <algorithm>
#include <optional>

#include "core/steps/particle_mesh.hpp"
#include "reference/particle_mesh/mesh.hpp"
#include "reference/particle_mesh/over_ranks.hpp"
#include "reference/particle_mesh/passes.hpp"
#include "reference/particle_mesh/poisson.hpp"

namespace tycho::reference::particle_mesh {

namespace {

using namespace tycho::particle_mesh;

template <typename Real>
std::unique_ptr<Poisson<Real>> make_solver(const Options& options, Mesh<Real>& mesh) {
  if (options.solver == Solver::kMultigrid)
    return options.best ? poisson_multigrid_best(options, mesh) : poisson_multigrid(options, mesh);
  if (options.boundary == Boundary::kIsolated) return poisson_isolated(options, mesh);
  if (options.best && !options.complex_transform) return poisson_fft_best(options, mesh);
  return poisson_fft(options, mesh);
}

template <typename Real>
class OnCpu final : public Stages<Real> {
 public:
  explicit OnCpu(const Options& options)
      : cloud_(options.cloud),
        boundary_(options.boundary),
        threads_(options.threads),
        mesh_(options.grid),
        solver_(make_solver(options, mesh_)) {
    if (!options.best) return;
    reorder_.emplace(options.grid, threads_);
    deposit_.emplace(options.grid, cloud_, threads_);
    mover_.emplace(options.grid, cloud_, boundary_, threads_);
  }

  Clock& clock() override { return clock_; }

  void load(BoxParticles<Real> box) override {
    if (reorder_) reorder_->start(box.x.size());
    stars_.cell.assign(box.x.size(), -1);
    stars_.position = {std::move(box.x), std::move(box.y), std::move(box.z)};
    stars_.velocity = {std::move(box.vx), std::move(box.vy), std::move(box.vz)};
  }

  void enqueue(int stage, const Factors<Real>& factors) override {
    switch (stage) {
      case kCellAssign:
        return cell_assign(stars_, mesh_.n, threads_);
      case kHistogram:
        return histogram(stars_, mesh_, cloud_, threads_);
      case kDensity:
        return density(mesh_, cloud_, factors.density, threads_);
      case kPoisson:
        return solver_->solve();
      case kPotential:
        return potential(mesh_, to_potential(factors), static_cast<Real>(solver_->mean()),
                         threads_);
      case kForceX:
      case kForceY:
      case kForceZ:
        return force(mesh_, axis_of(stage), boundary_, threads_);
      case kUpdateVelX:
      case kUpdateVelY:
      case kUpdateVelZ:
        return update_vel(stars_, mesh_, axis_of(stage), cloud_, factors.kick, threads_);
      case kUpdatePos:
        return update_pos(stars_, factors.drift, threads_);
      case kReorder:
        return reorder_.value().sort(stars_);
      case kCellAssignToDensity:
        return deposit_.value().to_density(stars_, mesh_, factors.density);
      case kPotentialToUpdatePos:
        return mover_.value().move(stars_, mesh_.solution,
                                   {to_potential(factors), factors.kick, factors.drift});
    }
    throw std::logic_error("particle_mesh: no such stage on the CPU");
  }

  std::vector<double> position(int axis) override { return as_loaded(stars_.position[axis]); }
  std::vector<double> velocity(int axis) override { return as_loaded(stars_.velocity[axis]); }
  std::vector<double> acceleration_at_particles() override {
    return as_loaded(sample(stars_, mesh_.acceleration, mesh_.n, cloud_));
  }
  std::vector<double> potential_at_particles() override {
    return as_loaded(sample(stars_, mesh_.potential, mesh_.n, cloud_));
  }

  std::vector<double> field(std::string_view name) override {
    if (name == "histogram")
      return cloud_ == Cloud::kNgp ? copied(mesh_.counts) : copied(mesh_.clouds);
    if (name == "density") return copied(mesh_.density);
    if (name == "potential") return copied(mesh_.potential);
    if (name == "cell") return as_loaded(stars_.cell);
    return {};
  }

  void set_density(std::span<const double> given) override {
    std::copy(given.begin(), given.end(), mesh_.density.begin());
  }

  std::map<std::string, double> counters() const override { return solver_->counters(); }

 private:
  static std::vector<double> copied(const auto& values) { return {values.begin(), values.end()}; }
  /// The values of all particles, in the order of the load.
  std::vector<double> as_loaded(const auto& values) const {
    return reorder_ ? reorder_->as_loaded(values) : copied(values);
  }
  Real to_potential(const Factors<Real>& factors) const {
    return static_cast<Real>(factors.potential * solver_->scale());
  }

  Cloud cloud_;
  Boundary boundary_;
  int threads_;
  Mesh<Real> mesh_;
  std::unique_ptr<Poisson<Real>> solver_;
  Stars<Real> stars_;
  // loop = best
  std::optional<Reorder<Real>> reorder_;
  std::optional<Deposit<Real>> deposit_;
  std::optional<Mover<Real>> mover_;
  HostClock clock_;
};

template <typename Real>
std::unique_ptr<Algorithm> make_in(const Options& options) {
  if (options.ranks && unfit_for_ranks(options).empty())
    return make_step<Real>(options, over_ranks<Real>(options));
  return make_step<Real>(options, std::make_unique<OnCpu<Real>>(options));
}

}  // namespace

std::unique_ptr<Algorithm> make(const Settings& settings) {
  const Options options = tycho::particle_mesh::options(settings);
  require_sound(options);
  return options.fp32 ? make_in<float>(options) : make_in<double>(options);
}

}  // namespace tycho::reference::particle_mesh
