#include "core/steps/hermite.hpp"

#include <array>
#include <cmath>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>

namespace tycho::hermite {

namespace {

constexpr std::array<StageId, kStageCount> kBlockStep{kSchedule, kPredict,  kUpload, kEvaluate,
                                                      kDownload, kExchange, kCorrect};
constexpr std::array<StageId, 5> kFirstForces{kPredict, kUpload, kEvaluate, kDownload, kExchange};

std::vector<double> values_of(const std::vector<Force>& forces, double (*value)(const Force&)) {
  std::vector<double> values;
  for (const Force& force : forces) values.push_back(value(force));
  return values;
}

bool finite(double x, double y, double z) {
  return std::isfinite(x) && std::isfinite(y) && std::isfinite(z);
}

/// A body whose force is no number takes the longest step, and one whose step is too short to
/// change the time is moved over none, which is no number either; block times and counts show
/// neither. Other bodies are pulled by such a body as soon as they step, so it is looked for where
/// particles are read out and not in every block step. A potential may be infinite where bodies
/// meet, and is not looked at.
void require_finite(const Particles& p, double now) {
  const auto complain = [&](std::size_t i, const char* what, double x, double y, double z) {
    std::ostringstream why;
    why << "at the time " << now << " the " << what << " of body " << i << " (id " << p.id[i]
        << ") is (" << x << ", " << y << ", " << z << "): it must be finite";
    throw std::runtime_error(why.str());
  };
  for (std::size_t i = 0; i < p.ax.size(); ++i) {
    if (!finite(p.ax[i], p.ay[i], p.az[i])) complain(i, "acceleration", p.ax[i], p.ay[i], p.az[i]);
    if (!finite(p.x[i], p.y[i], p.z[i])) complain(i, "position", p.x[i], p.y[i], p.z[i]);
    if (!finite(p.vx[i], p.vy[i], p.vz[i])) complain(i, "velocity", p.vx[i], p.vy[i], p.vz[i]);
  }
}

class Hermite final : public Algorithm {
 public:
  Hermite(const StepOptions& options, std::unique_ptr<Stages> stages)
      : options_(options), stages_(std::move(stages)) {
    for (const StageId id : kBlockStep) number_[id] = stages_->number(id);
  }

  void load(const Particles& p) override {
    stages_->take(p);
    for (const StageId id : kFirstForces)
      if (number_[id] >= 0) stages_->enqueue(id, Who::kAll);
    stages_->begin();
    start(p, 0);
  }

  /// With steps = block the end of the span is where all bodies meet; any other step of the
  /// algorithm is one block step, whatever time it leads to.
  void advance(StageTimer& timer) override {
    forces_.reset();
    ++advances_;
    if (options_.steps != Steps::kBlock) {
      block_step(timer);
      return;
    }
    const double end = options_.dt * (spans_ += 1);
    stages_->stop_at(end);
    if (!timer.watches() && stages_->advance_ahead([&](StageTimer& t) { block_step(t); })) return;
    do {
      for (int b = 0; b < stages_->blocks_ahead(); ++b) block_step(timer);
      stages_->look();
    } while (stages_->known().now < end);
  }

  /// The accelerations go out as they are at the positions: the integrator's own are
  /// the accelerations at the predicted positions. Throws where anything is not finite.
  void store(Particles& p) override {
    stages_->look();
    stages_->store(p);
    const std::vector<Force>& forces = forces_here();
    for (auto* component : {&p.ax, &p.ay, &p.az}) component->resize(forces.size());
    for (std::size_t i = 0; i < forces.size(); ++i) {
      p.ax[i] = forces[i].acc.x;
      p.ay[i] = forces[i].acc.y;
      p.az[i] = forces[i].acc.z;
    }
    p.id = ids_;
    require_finite(p, stages_->known().now);
  }

  /// "particle_potential", "jerk" (x of all, y of all, z of all), "neighbour" (as an index in the
  /// order of store()), "block_time", "block_step".
  std::vector<double> field(std::string_view name) override {
    if (name == "block_time") return stages_->times();
    if (name == "block_step") return stages_->steps();
    if (name == "particle_potential")
      return values_of(stages_->forces(true), [](const Force& f) { return f.pot; });
    if (name == "neighbour")
      return values_of(forces_here(),
                       [](const Force& f) { return static_cast<double>(f.neighbour); });
    if (name != "jerk") return {};
    const std::vector<Force>& forces = forces_here();
    std::vector<double> jerk = values_of(forces, [](const Force& f) { return f.jerk.x; });
    for (const auto& component : {values_of(forces, [](const Force& f) { return f.jerk.y; }),
                                  values_of(forces, [](const Force& f) { return f.jerk.z; })})
      jerk.insert(jerk.end(), component.begin(), component.end());
    return jerk;
  }

