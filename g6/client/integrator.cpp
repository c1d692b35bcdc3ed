#include "g6/client/integrator.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "core/formulas/hermite.hpp"

namespace tycho::g6::client {

namespace {

Vec3<double> vector_at(const std::vector<double>& values, std::size_t k) {
  return {values[3 * k], values[3 * k + 1], values[3 * k + 2]};
}

void put(const Vec3<double>& v, std::vector<double>& values, std::size_t k) {
  values[3 * k] = v.x;
  values[3 * k + 1] = v.y;
  values[3 * k + 2] = v.z;
}

}  // namespace

Integrator::Integrator(const hermite::StepOptions& options, const Engine& engine)
    : options_(options), range_(options.range()), engine_(engine), grape_(engine) {}

void Integrator::take(const Particles& p) {
  bodies_.assign(p.size(), {});
  changed_.clear();
  for (std::size_t i = 0; i < p.size(); ++i) {
    bodies_[i].mass = p.mass[i];
    bodies_[i].x = p.position(i);
    bodies_[i].v = p.velocity(i);
    send(i);
  }
  progress_ = {};
}

int Integrator::number(hermite::StageId stage) const {
  switch (stage) {
    case hermite::kSchedule:
      return hermite_library::kSchedule;
    case hermite::kPredict:
      return hermite_library::kPredict;
    case hermite::kEvaluate:
      return hermite_library::kCall;
    case hermite::kCorrect:
      return hermite_library::kCorrect;
    default:
      return -1;
  }
}

void Integrator::enqueue(hermite::StageId stage, hermite::Who who) {
  switch (stage) {
    case hermite::kSchedule:
      return schedule();
    case hermite::kPredict:
      return who == hermite::Who::kAll ? ask_for_all(block_) : predict();
    case hermite::kEvaluate:
      return call();
    case hermite::kCorrect:
      return correct();
    default:
      return;
  }
}

void Integrator::begin() {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    Body& b = bodies_[i];
    b.acc = vector_at(block_.acc, i);
    b.jerk = vector_at(block_.jerk, i);
    b.step =
        hermite::first_block_step(hermite::first_step(b.acc, b.jerk, options_.accuracy), range_);
  }
  enlist_all();
  progress_.begin(0, by_step_.begin()->first, options_);
}

void Integrator::enlist_all() {
  by_step_.clear();
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    by_step_[bodies_[i].step].push_back(static_cast<int>(i));
    send(i);
  }
  changed_.clear();
}

void Integrator::store(Particles& p) {
  p = Particles(bodies_.size());
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    p.mass[i] = bodies_[i].mass;
    p.set_position(i, bodies_[i].x);
    p.set_velocity(i, bodies_[i].v);
  }
}

std::vector<Force> Integrator::forces(bool in_double) {
  if (grape_.alone()) {
    std::vector<Force> now = forces_of(grape_);
    for (std::size_t i = 0; i < bodies_.size(); ++i) send(i);  // at their own times again
    return now;
  }
  Engine engine = engine_;
  if (in_double) engine.precision = "fp64";
  Grape grape(engine);
  return forces_of(grape);
}

std::vector<Force> Integrator::forces_of(Grape& grape) const {
  for (std::size_t i = 0; i < bodies_.size(); ++i)
    grape.send(static_cast<int>(i), 0, 0, bodies_[i].mass, bodies_[i].x, bodies_[i].v, {}, {}, {});
  Block block;
  ask_for_all(block);
  grape.set_time(0);
  grape.pull(static_cast<int>(bodies_.size()), options_.softening_sq(), block);
  std::vector<Force> forces;
  for (std::size_t i = 0; i < bodies_.size(); ++i)
    forces.push_back(
        {vector_at(block.acc, i), vector_at(block.jerk, i), block.pot[i], block.neighbour[i]});
  return forces;
}

std::vector<double> Integrator::times() {
  std::vector<double> values;
  for (const Body& b : bodies_) values.push_back(b.t);
  return values;
}

