// What the GPU supplies to the step: its memory and its stages.
#include "gpu/particle_mesh/particle_mesh.hpp"

#include <limits>
#include <optional>

#include "core/steps/particle_mesh.hpp"
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
PoissonKind<Real> solver_kind(const Options& options) {
  if (options.solver == Solver::kMultigrid) return poisson_multigrid<Real>();
  if (options.boundary == Boundary::kIsolated) return poisson_isolated<Real>();
  return poisson_fft<Real>();
}

template <typename Real>
class OnDevice final : public Stages<Real> {
 public:
  explicit OnDevice(const Options& options) : options_(options) {}

  Clock& clock() override { return clock_; }

  void load(BoxParticles<Real> box) override {
    allocate(box.x.size());
    const std::vector<Real>* from[] = {&box.x, &box.y, &box.z, &box.vx, &box.vy, &box.vz};
    for (int axis = 0; axis < 3; ++axis) {
      stars_.position[axis].upload(*from[axis], stream_);
      stars_.velocity[axis].upload(*from[3 + axis], stream_);
    }
    stream_.wait();  // the host copies end here
  }

  void enqueue(int stage, const Factors<Real>& factors) override {
    switch (stage) {
      case kReorder:
        cell_assign(stars_, mesh_.n, stream_);
        return order_.sort(stars_, stream_);
      case kCellAssign:
        return cell_assign(stars_, mesh_.n, stream_);
      case kHistogram:
        return count();
      case kDensity:
        return density(mesh_, options_.cloud, factors.density, stream_);
      case kPoisson:
        return solver_->solve(mesh_.density.data());
      case kPotential:
        return potential(solver_->solution(), solver_->mean(), mesh_,
                         static_cast<Real>(factors.potential * solver_->scale()), stream_);
      case kForceX:
      case kForceY:
      case kForceZ:
        return difference(axis_of(stage));
      case kUpdateVelX:
      case kUpdateVelY:
      case kUpdateVelZ:
        return update_vel(stars_, mesh_, axis_of(stage), options_.cloud, factors.kick, stream_);
      case kUpdatePos:
        return update_pos(stars_, factors.drift, stream_);
    }
    throw std::logic_error("particle_mesh: no such stage on the GPU");
  }

  std::vector<double> position(int axis) override { return as_loaded(stars_.position[axis]); }
  std::vector<double> velocity(int axis) override { return as_loaded(stars_.velocity[axis]); }
  std::vector<double> acceleration_at_particles() override { return sampled(mesh_.acceleration); }
  std::vector<double> potential_at_particles() override { return sampled(mesh_.potential); }

  std::vector<double> field(std::string_view name) override {
    if (name == "histogram")
      return options_.cloud == Cloud::kNgp ? host(mesh_.counts) : host(mesh_.clouds);
    if (name == "density") return host(mesh_.density);
    if (name == "potential") return host(mesh_.potential);
    if (name == "cell") return as_loaded(stars_.cell);
    return {};
  }

  void set_density(std::span<const double> given) override {
    if (!solver_) allocate(0);
    const std::vector<Real> values(given.begin(), given.end());
    mesh_.density.upload(values, stream_);
    stream_.wait();  // the host copy ends here
  }

  std::map<std::string, double> counters() const override {
    std::map<std::string, double> all;
    if (solver_) all.merge(solver_->counters());
    if (on_host_) all.merge(on_host_->counters());
    return all;
  }

 private:
  /// All memory at once, refused before anything is allocated where it does not fit. The particles
  /// of the last load are freed first.
  void allocate(std::size_t particles) {
    const bool sorting = options_.histogram == Histogram::kSort, reordered = options_.reorder > 0;
    if (particles > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
      throw Unavailable("particle_mesh counts particles in 32 bits; " + std::to_string(particles) +
                        " are too many");
    stars_ = Stars<Real>();
    by_sorting_ = HistogramSort();
    order_ = Reorder<Real>();
    const PoissonKind<Real> kind = solver_kind<Real>(options_);
    std::size_t bytes = Stars<Real>::bytes(particles);
    if (sorting) bytes += HistogramSort::bytes(particles);
    if (reordered) bytes += Reorder<Real>::bytes(particles);
    if (!solver_) bytes += Mesh<Real>::bytes(options_.grid, options_.cloud) + kind.bytes(options_);
    require_memory(bytes, "particle_mesh");
    if (!solver_) {
      mesh_ = Mesh<Real>(options_.grid, options_.cloud, stream_);
      solver_ = kind.make(options_, stream_);
    }
    if (particles == 0) return;
    const auto count = static_cast<std::int64_t>(particles);
    stars_ = Stars<Real>(count, stream_);
    if (sorting) by_sorting_ = HistogramSort(count, mesh_.size(), stream_);
    if (reordered) order_ = Reorder<Real>(count, mesh_.size(), stream_);
    if (options_.histogram == Histogram::kHost)
      on_host_.emplace(count, mesh_.size(), options_.threads);
  }

  void count() {
    switch (options_.histogram) {
      case Histogram::kAtomic:
        return histogram(stars_, mesh_, options_.cloud, stream_);
      case Histogram::kSort:
        return by_sorting_.count(stars_.cell, mesh_.counts, stream_);
      case Histogram::kHost:
        return on_host_->count(stars_.cell, mesh_.counts, stream_);
    }
  }

  void difference(int axis) {
    if (options_.paper_kernels)
      force_paper(mesh_, axis, options_.boundary, stream_);
    else
      force(mesh_, axis, options_.boundary, stream_);
  }

  std::vector<double> sampled(const Buffer<Real>& values) {
    Buffer<Real> out(stars_.cell.size(), stream_);
    sample(stars_, values, mesh_.n, options_.cloud, out, stream_);
    return as_loaded(out);
  }

  template <typename T>
  std::vector<double> host(const Buffer<T>& buffer) {
    const std::vector<T> values = buffer.download(stream_);
    return {values.begin(), values.end()};
  }
  /// One value a particle, in the order of the load whatever the order on the device is by now.
  template <typename T>
  std::vector<double> as_loaded(const Buffer<T>& buffer) {
    std::vector<double> values = host(buffer);
    return options_.reorder > 0 ? order_.as_loaded(values, stream_) : values;
  }

  Options options_;
  Stream stream_;
  DeviceClock clock_{stream_};
  Mesh<Real> mesh_;
  std::unique_ptr<Poisson<Real>> solver_;
  Stars<Real> stars_;
  HistogramSort by_sorting_;
  Reorder<Real> order_;
  std::optional<HistogramHost> on_host_;
};

template <typename Real>
std::unique_ptr<Algorithm> make_in(const Options& options) {
  return make_step<Real>(options, std::make_unique<OnDevice<Real>>(options));
}

}  // namespace

std::unique_ptr<Algorithm> make(const Settings& settings) {
  const Options options = tycho::particle_mesh::options(settings);
  require_sound(options);
  return options.fp32 ? make_in<float>(options) : make_in<double>(options);
}

}  // namespace tycho::gpu::particle_mesh
