// What a backend supplies to the steps of barnes_hut and tree_pm beside their stages: the memory
// that the bodies are in, and what is known of it. The program (load, the order of the stages,
// checkpoints, counters, when a redo is looked for) is core/steps/tree_step.hpp and the step of the
// algorithm.
//
// Stages that a backend is asked to run are enqueued: on the CPU they run at once, on a GPU nothing
// here waits unless it says so.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/clock.hpp"
#include "core/particles.hpp"
#include "core/tree/individual_steps.hpp"
#include "core/tree/tally.hpp"

namespace tycho::tree {

/// What ranks send each other in the stage `exchange`, and so where in a step it stands.
enum class Exchanged {
  kNothing,  // there is one rank
  kTree,     // each has bodies of its own, and fetches before the walk what these may open
  kForces,   // each has all bodies, and fetches behind the walk what the others walked for
};

class Stages {
 public:
  virtual ~Stages() = default;

  /// Whether a step of this backend has the stage of the contract.
  virtual bool has(int stage) const = 0;
  virtual Exchanged exchanged() const { return Exchanged::kNothing; }

  /// Takes the particles and drops any it holds: all on rung 0, accelerations yet to be found.
  /// Throws UsageError where the particles cannot be, Unavailable where they do not fit. Waits.
  virtual void hold(const Particles& particles) = 0;
  /// Takes what checkpoint() gave for these particles, and tells the deepest rung that any of them
  /// is on. Throws and waits as hold().
  virtual int hold(const Particles& particles, std::span<const double> checkpoint) = 0;

  /// Whether the work enqueued has stopped for want of room, so that clock().wait() would enqueue
  /// it again. Does not wait.
  virtual bool stopped() { return false; }
  /// The steps that the due bodies have chosen last. Waits: asked for with individual steps only.
  virtual Rungs rungs() = 0;
  /// Exchanged::kTree: has all ranks know of the steps that the due bodies of each have chosen.
  virtual void agree_on_steps() {}

  // What follows is asked for with all work done: behind clock().wait().

  /// Fetches what walked(), add_counters() and field() tell.
  virtual void settle() {}
  virtual void store(Particles& particles) = 0;
  /// The bodies, with room for `behind` numbers of the program behind them: a state may fill half
  /// of the host's memory and is not to be copied for a few numbers more.
  virtual std::vector<double> checkpoint(std::size_t behind) = 0;
  /// As Algorithm::field; empty where the backend has no such field or holds no particles.
  virtual std::vector<double> field(std::string_view name) = 0;

  virtual void forget_counts() = 0;
  /// What was walked since forget_counts().
  virtual Walked walked() const = 0;
  /// What only this backend can tell, and the shape of the last tree.
  virtual void add_counters(std::map<std::string, double>& counters) const = 0;

  virtual Clock& clock() = 0;
};

}  // namespace tycho::tree
