#include "core/steps/particle_mesh.hpp"

#include <cstdint>
#include <numbers>

#include "core/error.hpp"
#include "core/mesh/slab_balance.hpp"

namespace tycho::particle_mesh {

namespace {

template <typename Real>
class Step final : public MeshAlgorithm {
 public:
  Step(const Options& options, std::unique_ptr<Stages<Real>> stages)
      : options_(options), stages_(std::move(stages)), dt_(static_cast<Real>(options.dt)) {
    const double side = options.grid;
    factors_.potential = 4 * std::numbers::pi * options.gravity / (side * side);
    factors_.kick = factors_.drift = dt_;
  }

  /// The velocities come in at the time of the positions; half a kick backwards staggers them.
  void load(const Particles& p) override {
    take(p, in_unit_box<Real>(p));
    evaluate();
    Factors<Real> backwards = factors_;
    backwards.kick = -dt_ / 2;
    for (int axis = 0; axis < 3; ++axis) {
      stages_->enqueue(kForceX + 2 * axis, backwards);
      stages_->enqueue(kUpdateVelX + 2 * axis, backwards);
    }
    clock().wait();
  }

  void advance(StageTimer& timer) override {
    if (reorder_due()) run(timer, kReorder);
    if (options_.best) {
      run(timer, kCellAssignToDensity);
      run(timer, kPoisson);
      run(timer, kPotentialToUpdatePos);
      return;
    }
    run(timer, kCellAssign);
    run(timer, kHistogram);
    run(timer, kDensity);
    run(timer, kPoisson);
    run(timer, kPotential);
    run(timer, kForceX);
    run(timer, kUpdateVelX);
    run(timer, kForceY);
    run(timer, kUpdateVelY);
    run(timer, kForceZ);
    run(timer, kUpdateVelZ);
    run(timer, kUpdatePos);
  }

  /// The velocities go out at the time of the positions: half a kick synchronises the copy.
  void store(Particles& p) override {
    evaluate();
    p.x = stages_->position(0);
    p.y = stages_->position(1);
    p.z = stages_->position(2);
    store_motion(0, p.vx, p.ax);
    store_motion(1, p.vy, p.ay);
    store_motion(2, p.vz, p.az);
    p.mass.assign(ids_.size(), mass_);
    p.id = ids_;
    balance_ = mesh::slab_balance(p.z, p.vz, options_.dt, options_.grid);
  }

  /// Of ranks only: positions and the velocities half a step behind them.
  std::vector<double> checkpoint() override {
    if (!stages_->over_ranks()) return {};
    std::vector<double> state;
    for (int axis = 0; axis < 3; ++axis) append(state, stages_->position(axis));
    for (int axis = 0; axis < 3; ++axis) append(state, stages_->velocity(axis));
    return state;
  }

  void restore(const Particles& p, std::span<const double> state) override {
    if (!stages_->over_ranks()) return Algorithm::restore(p, state);
    const std::size_t n = p.size();
    if (n == 0 || state.size() != 6 * n)
      throw UsageError("the checkpoint is not one of " + std::to_string(n) + " particles");
    const auto part = [&](std::size_t k) {
      const auto values = state.subspan(k * n, n);
      return std::vector<Real>(values.begin(), values.end());
    };
    take(p, {part(0), part(1), part(2), part(3), part(4), part(5), p.mass[0], 0});
    evaluate();
    clock().wait();
  }

  std::vector<double> solve(std::span<const double> density) override {
    const std::size_t side = static_cast<std::size_t>(options_.grid), cells = side * side * side;
    if (density.size() != cells)
      throw UsageError("the mesh has " + std::to_string(cells) + " cells, not " +
                       std::to_string(density.size()));
    stages_->set_density(density);
    for (const int stage : {kPoisson, kPotential}) stages_->enqueue(stage, factors_);
    return field("potential");
  }

  std::vector<double> field(std::string_view name) override {
    if (name == "particle_potential") return stages_->potential_at_particles();
    return stages_->field(name);
  }

  Clock& clock() override { return stages_->clock(); }

  std::map<std::string, double> counters() const override {
    auto all = stages_->counters();
    all["wrapped_at_load"] = static_cast<double>(wrapped_);
    all["slab_imbalance"] = balance_.imbalance;
    all["slab_leaving"] = balance_.leaving;
    return all;
  }

 private:
  void run(StageTimer& timer, int id) {
    const auto turns = stages_->turns(id);
    if (turns.empty()) stage(timer, id, [&] { stages_->enqueue(id, factors_); });
    for (const auto& turn : turns) stage(timer, turn.stage, [&] { turn.run(factors_); });
  }

  static void append(std::vector<double>& all, const std::vector<double>& values) {
    all.insert(all.end(), values.begin(), values.end());
  }

  void take(const Particles& p, BoxParticles<Real> box) {
    mass_ = box.mass;
    wrapped_ = box.wrapped;
    ids_ = p.id;
    steps_ = 0;
    const int side = options_.grid;
    factors_.density = static_cast<Real>(mass_ * side * side * side);
    balance_ = mesh::slab_balance(box.z, box.vz, options_.dt, side);
    stages_->load(std::move(box));
  }

  bool reorder_due() { return options_.reorder > 0 && steps_++ % options_.reorder == 0; }

  /// Runs the stages from the positions to the potential.
  void evaluate() {
    for (const int stage : {kCellAssign, kHistogram, kDensity, kPoisson, kPotential})
      stages_->enqueue(stage, factors_);
  }

  void store_motion(int axis, std::vector<double>& velocity, std::vector<double>& acceleration) {
    stages_->enqueue(kForceX + 2 * axis, factors_);
    acceleration = stages_->acceleration_at_particles();
    velocity = stages_->velocity(axis);
    const double half = 0.5 * static_cast<double>(dt_);
    for (std::size_t i = 0; i < velocity.size(); ++i) velocity[i] += half * acceleration[i];
  }

  Options options_;
  std::unique_ptr<Stages<Real>> stages_;
  Real dt_;
  Factors<Real> factors_;
  double mass_ = 0;           // of each particle
  std::int64_t wrapped_ = 0;  // particles that came in outside the box
  std::int64_t steps_ = 0;    // since the load
  mesh::SlabBalance balance_;
  std::vector<std::uint64_t> ids_;
};

}  // namespace

template <typename Real>
std::unique_ptr<Algorithm> make_step(const Options& options, std::unique_ptr<Stages<Real>> stages) {
  return std::make_unique<Step<Real>>(options, std::move(stages));
}

template std::unique_ptr<Algorithm> make_step(const Options&, std::unique_ptr<Stages<float>>);
template std::unique_ptr<Algorithm> make_step(const Options&, std::unique_ptr<Stages<double>>);

}  // namespace tycho::particle_mesh
