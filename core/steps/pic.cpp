#include "core/steps/pic.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <unordered_map>

#include "core/available_threads.hpp"
#include "core/formulas/pic_push.hpp"
#include "core/parallel_for.hpp"

namespace tycho::pic {

namespace {

/// The sum must not round into the next cell.
double position(int cell, double offset) {
  return std::min(cell + offset, std::nextafter(cell + 1.0, 0.0));
}

template <typename Real>
class Step final : public Algorithm {
 public:
  Step(const Options& options, std::unique_ptr<Stages<Real>> stages)
      : options_(options),
        fused_(options.layout == Layout::kTiled || options.best),
        ordered_(options.layout == Layout::kOrdered),
        stages_(std::move(stages)) {}

  /// The velocities come in at the time of the positions; half a kick backwards staggers them.
  void load(const Particles& p) override {
    require_sound(options_, p);
    stages_->load(p);
    loaded_ = p.id;
    stages_->enqueue(kDeposit);
    evaluate();
    stages_->kick(static_cast<Real>(-0.5 * options_.dt), stages_->field());
    held_.reset();
  }

  void advance(StageTimer& timer) override {
    if (stages_->stopped()) clock().wait();
    if (!fused_) run(timer, kDeposit);
    run(timer, kGuardAdd);
    run(timer, kFftForward);
    run(timer, kField);
    run(timer, kFftInverse);
    if (fused_) return run(timer, kPushDepositReorder);  // the charge of the step to come
    run(timer, kGuardCopy);
    run(timer, kPush);
    if (ordered_) run(timer, kReorder);
  }

  /// The velocities go out at the time of the positions: half a kick synchronises the copy.
  void store(Particles& p) override {
    if (!fused_) stages_->enqueue(kDeposit);
    evaluate();
    const HeldParticles<Real>& held = held_.emplace(stages_->particles());
    const HostField<Real> field = stages_->field();
    const double half = 0.5 * stages_->synchronising_step();
    const std::size_t n = held.size();
    for (auto* values : {&p.x, &p.y, &p.vx, &p.vy, &p.ax, &p.ay}) values->resize(n);
    for (auto* values : {&p.z, &p.vz, &p.az}) values->assign(n, 0.0);
    p.mass.assign(n, particle_mass(options_, static_cast<std::int64_t>(n)));
    p.id = held.id;
    parallel_for(n, stages_->over_ranks() ? 1 : available_threads(), [&](std::size_t i) {
      const int cell = held.cell[i];
      const Real dx = held.dx[i], dy = held.dy[i];
      p.x[i] = position(cell % options_.nx, double(dx));
      p.y[i] = position(cell / options_.nx, double(dy));
      p.ax[i] = kChargeOverMass<double> * double(field.x.at(cell, dx, dy));
      p.ay[i] = kChargeOverMass<double> * double(field.y.at(cell, dx, dy));
      p.vx[i] = double(held.vx[i]) + half * p.ax[i];
      p.vy[i] = double(held.vy[i]) + half * p.ay[i];
    });
  }

  /// Of ranks only: particle by particle in the order in which they are held, which decides the
  /// order of the sums; each by its place in the load.
  std::vector<double> checkpoint() override {
    if (!stages_->over_ranks()) return {};
    const HeldParticles<Real> held = stages_->particles();
    std::unordered_map<std::uint64_t, std::size_t> place;
    for (std::size_t i = 0; i < loaded_.size(); ++i) place[loaded_[i]] = i;
    std::vector<double> state;
    for (std::size_t i = 0; i < held.size(); ++i)
      for (const double value :
           {static_cast<double>(place.at(held.id[i])), static_cast<double>(held.cell[i]),
            double(held.dx[i]), double(held.dy[i]), double(held.vx[i]), double(held.vy[i])})
        state.push_back(value);
    return state;
  }

  void restore(const Particles& p, std::span<const double> state) override {
    if (!stages_->over_ranks()) return Algorithm::restore(p, state);
    if (p.size() == 0 || state.size() != kNumbers * p.size())
      throw UsageError("the checkpoint is not one of " + std::to_string(p.size()) + " particles");
    HeldParticles<Real> held;
    held.reserve(p.size());
    const auto real = [](double value) { return static_cast<Real>(value); };
    for (std::size_t i = 0; i < p.size(); ++i) {
      const auto one = state.subspan(kNumbers * i, kNumbers);
      const auto cell = static_cast<std::int32_t>(one[1]);
      held.add(p.id.at(static_cast<std::size_t>(one[0])), cell, cell, real(one[2]), real(one[3]),
               real(one[4]), real(one[5]));
    }
    loaded_ = p.id;
    stages_->resume(held);
    stages_->enqueue(kDeposit);
    evaluate();
    held_ = std::move(held);
  }

  std::vector<double> field(std::string_view name) override {
    if (name == "charge_density") return as_double(stages_->charge_density());
    if (name == "ex") return as_double(stages_->field().x.values);
    if (name == "ey") return as_double(stages_->field().y.values);
    if (name == "potential") return stages_->potential();
    if (name == "particle_potential") return stages_->potential_at(held());
    if (name == "group" && options_.layout != Layout::kScatter) return as_double(held().group);
    return {};
  }

  Clock& clock() override { return stages_->clock(); }

  std::map<std::string, double> counters() const override { return stages_->counters(); }

 private:
  static constexpr std::size_t kNumbers = 6;  // of a particle in a checkpoint

  static std::vector<double> as_double(const auto& values) {
    return {values.begin(), values.end()};
  }

  /// Not asked for at a load, after which most runs only go on.
  const HeldParticles<Real>& held() { return held_ ? *held_ : held_.emplace(stages_->particles()); }

  void run(StageTimer& timer, int id) {
    const auto turns = stages_->turns(id);
    if (turns.empty()) stage(timer, id, [&] { stages_->enqueue(id); });
    for (const Turn<>& turn : turns) stage(timer, turn.stage, turn.run);
  }

  /// Runs the stages from the deposited charge to the field; waits.
  void evaluate() {
    for (const int stage : {kGuardAdd, kFftForward, kField, kFftInverse}) stages_->enqueue(stage);
    clock().wait();
  }

  Options options_;
  bool fused_;    // push, deposit and reorder are one stage
  bool ordered_;  // the reorder is a stage of its own
  std::unique_ptr<Stages<Real>> stages_;
  std::optional<HeldParticles<Real>> held_;  // as of the last store, or since the last load
  std::vector<std::uint64_t> loaded_;        // ids in the order of the load
};

}  // namespace

template <typename Real>
std::unique_ptr<Algorithm> make_step(const Options& options, std::unique_ptr<Stages<Real>> stages) {
  return std::make_unique<Step<Real>>(options, std::move(stages));
}

template std::unique_ptr<Algorithm> make_step(const Options&, std::unique_ptr<Stages<float>>);
template std::unique_ptr<Algorithm> make_step(const Options&, std::unique_ptr<Stages<double>>);

}  // namespace tycho::pic