  /// The time, then the numbers of all bodies.
  std::vector<double> checkpoint() override {
    const std::vector<double> numbers = stages_->numbers();
    stages_->look();
    std::vector<double> all{stages_->known().now};
    all.insert(all.end(), numbers.begin(), numbers.end());
    return all;
  }

  void restore(const Particles& p, std::span<const double> checkpoint) override {
    if (checkpoint.size() != stages_->numbers_a_body() * p.size() + 1)
      throw UsageError("a checkpoint of other than " + std::to_string(p.size()) + " bodies");
    stages_->restore(p, checkpoint.front(), checkpoint.subspan(1));
    start(p, checkpoint.front());
  }

  std::vector<double> counted() override {
    stages_->look();
    const Progress progress = so_far();
    return {progress.blocks, progress.steps, progress.floored, static_cast<double>(advances_)};
  }
  void recount(std::span<const double> counted) override {
    if (counted.size() != 4)
      throw UsageError("the counts of hermite are 4 numbers, not " +
                       std::to_string(counted.size()));
    earlier_.blocks += counted[0];
    earlier_.steps += counted[1];
    earlier_.floored += counted[2];
    advances_ += static_cast<std::int64_t>(counted[3]);
  }

  /// By the steps and block steps that were counted, against what the contract expects.
  double work_share(int stage) const override {
    if (advances_ == 0 || options_.steps == Steps::kShared) return 1;
    const double spans = static_cast<double>(advances_);
    const auto n = static_cast<std::int64_t>(ids_.size());
    const Progress progress = so_far();
    if (stages_->visits_all(stage)) return progress.blocks / (expected_blocks(options_, n) * spans);
    return progress.steps / (expected_steps(options_, n) * static_cast<double>(n) * spans);
  }

  std::map<std::string, double> counters() const override {
    if (options_.steps == Steps::kShared) return {};
    const Progress progress = so_far();
    return {{"block_steps", progress.blocks},
            {"particle_steps", progress.steps},
            {"mean_block", progress.blocks > 0 ? progress.steps / progress.blocks : 0},
            {"steps_at_floor", progress.floored}};
  }

  Clock& clock() override { return stages_->clock(); }

 private:
  void start(const Particles& p, double now) {
    ids_ = p.id;
    forces_.reset();
    spans_ = now / options_.dt;
    advances_ = 0;
    earlier_ = {};
  }

  /// The forces on all bodies where they are. Found once for a state: a reader asks for
  /// accelerations, jerks and neighbours one after the other, and for the forces on 65,536 bodies a
  /// single thread takes most of a minute.
  const std::vector<Force>& forces_here() {
    if (!forces_) forces_ = stages_->forces(false);
    return *forces_;
  }

  /// With what was counted before a checkpoint.
  Progress so_far() const {
    Progress progress = stages_->known();
    progress.blocks += earlier_.blocks;
    progress.steps += earlier_.steps;
    progress.floored += earlier_.floored;
    return progress;
  }

  void block_step(StageTimer& timer) {
    for (const StageId id : kBlockStep)
      if (number_[id] >= 0) stage(timer, number_[id], [&] { stages_->enqueue(id, Who::kDue); });
  }

  StepOptions options_;
  std::unique_ptr<Stages> stages_;
  std::array<int, kStageCount> number_{};
  std::vector<std::uint64_t> ids_;
  double spans_ = 0;  // of dt since the time 0, however many there were
  std::int64_t advances_ = 0;
  Progress earlier_;                          // counts of recount()
  std::optional<std::vector<Force>> forces_;  // of forces_here(), until the bodies move
};

double step_from(double shortest, const StepOptions& options) {
  return options.steps == Steps::kShared ? options.dt : shortest;
}

}  // namespace

void Progress::begin(double at, double shortest, const StepOptions& options) {
  *this = {at, at + step_from(shortest, options)};
}

void Progress::turn(double shortest, std::size_t due, double at_floor, const StepOptions& options) {
  const double then = next + step_from(shortest, options);
  if (!(then > next)) {
    std::ostringstream why;
    why << "at the time " << next << " a step of " << shortest
        << " is too short to change the time: take a larger step_least";
    throw std::runtime_error(why.str());
  }
  now = next;
  next = then;
  blocks += 1;
  steps += static_cast<double>(due);
  floored += at_floor;
}

std::unique_ptr<Algorithm> make_step(const StepOptions& options, std::unique_ptr<Stages> stages) {
  return std::make_unique<Hermite>(options, std::move(stages));
}

}  // namespace tycho::hermite
