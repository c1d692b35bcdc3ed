#include "reference/hermite/hermite.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/contracts/hermite.hpp"
#include "core/formulas/hermite.hpp"
#include "reference/hermite/bodies.hpp"

namespace tycho::reference::hermite {

namespace {

using namespace tycho::hermite;

class Hermite final : public Algorithm {
 public:
  explicit Hermite(const Settings& settings)
      : settings_(settings),
        span_(settings.number("dt")),
        softening_sq_(settings.number("softening") * settings.number("softening")),
        accuracy_(settings.number("accuracy")),
        range_(step_range(settings)),
        shared_(settings.chosen("steps", "shared")),
        single_(settings.chosen("steps", "single")),
        best_(settings.chosen("loop", "best")),
        threads_(settings.threads()) {}

  void load(const Particles& p) override {
    place(p, 0);
    everybody();
    reference::hermite::predict(bodies_, 0, due_, threads_, field_, targets_);
    evaluate();
    shortest_ = HUGE_VAL;
    for (std::size_t j = 0; j < bodies_.size(); ++j) {
      bodies_.acc[j] = forces_[j].acc;
      bodies_.jerk[j] = forces_[j].jerk;
      bodies_.step[j] =
          first_block_step(first_step(forces_[j].acc, forces_[j].jerk, accuracy_), range_);
      shortest_ = std::min(shortest_, bodies_.step[j]);
    }
  }

  void advance(StageTimer& timer) override {
    ++advances_;
    const double end = span_ * (spans_ += 1);
    do {
      const double t = now_ + (shared_ ? span_ : shortest_);
      stage(timer, kSchedule, [&] { schedule_at(t); });
      stage(timer, kPredict, [&] { predict(bodies_, t, due_, threads_, field_, targets_); });
      stage(timer, kEvaluate, [&] { evaluate(); });
      stage(timer, kCorrect, [&] { correct_at(t); });
    } while (!shared_ && !single_ && now_ < end);
  }

  /// The accelerations go out as they are at the positions: the integrator's own are those at the
  /// predicted ones.
  void store(Particles& p) override {
    const std::size_t n = bodies_.size();
    evaluate_everybody();
    p = Particles(n);
    p.mass = bodies_.mass;
    for (std::size_t i = 0; i < n; ++i) {
      p.set_position(i, bodies_.x[i]);
      p.set_velocity(i, bodies_.v[i]);
      p.ax[i] = forces_[i].acc.x;
      p.ay[i] = forces_[i].acc.y;
      p.az[i] = forces_[i].acc.z;
    }
    p.id = ids_;
  }

  std::vector<double> field(std::string_view name) override {
    if (name == "block_time") return bodies_.time;
    if (name == "block_step") return bodies_.step;
    const auto of_all = [&](const auto& value) {
      std::vector<double> values;
      for (const Force& force : forces_) values.push_back(value(force));
      return values;
    };
    if (name != "particle_potential" && name != "jerk" && name != "neighbour") return {};
    evaluate_everybody();
    if (name == "particle_potential") return of_all([](const Force& f) { return f.pot; });
    if (name == "neighbour") return of_all([](const Force& f) { return f.neighbour; });
    std::vector<double> jerk = of_all([](const Force& f) { return f.jerk.x; });
    for (const auto& component : {of_all([](const Force& f) { return f.jerk.y; }),
                                  of_all([](const Force& f) { return f.jerk.z; })})
      jerk.insert(jerk.end(), component.begin(), component.end());
    return jerk;
  }

  /// The time, then time, step, mass, x, v, acc, jerk of all bodies, component by component.
  std::vector<double> checkpoint() override {
    std::vector<double> all{now_};
    for (const auto* values : {&bodies_.time, &bodies_.step, &bodies_.mass})
      all.insert(all.end(), values->begin(), values->end());
    for (const auto* vectors : {&bodies_.x, &bodies_.v, &bodies_.acc, &bodies_.jerk})
      for (const auto component : {&Vec3<double>::x, &Vec3<double>::y, &Vec3<double>::z})
        for (const Vec3<double>& vector : *vectors) all.push_back(vector.*component);
    return all;
  }

