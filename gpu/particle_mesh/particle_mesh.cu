#include "gpu/particle_mesh/particle_mesh.hpp"

#include <algorithm>
#include <limits>
#include <numbers>
#include <optional>

#include "core/contracts/particle_mesh.hpp"
#include "core/mesh_algorithm.hpp"
#include "core/unit_box.hpp"
#include "gpu/particle_mesh/histogram_host.hpp"
#include "gpu/particle_mesh/histogram_sort.hpp"
#include "gpu/particle_mesh/mesh.hpp"
#include "gpu/particle_mesh/poisson.hpp"
#include "gpu/particle_mesh/reorder.hpp"
#include "gpu/support/device_clock.hpp"

namespace tycho::gpu::particle_mesh {

namespace {

using namespace tycho::particle_mesh;

template <typename Real>
PoissonKind<Real> solver_kind(const Settings& settings) {
  if (settings.chosen("poisson", "multigrid")) return poisson_multigrid<Real>();
  if (settings.chosen("boundary", "isolated")) return poisson_isolated<Real>();
  return poisson_fft<Real>();
}

template <typename Real>
class ParticleMesh final : public MeshAlgorithm {
 public:
  explicit ParticleMesh(const Settings& settings)
      : settings_(settings),
        step_(static_cast<Real>(settings.number("dt"))),
        cloud_(cloud(settings)),
        boundary_(boundary(settings)),
        reorder_every_(settings.integer("reorder")),
        paper_(settings.chosen("kernel", "paper")) {}

  /// The velocities come in at the time of the positions; half a kick backwards staggers them.
  void load(const Particles& p) override {
    const BoxParticles<Real> box = in_unit_box<Real>(p);
    allocate(p.size());
    const std::vector<Real>* from[] = {&box.x, &box.y, &box.z, &box.vx, &box.vy, &box.vz};
    for (int axis = 0; axis < 3; ++axis) {
      stars_.position[axis].upload(*from[axis], stream_);
      stars_.velocity[axis].upload(*from[3 + axis], stream_);
    }
    mass_ = box.mass;
    wrapped_ = box.wrapped;
    ids_ = p.id;
    steps_ = 0;
    evaluate();
    for (int axis = 0; axis < 3; ++axis) {
      difference(axis);
      update_vel(stars_, mesh_, axis, cloud_, -step_ / 2, stream_);
    }
    stream_.wait();
  }

  void advance(StageTimer& timer) override {
    if (reorder_due()) stage(timer, kReorder, [&] { reorder(); });
    stage(timer, kCellAssign, [&] { cell_assign(stars_, mesh_.n, stream_); });
    stage(timer, kHistogram, [&] { count(); });
    stage(timer, kDensity, [&] { density(mesh_, cloud_, per_cell(), stream_); });
    stage(timer, kPoisson, [&] { solver_->solve(mesh_.density.data()); });
    stage(timer, kPotential, [&] { finish_potential(); });
    for (int axis = 0; axis < 3; ++axis) {
      stage(timer, kForceX + 2 * axis, [&] { difference(axis); });
      stage(timer, kUpdateVelX + 2 * axis,
            [&] { update_vel(stars_, mesh_, axis, cloud_, step_, stream_); });
    }
    stage(timer, kUpdatePos, [&] { update_pos(stars_, step_, stream_); });
  }

  /// The velocities go out at the time of the positions: half a kick synchronises the copy.
  void store(Particles& p) override {
    evaluate();
    p.x = as_loaded(stars_.position[0]);
    p.y = as_loaded(stars_.position[1]);
    p.z = as_loaded(stars_.position[2]);
    store_motion(0, p.vx, p.ax);
    store_motion(1, p.vy, p.ay);
    store_motion(2, p.vz, p.az);
    p.mass.assign(ids_.size(), mass_);
    p.id = ids_;
  }

  std::vector<double> solve(std::span<const double> given) override {
    if (!solver_) allocate(0);
    if (given.size() != mesh_.density.size())
      throw UsageError("the mesh has " + std::to_string(mesh_.density.size()) + " cells, not " +
                       std::to_string(given.size()));
    const std::vector<Real> values(given.begin(), given.end());
    mesh_.density.upload(values, stream_);
    solver_->solve(mesh_.density.data());
    finish_potential();
    return field("potential");
  }

  std::vector<double> field(std::string_view name) override {
    if (name == "histogram") return cloud_ == Cloud::kNgp ? host(mesh_.counts) : host(mesh_.clouds);
    if (name == "density") return host(mesh_.density);
    if (name == "potential") return host(mesh_.potential);
    if (name == "cell") return as_loaded(stars_.cell);
    if (name == "particle_potential") return sampled(mesh_.potential);
    return {};
  }

  Clock& clock() override { return clock_; }

  std::map<std::string, double> counters() const override {
    std::map<std::string, double> all{{"wrapped_at_load", static_cast<double>(wrapped_)}};
    if (solver_) all.merge(solver_->counters());
    if (on_host_) all.merge(on_host_->counters());
    return all;
  }

