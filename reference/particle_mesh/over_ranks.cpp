#include "reference/particle_mesh/over_ranks.hpp"

#include <map>

#include "core/formulas/cell_index.hpp"
#include "core/mesh/slab_particles.hpp"
#include "core/mesh/whole_units.hpp"
#include "reference/particle_mesh/migrate.hpp"
#include "reference/particle_mesh/slab_mesh.hpp"
#include "reference/particle_mesh/slab_poisson.hpp"

namespace tycho::reference::particle_mesh {

namespace {

using namespace tycho::particle_mesh;

template <typename Real>
class OverRanks final : public Stages<Real> {
  using Given = const Factors<Real>&;

 public:
  explicit OverRanks(const Options& options)
      : ranks_(*options.ranks),
        threads_(options.threads),
        mesh_(options.grid, options.cloud, ranks_),
        solver_(options.solver == Solver::kFft ? slab_poisson_fft(options, mesh_)
                                               : slab_poisson_multigrid(options, mesh_)) {
    for (auto& turn : solver_->turns())
      turns_[kPoisson].push_back({turn.stage, [run = std::move(turn.run)](Given) { run(); }});
    turns_[kPotential] = {whole(kPotential), {kGuard, [this](Given) { copy_guards(mesh_); }}};
    turns_[kUpdatePos] = {whole(kUpdatePos), {kMigrate, [this](Given) { move_on(); }}};
    if (mesh_.cloud != Cloud::kNgp)
      turns_[kHistogram] = {whole(kHistogram), {kGuard, [this](Given) { add_guards(mesh_); }}};
  }

  Clock& clock() override { return clock_; }
  bool over_ranks() const override { return true; }
  std::span<const Turn<Given>> turns(int stage) const override {
    const auto found = turns_.find(stage);
    return found == turns_.end() ? std::span<const Turn<Given>>() : found->second;
  }

  void load(BoxParticles<Real> box) override {
    all_ = box.x.size();
    mesh_.units = mesh::whole_units(all_);
    members_ = {};
    members_.stars.position = {std::move(box.x), std::move(box.y), std::move(box.z)};
    members_.stars.velocity = {std::move(box.vx), std::move(box.vy), std::move(box.vz)};
    members_.stars.cell.assign(all_, -1);
    for (std::size_t p = 0; p < all_; ++p) members_.index.push_back(static_cast<std::uint32_t>(p));
    // Every rank was given all particles, and keeps those of its slab.
    keep_own(members_, mesh_.slabs, mesh_.n, ranks_.rank());
    migrants_ = 0;
  }

  void enqueue(int stage, Given factors) override {
    const auto parts = turns(stage);
    if (parts.empty()) return run(stage, factors);
    for (const auto& turn : parts) turn.run(factors);
  }

  std::vector<double> position(int axis) override { return all_of(stars().position[axis]); }
  std::vector<double> velocity(int axis) override { return all_of(stars().velocity[axis]); }
  std::vector<double> acceleration_at_particles() override {
    return at_particles(mesh_.acceleration, mesh_.reach);
  }
  std::vector<double> potential_at_particles() override {
    return at_particles(mesh_.potential, mesh_.reach + 1);
  }

  std::vector<double> field(std::string_view name) override {
    if (name == "histogram" && mesh_.cloud == Cloud::kNgp) return all_planes(mesh_.counts, 0, 1);
    if (name == "histogram") return all_planes(mesh_.clouds, mesh_.reach, 1 / mesh_.units);
    if (name == "density") return all_planes(mesh_.density, 0, 1);
    if (name == "potential") return all_planes(mesh_.potential, mesh_.reach + 1, 1);
    if (name == "cell") return all_of(stars().cell);
    return {};
  }

  void set_density(std::span<const double> given) override {
    const auto own = given.subspan(static_cast<std::size_t>(mesh_.before()), mesh_.cells());
    std::copy(own.begin(), own.end(), mesh_.density.begin());
  }

  /// The counters of this rank; `migrants` are the particles that came in the last step.
  std::map<std::string, double> counters() const override {
    return {{"particles", static_cast<double>(members_.index.size())},
            {"migrants", static_cast<double>(migrants_)}};
  }

 private:
  Turn<Given> whole(int stage) {
    return {stage, [this, stage](Given factors) { run(stage, factors); }};
  }

  Stars<Real>& stars() { return members_.stars; }

  void run(int stage, Given factors) {
    switch (stage) {
      case kCellAssign:
        return cell_assign(stars(), mesh_.n, threads_);
      case kHistogram:
        return histogram(stars(), mesh_, threads_);
      case kDensity:
        return density(mesh_, factors.density, threads_);
      case kPotential:
        return potential(mesh_, static_cast<Real>(factors.potential * solver_->scale()),
                         static_cast<Real>(solver_->mean()), threads_);
      case kForceX:
      case kForceY:
      case kForceZ:
        return force(mesh_, axis_of(stage), threads_);
      case kUpdateVelX:
      case kUpdateVelY:
      case kUpdateVelZ:
        return update_vel(stars(), mesh_, axis_of(stage), factors.kick, threads_);
      case kUpdatePos:
        return update_pos(stars(), factors.drift, threads_);
    }
    throw std::logic_error("particle_mesh: no such stage over ranks");
  }

  void move_on() { migrants_ = migrate(members_, mesh_.slabs, mesh_.n, ranks_); }

  template <typename Value>
  std::vector<double> all_of(const std::vector<Value>& values) {
    const std::vector<double> mine(values.begin(), values.end());
    return mesh::gathered(ranks_, std::span<const std::uint32_t>(members_.index),
                          std::span<const double>(mine), all_);
  }
  std::vector<double> at_particles(const std::vector<Real>& values, int guards) {
    std::vector<double> mine;
    for (std::ptrdiff_t p = 0; p < stars().size(); ++p)
      mine.push_back(static_cast<double>(value_at(mesh_, values, guards, stars(), p)));
    return all_of(mine);
  }
  /// The slab's own planes out of values with guard planes, times a factor, and those of all ranks.
  template <typename Value>
  std::vector<double> all_planes(const std::vector<Value>& values, int guards, double factor) {
    const std::size_t before = mesh_.plane() * static_cast<std::size_t>(guards);
    std::vector<double> mine(mesh_.cells());
    for (std::size_t c = 0; c < mine.size(); ++c)
      mine[c] = factor * static_cast<double>(values[before + c]);
    return ranks_.all_gather(std::span<const double>(mine));
  }

  Ranks& ranks_;
  int threads_;
  SlabMesh<Real> mesh_;
  std::unique_ptr<SlabPoisson> solver_;
  std::map<int, Turns<Given>> turns_;
  SlabMembers<Real> members_;
  std::size_t all_ = 0;  // particles on all ranks
  std::int64_t migrants_ = 0;
  HostClock clock_;
};

}  // namespace

template <typename Real>
std::unique_ptr<Stages<Real>> over_ranks(const Options& options) {
  return std::make_unique<OverRanks<Real>>(options);
}

template std::unique_ptr<Stages<float>> over_ranks(const Options&);
template std::unique_ptr<Stages<double>> over_ranks(const Options&);

}  // namespace tycho::reference::particle_mesh