std::vector<double> Integrator::steps() {
  std::vector<double> values;
  for (const Body& b : bodies_) values.push_back(b.step);
  return values;
}

std::vector<double> Integrator::numbers() {
  std::vector<double> all;
  for (const Body& b : bodies_) {
    for (const double value : {b.t, b.step, b.mass}) all.push_back(value);
    for (const Vec3<double>* v : {&b.x, &b.v, &b.acc, &b.jerk, &b.snap})
      for (const double value : {v->x, v->y, v->z}) all.push_back(value);
  }
  return all;
}

void Integrator::restore(const Particles& p, double now, std::span<const double> numbers) {
  bodies_.assign(p.size(), {});
  auto next = numbers.begin();
  for (Body& b : bodies_) {
    for (double* value : {&b.t, &b.step, &b.mass}) *value = *next++;
    for (Vec3<double>* v : {&b.x, &b.v, &b.acc, &b.jerk, &b.snap}) {
      *v = {next[0], next[1], next[2]};
      next += 3;
    }
  }
  enlist_all();
  progress_.begin(now, by_step_.begin()->first, options_);
}

void Integrator::ask_for_all(Block& block) const {
  block.resize(bodies_.size());
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    block.index[i] = static_cast<int>(i);
    put(bodies_[i].x, block.x, i);
    put(bodies_[i].v, block.v, i);
  }
}

void Integrator::send(std::size_t i) {
  const Body& b = bodies_[i];
  grape_.send(static_cast<int>(i), b.t, b.step, b.mass, b.x, b.v, b.acc, b.jerk, b.snap);
}

void Integrator::schedule() {
  due_.clear();
  if (options_.steps == hermite::Steps::kShared) {
    due_.resize(options_.stepping(bodies_.size()));
    std::iota(due_.begin(), due_.end(), 0);
  } else {
    for (auto& [step, members] : by_step_) {
      if (!hermite::on_grid(progress_.next, step)) break;  // nor is it on any longer step's
      due_.insert(due_.end(), members.begin(), members.end());
      members.clear();
    }
  }
  block_.resize(due_.size());
}

void Integrator::predict() {
  for (std::size_t k = 0; k < due_.size(); ++k) {
    const Body& b = bodies_[due_[k]];
    const auto there = hermite::predicted(b.x, b.v, b.acc, b.jerk, progress_.next - b.t);
    block_.index[k] = due_[k];
    put(there.x, block_.x, k);
    put(there.v, block_.v, k);
  }
}

void Integrator::call() {
  grape_.set_time(progress_.next);
  for (const int i : changed_) send(i);
  grape_.pull(static_cast<int>(bodies_.size()), options_.softening_sq(), block_);
}

void Integrator::correct() {
  const bool shared = options_.steps == hermite::Steps::kShared;
  const double t = progress_.next;
  double shortest = std::numeric_limits<double>::infinity(), floored = 0;
  for (std::size_t k = 0; k < due_.size(); ++k) {
    Body& b = bodies_[due_[k]];
    const double dt = t - b.t;
    const Vec3<double> acc = vector_at(block_.acc, k), jerk = vector_at(block_.jerk, k);
    const auto over = hermite::derivatives(b.acc, b.jerk, acc, jerk, dt);
    const auto after =
        hermite::corrected({vector_at(block_.x, k), vector_at(block_.v, k)}, over, dt);
    b = {t, b.step, b.mass, after.x, after.v, acc, jerk, over.snap + dt * over.crackle};
    if (shared) continue;
    const double wanted = hermite::aarseth_step(acc, jerk, over, dt, options_.accuracy);
    b.step = hermite::next_block_step(wanted, b.step, t, range_);
    floored += !(wanted >= range_.least);
    by_step_[b.step].push_back(due_[k]);
    shortest = std::min(shortest, b.step);
  }
  std::swap(changed_, due_);
  progress_.turn(shortest, changed_.size(), floored, options_);
}

}  // namespace tycho::g6::client
