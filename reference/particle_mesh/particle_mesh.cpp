#include "reference/particle_mesh/particle_mesh.hpp"

#include <algorithm>
#include <numbers>

#include "core/contracts/particle_mesh.hpp"
#include "core/mesh_algorithm.hpp"
#include "core/unit_box.hpp"
#include "reference/particle_mesh/mesh.hpp"
#include "reference/particle_mesh/poisson.hpp"

namespace tycho::reference::particle_mesh {

namespace {

using namespace tycho::particle_mesh;

template <typename Real>
std::unique_ptr<Poisson<Real>> make_solver(const Settings& settings, Mesh<Real>& mesh) {
  if (settings.chosen("poisson", "multigrid")) return poisson_multigrid(settings, mesh);
  if (settings.chosen("boundary", "isolated")) return poisson_isolated(settings, mesh);
  return poisson_fft(settings, mesh);
}

template <typename Real>
class ParticleMesh final : public MeshAlgorithm {
 public:
  explicit ParticleMesh(const Settings& settings)
      : step_(static_cast<Real>(settings.number("dt"))),
        gravity_(settings.number("gravity")),
        cloud_(cloud(settings)),
        boundary_(boundary(settings)),
        threads_(settings.threads()),
        mesh_(settings.integer("grid")),
        solver_(make_solver(settings, mesh_)) {}

  /// The velocities come in at the time of the positions; half a kick backwards staggers them.
  void load(const Particles& p) override {
    BoxParticles<Real> box = in_unit_box<Real>(p);
    stars_.position = {std::move(box.x), std::move(box.y), std::move(box.z)};
    stars_.velocity = {std::move(box.vx), std::move(box.vy), std::move(box.vz)};
    stars_.cell.assign(p.size(), -1);
    mass_ = box.mass;
    wrapped_ = box.wrapped;
    ids_ = p.id;
    evaluate();
    for (int axis = 0; axis < 3; ++axis) {
      force(mesh_, axis, boundary_, threads_);
      update_vel(stars_, mesh_, axis, cloud_, -step_ / 2, threads_);
    }
  }

  void advance(StageTimer& timer) override {
    stage(timer, kCellAssign, [&] { cell_assign(stars_, mesh_.n, threads_); });
    stage(timer, kHistogram, [&] { histogram(stars_, mesh_, cloud_, threads_); });
    stage(timer, kDensity, [&] { density(mesh_, cloud_, per_cell(), threads_); });
    stage(timer, kPoisson, [&] { solver_->solve(); });
    stage(timer, kPotential, [&] { finish_potential(); });
    for (int axis = 0; axis < 3; ++axis) {
      stage(timer, kForceX + 2 * axis, [&] { force(mesh_, axis, boundary_, threads_); });
      stage(timer, kUpdateVelX + 2 * axis,
            [&] { update_vel(stars_, mesh_, axis, cloud_, step_, threads_); });
    }
    stage(timer, kUpdatePos, [&] { update_pos(stars_, step_, threads_); });
  }

  /// The velocities go out at the time of the positions: half a kick synchronises the copy.
  void store(Particles& p) override {
    evaluate();
    const auto cast = [](const std::vector<Real>& from) {
      return std::vector<double>(from.begin(), from.end());
    };
    p.x = cast(stars_.position[0]);
    p.y = cast(stars_.position[1]);
    p.z = cast(stars_.position[2]);
    store_motion(0, p.vx, p.ax);
    store_motion(1, p.vy, p.ay);
    store_motion(2, p.vz, p.az);
    p.mass.assign(ids_.size(), mass_);
    p.id = ids_;
  }

  std::vector<double> solve(std::span<const double> given) override {
    if (given.size() != mesh_.density.size())
      throw UsageError("the mesh has " + std::to_string(mesh_.density.size()) + " cells, not " +
                       std::to_string(given.size()));
    std::copy(given.begin(), given.end(), mesh_.density.begin());
    solver_->solve();
    finish_potential();
    return field("potential");
  }

  std::vector<double> field(std::string_view name) override {
    if (name == "histogram" && cloud_ == Cloud::kNgp)
      return {mesh_.counts.begin(), mesh_.counts.end()};
    if (name == "histogram") return {mesh_.clouds.begin(), mesh_.clouds.end()};
    if (name == "density") return {mesh_.density.begin(), mesh_.density.end()};
    if (name == "potential") return {mesh_.potential.begin(), mesh_.potential.end()};
    if (name == "cell") return {stars_.cell.begin(), stars_.cell.end()};
    if (name == "particle_potential") return sample(stars_, mesh_.potential, mesh_.n, cloud_);
    return {};
  }

  Clock& clock() override { return clock_; }

  std::map<std::string, double> counters() const override {
    auto all = solver_->counters();
    all["wrapped_at_load"] = static_cast<double>(wrapped_);
    return all;
  }

 private:
  /// The mass of a particle over the volume of a cell.
  Real per_cell() const { return static_cast<Real>(mass_ * mesh_.n * mesh_.n * mesh_.n); }

  /// 4 pi G dx^2: from units of the cell to physical ones.
  void finish_potential() {
    const double factor = 4 * std::numbers::pi * gravity_ / (double(mesh_.n) * mesh_.n);
    potential(mesh_, static_cast<Real>(factor * solver_->scale()),
              static_cast<Real>(solver_->mean()), threads_);
  }

  void evaluate() {
    cell_assign(stars_, mesh_.n, threads_);
    histogram(stars_, mesh_, cloud_, threads_);
    density(mesh_, cloud_, per_cell(), threads_);
    solver_->solve();
    finish_potential();
  }

  void store_motion(int axis, std::vector<double>& velocity, std::vector<double>& acceleration) {
    force(mesh_, axis, boundary_, threads_);
    acceleration = sample(stars_, mesh_.acceleration, mesh_.n, cloud_);
    velocity.assign(stars_.velocity[axis].begin(), stars_.velocity[axis].end());
    const double half = 0.5 * static_cast<double>(step_);
    for (std::size_t i = 0; i < velocity.size(); ++i) velocity[i] += half * acceleration[i];
  }

  Real step_;
  double gravity_;
  Cloud cloud_;
  Boundary boundary_;
  int threads_;
  Mesh<Real> mesh_;
  std::unique_ptr<Poisson<Real>> solver_;
  Stars<Real> stars_;
  double mass_ = 0;
  std::int64_t wrapped_ = 0;
  std::vector<std::uint64_t> ids_;
  HostClock clock_;
};

}  // namespace

std::unique_ptr<Algorithm> make(const Settings& settings) {
  require_sound(settings);
  if (settings.chosen("precision", "fp32")) return std::make_unique<ParticleMesh<float>>(settings);
  return std::make_unique<ParticleMesh<double>>(settings);
}

}  // namespace tycho::reference::particle_mesh
