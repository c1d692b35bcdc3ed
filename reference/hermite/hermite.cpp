#include "reference/hermite/hermite.hpp"

#include <algorithm>
#include <numeric>

#include "core/ranks/share.hpp"
#include "core/steps/hermite.hpp"
#include "reference/hermite/bodies.hpp"

namespace tycho::reference::hermite {

namespace {

using namespace tycho::hermite;

class OnCpu final : public Stages {
 public:
  explicit OnCpu(const Options& options) : options_(options) {}

  void take(const Particles& p) override {
    bodies_ = Bodies(p);
    field_ = Field();
    field_.resize(p.size());
    field_.mass = p.mass;
    std::iota(field_.index.begin(), field_.index.end(), 0);
    progress_ = {};
  }

  int number(StageId stage) const override {
    const bool alone = options_.ranks->alone();
    return stage == kUpload || stage == kDownload || (stage == kExchange && alone) ? -1 : stage;
  }

  void enqueue(StageId stage, Who who) override {
    if (who == Who::kAll) first_are_due(bodies_.size());
    const double t = progress_.next;
    switch (stage) {
      case kSchedule:
        return schedule_at(t);
      case kPredict:
        return predict(bodies_, t, due_, options_.threads, field_, targets_);
      case kEvaluate:
        return evaluate();
      case kExchange:
        return exchange();
      case kCorrect:
        return correct_at(t);
      default:
        return;
    }
  }

  void begin() override {
    const double shortest = reference::hermite::begin(bodies_, forces_, options_);
    progress_.begin(0, shortest, options_);
  }

  Progress known() const override { return progress_; }
  Clock& clock() override { return clock_; }

  void store(Particles& p) override {
    p = Particles(bodies_.size());
    p.mass = bodies_.mass;
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      p.set_position(i, bodies_.x[i]);
      p.set_velocity(i, bodies_.v[i]);
    }
  }

  /// On each body at its own time; with steps = single the times of bodies differ.
  std::vector<Force> forces(bool /*in_double: always*/) override {
    first_are_due(bodies_.size());
    targets_.clear();
    for (const std::int32_t j : due_) {
      field_.set(j, bodies_.x[j], bodies_.v[j]);
      targets_.push_back({bodies_.x[j], bodies_.v[j], j});
    }
    evaluate();
    exchange();
    return forces_;
  }

  std::vector<double> times() override { return bodies_.time; }
  std::vector<double> steps() override { return bodies_.step; }
  std::size_t numbers_a_body() const override { return Bodies::kNumbers; }
  std::vector<double> numbers() override { return bodies_.numbers(); }

  void restore(const Particles& p, double now, std::span<const double> numbers) override {
    take(p);
    bodies_.restore(numbers);
    progress_.begin(now, *std::min_element(bodies_.step.begin(), bodies_.step.end()), options_);
  }

 private:
  void first_are_due(std::size_t count) {
    due_.resize(count);
    std::iota(due_.begin(), due_.end(), 0);
  }

  void schedule_at(double t) {
    if (options_.steps == Steps::kShared)
      first_are_due(options_.stepping(bodies_.size()));
    else
      schedule(bodies_, t, due_);
  }

  /// The forces on this rank's share of the block.
  void evaluate() {
    const std::size_t block = targets_.size();
    forces_.resize(block);
    const Share mine = share_of(block, *options_.ranks);
    const auto targets = std::span<const IBody>(targets_).subspan(mine.first, mine.size());
    const auto forces = std::span(forces_).subspan(mine.first, mine.size());
    const double softening_sq = options_.softening_sq();
    if (options_.loop == Loop::kBest)
      evaluate_best(field_, field_.size(), targets, block, softening_sq, options_.targets,
                    options_.threads, forces);
    else
      reference::hermite::evaluate(field_, field_.size(), targets, softening_sq, options_.threads,
                                   forces);
  }

  void exchange() {
    Ranks& ranks = *options_.ranks;
    ranks.all_gather(std::span(forces_), share_sizes(forces_.size(), ranks.size()));
  }

  void correct_at(double t) {
    const Outcome outcome =
        correct(bodies_, t, due_, targets_, forces_, options_, options_.threads);
    progress_.turn(outcome.shortest, due_.size(), static_cast<double>(outcome.floored), options_);
  }

  Options options_;
  Bodies bodies_;
  Field field_;
  Progress progress_;
  std::vector<std::int32_t> due_;
  std::vector<IBody> targets_;
  std::vector<Force> forces_;
  HostClock clock_;
};

}  // namespace

std::unique_ptr<Algorithm> make(const Settings& settings) {
  const Options options = tycho::hermite::options(settings);
  require_sound(options);
  return make_step(options, std::make_unique<OnCpu>(options));
}

}  // namespace tycho::reference::hermite