  void restore(const Particles& p, std::span<const double> checkpoint) override {
    const std::size_t n = p.size();
    if (checkpoint.size() != 15 * n + 1)
      throw UsageError("a checkpoint of other than " + std::to_string(n) + " bodies");
    place(p, checkpoint[0]);
    auto next = checkpoint.begin() + 1;
    for (auto* values : {&bodies_.time, &bodies_.step, &bodies_.mass}) {
      values->assign(next, next + static_cast<std::ptrdiff_t>(n));
      next += static_cast<std::ptrdiff_t>(n);
    }
    for (auto* vectors : {&bodies_.x, &bodies_.v, &bodies_.acc, &bodies_.jerk})
      for (const auto component : {&Vec3<double>::x, &Vec3<double>::y, &Vec3<double>::z})
        for (Vec3<double>& vector : *vectors) vector.*component = *next++;
    shortest_ = *std::min_element(bodies_.step.begin(), bodies_.step.end());
  }

  double work_share(int stage) const override {
    return tycho::hermite::work_share(stage, settings_, static_cast<std::int64_t>(bodies_.size()),
                                      advances_, steps_, blocks_);
  }

  std::map<std::string, double> counters() const override {
    if (shared_) return {};
    return {{"block_steps", blocks_},
            {"particle_steps", steps_},
            {"mean_block", blocks_ > 0 ? steps_ / blocks_ : 0},
            {"steps_at_floor", floored_}};
  }

  Clock& clock() override { return clock_; }

 private:
  void place(const Particles& p, double now) {
    const std::size_t n = p.size();
    bodies_ = {
        std::vector<double>(n),       std::vector<double>(n),       p.mass,
        std::vector<Vec3<double>>(n), std::vector<Vec3<double>>(n), std::vector<Vec3<double>>(n),
        std::vector<Vec3<double>>(n)};
    field_ = Field();
    field_.resize(n);
    field_.mass = p.mass;
    std::iota(field_.index.begin(), field_.index.end(), 0);
    for (std::size_t i = 0; i < n; ++i) {
      bodies_.x[i] = p.position(i);
      bodies_.v[i] = p.velocity(i);
    }
    ids_ = p.id;
    now_ = now;
    spans_ = now / span_;
    advances_ = 0;
    blocks_ = steps_ = floored_ = 0;
  }

  void everybody() {
    due_.resize(bodies_.size());
    std::iota(due_.begin(), due_.end(), 0);
  }

  void schedule_at(double t) {
    if (!shared_) {
      schedule(bodies_, t, due_);
      return;
    }
    everybody();
    if (const int active = settings_.integer("active"); active > 0)
      due_.resize(std::min<std::size_t>(active, due_.size()));
  }

  void evaluate() {
    forces_.resize(targets_.size());
    if (best_)
      evaluate_best(field_, field_.size(), targets_, softening_sq_, threads_, forces_);
    else
      reference::hermite::evaluate(field_, field_.size(), targets_, softening_sq_, threads_,
                                   forces_);
  }

  void correct_at(double t) {
    const Outcome outcome = correct(bodies_, t, due_, targets_, forces_, accuracy_, range_,
                                    shared_ ? span_ : 0.0, threads_);
    shortest_ = outcome.shortest;
    now_ = t;
    blocks_ += 1;
    steps_ += static_cast<double>(due_.size());
    floored_ += static_cast<double>(outcome.floored);
  }

  /// Where they are, each at its own time, which between two steps of the algorithm is the same.
  void evaluate_everybody() {
    everybody();
    targets_.clear();
    for (std::size_t j = 0; j < bodies_.size(); ++j) {
      field_.place(j, bodies_.x[j], bodies_.v[j]);
      targets_.push_back({bodies_.x[j], bodies_.v[j], static_cast<std::int32_t>(j)});
    }
    evaluate();
  }

  Settings settings_;
  double span_, softening_sq_, accuracy_;
  StepRange range_;
  bool shared_, single_, best_;
  int threads_;
  Bodies bodies_;
  Field field_;
  std::vector<std::int32_t> due_;
  std::vector<IBody> targets_;
  std::vector<Force> forces_;
  std::vector<std::uint64_t> ids_;
  double now_ = 0, shortest_ = 0, spans_ = 0;
  double blocks_ = 0, steps_ = 0, floored_ = 0;
  std::int64_t advances_ = 0;
  HostClock clock_;
};

}  // namespace

std::unique_ptr<Algorithm> make(const Settings& settings) {
  require_sound(settings);
  return std::make_unique<Hermite>(settings);
}

}  // namespace tycho::reference::hermite
