// What the programs of barnes_hut and tree_pm have alike, whatever the backend: the frame of load()
// and restore(), time within a step, checkpoints and counters. The steps themselves are
// core/steps/barnes_hut.cpp and core/steps/tree_pm.cpp.
//
// With steps = individual a step is a row of parts, each to the next tick at which a body's own
// step ends. Between two parts the bodies with what the last walks found, their rungs and the tick
// are all that the next part depends on: the tree is made anew in each part.
#pragma once

#include <cstdint>

#include "core/algorithm.hpp"
#include "core/contracts/tree_parameters.hpp"
#include "core/steps/tree_stages.hpp"

namespace tycho::tree {

class Step : public Algorithm {
 public:
  void load(const Particles& particles) final;
  void advance(StageTimer& timer) final;
  void restore(const Particles& particles, std::span<const double> checkpoint) final;
  void store(Particles& particles) final;
  std::vector<double> field(std::string_view name) override;
  std::vector<double> checkpoint() final;
  std::map<std::string, double> counters() const override;
  std::vector<double> counted() final;
  void settle() final;
  void recount(std::span<const double> counted) final;
  Clock& clock() final { return backend_.clock(); }

 protected:
  /// `backend` must live as long as this.
  Step(const Settings& settings, const Options& options, Stages& backend);

  /// Accelerations of the particles held, of which none are known yet; with opening = relative
  /// found a second time by the first ones.
  virtual void find_forces() = 0;
  /// The tree of the particles held.
  virtual void build_tree() = 0;
  /// Has the due bodies choose their next steps.
  virtual void choose_steps() = 0;

  /// Opens cells by the relative criterion from now on, or by theta.
  void open_by(bool relative) { relative_ = relative; }
  bool relative() const { return relative_; }

  /// Around the stages of a part. Before the first of a step a redo is looked for, without waiting
  /// where there is none.
  void begin_part();
  /// Whether the step is ended.
  bool end_part();
  /// Waits for what choose_steps() has chosen: it says how far the bodies go next.
  void read_rungs();

  const Ticks& ticks() const { return ticks_; }
  bool at_begin() const { return ticks_.now == 0; }
  bool at_end() const { return ticks_.now >= ticks_.all(); }
  /// The shortest step in use, and the tick that it ends at.
  double substep() const { return step_of(deepest_, ticks_.dt); }
  std::int64_t next_tick() const { return ticks_.now + ticks_of(deepest_, ticks_.deepest); }
  void go_to_next_tick() { ticks_.now = next_tick(); }
  /// Of one tree and the walk through it.
  void count_tree() { tally_.trees += 1; }
  /// Taken since load(), whether here or before the checkpoint that was restored.
  std::int64_t steps() const { return steps_; }

  const Settings& settings() const { return settings_; }
  WorkDone done() const;

 private:
  void begin(const Particles& particles, std::int64_t steps, std::int64_t now, int deepest);
  void end_begin();

  Settings settings_;
  bool individual_, relative_opening_;
  Stages& backend_;
  Ticks ticks_;      // between two steps at 0
  int deepest_ = 0;  // rung in use
  bool relative_ = false;
  Tally tally_;
  std::int64_t particles_ = 0, steps_ = 0, advances_ = 0;
  std::int64_t waits_in_steps_ = 0, waits_at_begin_ = 0;
};

}  // namespace tycho::tree