 private:
  /// All memory at once, refused before anything is allocated where it does not fit. What the last
  /// load left is freed first.
  void allocate(std::size_t particles) {
    const int side = settings_.integer("grid");
    const bool sorting = settings_.chosen("histogram", "sort");
    if (particles > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
      throw Unavailable("particle_mesh counts particles in 32 bits; " + std::to_string(particles) +
                        " are too many");
    stars_ = Stars<Real>();
    by_sorting_ = HistogramSort();
    order_ = Reorder<Real>();
    const PoissonKind<Real> kind = solver_kind<Real>(settings_);
    std::size_t bytes = Stars<Real>::bytes(particles);
    if (sorting) bytes += HistogramSort::bytes(particles);
    if (reorder_every_ > 0) bytes += Reorder<Real>::bytes(particles);
    if (!solver_) bytes += Mesh<Real>::bytes(side, cloud_) + kind.bytes(settings_);
    require_memory(bytes, "particle_mesh");
    if (!solver_) {
      mesh_ = Mesh<Real>(side, cloud_, stream_);
      solver_ = kind.make(settings_, stream_);
    }
    if (particles == 0) return;
    const auto count = static_cast<std::int64_t>(particles);
    stars_ = Stars<Real>(count, stream_);
    if (sorting) by_sorting_ = HistogramSort(count, mesh_.size(), stream_);
    if (reorder_every_ > 0) order_ = Reorder<Real>(count, mesh_.size(), stream_);
    if (settings_.chosen("histogram", "host"))
      on_host_.emplace(count, mesh_.size(), settings_.threads());
  }

  bool reorder_due() { return reorder_every_ > 0 && steps_++ % reorder_every_ == 0; }
  void reorder() {
    cell_assign(stars_, mesh_.n, stream_);
    order_.sort(stars_, stream_);
  }

  void count() {
    if (settings_.chosen("histogram", "sort"))
      by_sorting_.count(stars_.cell, mesh_.counts, stream_);
    else if (settings_.chosen("histogram", "host"))
      on_host_->count(stars_.cell, mesh_.counts, stream_);
    else
      histogram(stars_, mesh_, cloud_, stream_);
  }

  void difference(int axis) {
    if (paper_)
      force_paper(mesh_, axis, boundary_, stream_);
    else
      force(mesh_, axis, boundary_, stream_);
  }

  /// The mass of a particle over the volume of a cell.
  Real per_cell() const { return static_cast<Real>(mass_ * mesh_.n * mesh_.n * mesh_.n); }

  /// 4 pi G dx^2: from units of the cell to physical ones.
  void finish_potential() {
    const double factor =
        4 * std::numbers::pi * settings_.number("gravity") / (double(mesh_.n) * mesh_.n);
    potential(solver_->solution(), solver_->mean(), mesh_,
              static_cast<Real>(factor * solver_->scale()), stream_);
  }

  void evaluate() {
    cell_assign(stars_, mesh_.n, stream_);
    count();
    density(mesh_, cloud_, per_cell(), stream_);
    solver_->solve(mesh_.density.data());
    finish_potential();
  }

  std::vector<double> sampled(const Buffer<Real>& values) {
    Buffer<Real> out(ids_.size(), stream_);
    sample(stars_, values, mesh_.n, cloud_, out, stream_);
    return as_loaded(out);
  }

  void store_motion(int axis, std::vector<double>& velocity, std::vector<double>& acceleration) {
    difference(axis);
    acceleration = sampled(mesh_.acceleration);
    velocity = as_loaded(stars_.velocity[axis]);
    const double half = 0.5 * static_cast<double>(step_);
    for (std::size_t i = 0; i < velocity.size(); ++i) velocity[i] += half * acceleration[i];
  }

  template <typename T>
  std::vector<double> host(const Buffer<T>& buffer) {
    const std::vector<T> values = buffer.download(stream_);
    return {values.begin(), values.end()};
  }
  /// One value a particle, whatever order they are in by now.
  template <typename T>
  std::vector<double> as_loaded(const Buffer<T>& buffer) {
    std::vector<double> values = host(buffer);
    return reorder_every_ > 0 ? order_.as_loaded(values, stream_) : values;
  }

  Settings settings_;
  Real step_;
  Cloud cloud_;
  Boundary boundary_;
  int reorder_every_;
  bool paper_;
  Stream stream_;
  DeviceClock clock_{stream_};
  Mesh<Real> mesh_;
  std::unique_ptr<Poisson<Real>> solver_;
  Stars<Real> stars_;
  HistogramSort by_sorting_;
  Reorder<Real> order_;
  std::int64_t steps_ = 0;
  std::optional<HistogramHost> on_host_;
  double mass_ = 0;
  std::int64_t wrapped_ = 0;
  std::vector<std::uint64_t> ids_;
};

}  // namespace

std::unique_ptr<Algorithm> make(const Settings& settings) {
  require_sound(settings);
  if (settings.chosen("precision", "fp32")) return std::make_unique<ParticleMesh<float>>(settings);
  return std::make_unique<ParticleMesh<double>>(settings);
}

}  // namespace tycho::gpu::particle_mesh
