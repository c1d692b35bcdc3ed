#include "g6/client/integrator.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "core/error.hpp"

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

Integrator::Integrator(const IntegratorOptions& options)
    : options_(options), grape_(options.engine) {}

void Integrator::load(const Particles& p) {
  const std::size_t n = p.size();
  ids_ = p.id;
  bodies_.assign(n, {});
  block_.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    bodies_[i].mass = p.mass[i];
    bodies_[i].x = p.position(i);
    bodies_[i].v = p.velocity(i);
    block_.index[i] = static_cast<int>(i);
    put(p.position(i), block_.x, i);
    put(p.velocity(i), block_.v, i);
    send(i);
  }
  now_ = 0;
  grape_.set_time(now_);
  grape_.pull(static_cast<int>(n), options_.softening * options_.softening, block_);
  for (std::size_t i = 0; i < n; ++i) {
    Body& b = bodies_[i];
    b.acc = vector_at(block_.acc, i);
    b.jerk = vector_at(block_.jerk, i);
    b.step = hermite::first_block_step(hermite::first_step(b.acc, b.jerk, options_.accuracy),
                                       options_.range);
  }
  take_places();
}

// Everybody in the list of their step and in the library as they are.
void Integrator::take_places() {
  by_step_.clear();
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    by_step_[bodies_[i].step].push_back(static_cast<int>(i));
    send(i);
  }
  changed_.clear();
  counts_ = {};
  next_ = now_ + (options_.shared_step > 0 ? options_.shared_step : by_step_.begin()->first);
}

std::vector<double> Integrator::checkpoint() const {
  std::vector<double> all{now_};
  for (const Body& b : bodies_) {
    for (const double value : {b.t, b.step, b.mass}) all.push_back(value);
    for (const Vec3<double>* v : {&b.x, &b.v, &b.acc, &b.jerk, &b.snap})
      for (const double value : {v->x, v->y, v->z}) all.push_back(value);
  }
  return all;
}

void Integrator::restore(const Particles& p, std::span<const double> checkpoint) {
  constexpr std::size_t kNumbers = 18;  // of a body
  if (checkpoint.size() != kNumbers * p.size() + 1)
    throw UsageError("a checkpoint of other than " + std::to_string(p.size()) + " bodies");
  ids_ = p.id;
  now_ = checkpoint[0];
  bodies_.assign(p.size(), {});
  for (std::size_t i = 0; i < p.size(); ++i) {
    const double* next = &checkpoint[1 + kNumbers * i];
    Body& b = bodies_[i];
    for (double* value : {&b.t, &b.step, &b.mass}) *value = *next++;
    for (Vec3<double>* v : {&b.x, &b.v, &b.acc, &b.jerk, &b.snap}) {
      *v = {next[0], next[1], next[2]};
      next += 3;
    }
  }
  take_places();
}

void Integrator::store(Particles& p) const {
  p = Particles(bodies_.size());
  p.id = ids_;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    p.mass[i] = bodies_[i].mass;
    p.set_position(i, bodies_[i].x);
    p.set_velocity(i, bodies_[i].v);
  }
}

Block Integrator::forces_of_all(const std::string& precision) const {
  Engine engine = options_.engine;
  engine.precision = precision;
  Grape grape(engine);
  Block block;
  block.resize(bodies_.size());
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const Body& b = bodies_[i];
    grape.send(static_cast<int>(i), 0, 0, b.mass, b.x, b.v, {}, {}, {});
    block.index[i] = static_cast<int>(i);
    put(b.x, block.x, i);
    put(b.v, block.v, i);
  }
  grape.set_time(0);
  grape.pull(static_cast<int>(bodies_.size()), options_.softening * options_.softening, block);
  return block;
}

std::vector<double> Integrator::times() const {
  std::vector<double> values;
  for (const Body& b : bodies_) values.push_back(b.t);
  return values;
}

std::vector<double> Integrator::steps() const {
  std::vector<double> values;
  for (const Body& b : bodies_) values.push_back(b.step);
  return values;
}

void Integrator::send(std::size_t i) {
  const Body& b = bodies_[i];
  grape_.send(static_cast<int>(i), b.t, b.step, b.mass, b.x, b.v, b.acc, b.jerk, b.snap);
}

void Integrator::schedule() {
  due_.clear();
  if (options_.shared_step > 0) {
    const std::size_t active = options_.shared_active > 0 ? options_.shared_active : bodies_.size();
    due_.resize(std::min(active, bodies_.size()));
    std::iota(due_.begin(), due_.end(), 0);
  } else {
    for (auto& [step, members] : by_step_) {
      if (!hermite::on_grid(next_, step)) break;  // nor is it on any longer step's
      due_.insert(due_.end(), members.begin(), members.end());
      members.clear();
    }
  }
  block_.resize(due_.size());
}

void Integrator::predict() {
  for (std::size_t k = 0; k < due_.size(); ++k) {
    const Body& b = bodies_[due_[k]];
    const auto there = hermite::predicted(b.x, b.v, b.acc, b.jerk, next_ - b.t);
    block_.index[k] = due_[k];
    put(there.x, block_.x, k);
    put(there.v, block_.v, k);
  }
}

void Integrator::call() {
  grape_.set_time(next_);
  for (const int i : changed_) send(i);
  grape_.pull(static_cast<int>(bodies_.size()), options_.softening * options_.softening, block_);
}

void Integrator::correct() {
  const bool shared = options_.shared_step > 0;
  double shortest = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < due_.size(); ++k) {
    Body& b = bodies_[due_[k]];
    const double dt = next_ - b.t;
    const Vec3<double> acc = vector_at(block_.acc, k), jerk = vector_at(block_.jerk, k);
    const auto over = hermite::derivatives(b.acc, b.jerk, acc, jerk, dt);
    const auto after =
        hermite::corrected({vector_at(block_.x, k), vector_at(block_.v, k)}, over, dt);
    b = {next_, b.step, b.mass, after.x, after.v, acc, jerk, over.snap + dt * over.crackle};
    if (shared) continue;
    const double wanted = hermite::aarseth_step(acc, jerk, over, dt, options_.accuracy);
    b.step = hermite::next_block_step(wanted, b.step, next_, options_.range);
    if (!(wanted >= options_.range.least)) ++counts_.floored;
    by_step_[b.step].push_back(due_[k]);
    shortest = std::min(shortest, b.step);
  }
  std::swap(changed_, due_);
  ++counts_.blocks;
  counts_.steps += static_cast<std::int64_t>(changed_.size());
  now_ = next_;
  next_ = now_ + (shared ? options_.shared_step : shortest);
}

}  // namespace tycho::g6::client
