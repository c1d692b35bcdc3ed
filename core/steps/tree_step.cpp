#include "core/steps/tree_step.hpp"

#include <algorithm>
#include <sstream>
#include <string>

namespace tycho::tree {

namespace {

/// What stands behind the bodies in a checkpoint: how far the program is, and by which schedule. A
/// tick means nothing to steps that are divided otherwise.
enum Place : std::size_t { kStepsTaken, kTick, kDeepestRung, kLongestStep, kPlaceNumbers };

void require_schedule(std::span<const double> place, const Ticks& ticks) {
  if (place[kDeepestRung] == ticks.deepest && place[kLongestStep] == ticks.dt) return;
  std::ostringstream out;
  out << "a checkpoint of another schedule: its steps were of " << place[kLongestStep]
      << " halved at most " << place[kDeepestRung] << " times, this run's are of " << ticks.dt
      << " halved at most " << ticks.deepest << " times (dt, steps, rungs)";
  throw UsageError(out.str());
}

/// Bodies on the deepest rung in use are due at every tick that a part ends at.
void require_tick(double now, int deepest, const Ticks& ticks) {
  const bool within = now >= 0 && now < static_cast<double>(ticks.all());
  if (within && deepest <= ticks.deepest &&
      is_due(static_cast<std::int64_t>(now), deepest, ticks.deepest))
    return;
  std::ostringstream out;
  out << "a checkpoint at tick " << now << " of " << ticks.all()
      << ", where no step of its bodies on rung " << deepest << " ends";
  throw UsageError(out.str());
}

}  // namespace

Step::Step(const Settings& settings, const Options& options, Stages& backend)
    : settings_(settings),
      individual_(options.individual),
      relative_opening_(options.relative),
      backend_(backend),
      ticks_{options.dt, options.deepest()} {}

void Step::load(const Particles& particles) {
  backend_.hold(particles);
  begin(particles, 0, 0, 0);
  find_forces();
  if (individual_) choose_steps();
  clock().wait();
  if (individual_) read_rungs();
  end_begin();
}

void Step::restore(const Particles& particles, std::span<const double> checkpoint) {
  if (checkpoint.size() < kPlaceNumbers)
    throw UsageError("a checkpoint that does not say how far its steps had come");
  const auto place = checkpoint.last(kPlaceNumbers);
  const int deepest = backend_.hold(particles, checkpoint.first(checkpoint.size() - kPlaceNumbers));
  require_schedule(place, ticks_);
  require_tick(place[kTick], deepest, ticks_);
  begin(particles, static_cast<std::int64_t>(place[kStepsTaken]),
        static_cast<std::int64_t>(place[kTick]), deepest);
  open_by(relative_opening_);
  build_tree();  // for the fields: the first step makes its own
  clock().wait();
  end_begin();
}

void Step::begin(const Particles& particles, std::int64_t steps, std::int64_t now, int deepest) {
  particles_ = static_cast<std::int64_t>(particles.size());
  steps_ = steps;
  ticks_.now = now;
  deepest_ = deepest;
}

void Step::end_begin() {
  backend_.forget_counts();
  tally_ = {};
  tally_.deepest = deepest_;
  advances_ = waits_in_steps_ = 0;
  backend_.settle();
}

void Step::advance(StageTimer& timer) {
  while (!advance_part(timer)) {
  }
}

void Step::begin_part() {
  waits_at_begin_ = clock().waits();
  if (at_begin() && backend_.stopped()) clock().wait();
}

bool Step::end_part() {
  waits_in_steps_ += clock().waits() - waits_at_begin_;
  if (!at_end()) return false;
  ++steps_;
  ++advances_;
  ticks_.now = 0;
  return true;
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
  std::vector<double> all = backend_.checkpoint(kPlaceNumbers);
  const auto place = std::span(all).last(kPlaceNumbers);
  place[kStepsTaken] = static_cast<double>(steps_);
  place[kTick] = static_cast<double>(ticks_.now);
  place[kDeepestRung] = ticks_.deepest;
  place[kLongestStep] = ticks_.dt;
  return all;
}

void Step::settle() {
  clock().wait();
  backend_.settle();
}

std::vector<double> Step::counted() {
  settle();
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
