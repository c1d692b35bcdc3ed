#include "core/steps/tree_step.hpp"

#include <algorithm>
#include <string>

namespace tycho::tree {

Step::Step(const Settings& settings, const Options& options, Stages& backend)
    : settings_(settings),
      individual_(options.individual),
      relative_opening_(options.relative),
      backend_(backend),
      ticks_{options.dt, options.deepest()} {}

void Step::load(const Particles& particles) {
  backend_.hold(particles);
  begin(particles, {});
  find_forces();
  if (individual_) choose_steps();
  clock().wait();
  if (individual_) read_rungs();
  end_begin();
}

void Step::restore(const Particles& particles, std::span<const double> checkpoint) {
  begin(particles, backend_.hold(particles, checkpoint));
  open_by(relative_opening_);
  build_tree();  // for the fields: the first step makes its own
  clock().wait();
  end_begin();
}

void Step::begin(const Particles& particles, const Progress& progress) {
  particles_ = static_cast<std::int64_t>(particles.size());
  deepest_ = progress.deepest;
  steps_ = progress.steps;
  ticks_.now = 0;
}

void Step::end_begin() {
  backend_.forget_counts();
  tally_ = {};
  tally_.deepest = deepest_;
  advances_ = waits_in_steps_ = 0;
  backend_.settle();
}

void Step::begin_advance() {
  waits_at_begin_ = clock().waits();
  if (backend_.stopped()) clock().wait();
  ticks_.now = 0;
}

void Step::end_advance() {
  ++steps_;
  ++advances_;
  waits_in_steps_ += clock().waits() - waits_at_begin_;
}

void Step::read_rungs() {
  const Rungs chosen = backend_.rungs();
  deepest_ = chosen.deepest;
  tally_.add(chosen);
}

void Step::store(Particles& particles) {
  clock().wait();
  backend_.store(particles);
  backend_.settle();
}

std::vector<double> Step::field(std::string_view name) {
  clock().wait();
  return backend_.field(name);
}

std::vector<double> Step::checkpoint() {
  clock().wait();
  return backend_.checkpoint(steps_);
}

std::vector<double> Step::counted() {
  clock().wait();
  backend_.settle();
  const Tally all = done().tally;
  return {all.walks,
          all.with_cells,
          all.with_bodies,
          all.trees,
          all.deepest,
          all.floored,
          static_cast<double>(advances_),
          static_cast<double>(waits_in_steps_)};
}

void Step::recount(std::span<const double> counted) {
  if (counted.size() != 8)
    throw UsageError("the counts of a tree are 8 numbers, not " + std::to_string(counted.size()));
  tally_.add(Walked{counted[0], counted[1], counted[2]});
  tally_.trees += counted[3];
  tally_.deepest = std::max(tally_.deepest, counted[4]);
  tally_.floored += counted[5];
  advances_ += static_cast<std::int64_t>(counted[6]);
  waits_in_steps_ += static_cast<std::int64_t>(counted[7]);
}

WorkDone Step::done() const {
  Tally tally = tally_;
  tally.add(backend_.walked());
  return {particles_, advances_, tally};
}

std::map<std::string, double> Step::counters() const {
  std::map<std::string, double> all = tree::counters(done().tally, individual_);
  backend_.add_counters(all);
  if (settings_.backend() == Backend::kCuda)
    all["host_waits"] = static_cast<double>(waits_in_steps_);
  return all;
}

}  // namespace tycho::tree
