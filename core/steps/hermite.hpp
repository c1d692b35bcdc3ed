// The program of Hermite's scheme with block time steps, written once for all backends: what load,
// a step, store, checkpoint and restore do, and in which order the stages run. A backend supplies
// the stages and the bodies they work on.
//
// A block is all bodies that are due at one time. One block step is
//   schedule  who is due at the next block time
//   predict   all bodies at that time, the block among them
//   upload    what was predicted, where the host predicts and a device evaluates
//   evaluate  the forces on the block
//   download  the forces, likewise
//   exchange  the forces that other ranks have found, where several share the run: each rank has
//             all bodies and evaluates its share of the block
//   correct   the block with its forces, its next steps, and the block time after this
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "core/algorithm.hpp"
#include "core/contracts/hermite.hpp"
#include "core/force_engine.hpp"

namespace tycho::hermite {

/// Where an integration is, and what it took to get there. A backend keeps one; a device that
/// chooses the block times itself keeps its like in its own memory.
struct Progress {
  double now = 0, next = 0;  // the block time that was reached, and the one after it
  double blocks = 0, steps = 0, floored = 0;  // block steps, bodies in them, steps at the floor

  /// At the time `at`, with nothing counted: before the first block step, whose time follows from
  /// the shortest step of all bodies.
  void begin(double at, double shortest, const StepOptions& options);
  /// From this block time to the one after it: `shortest` is the shortest new step among the
  /// `due` bodies, `at_floor` how many of them wanted a shorter one than is allowed.
  void turn(double shortest, std::size_t due, double at_floor, const StepOptions& options);
};

/// The bodies that a stage works on.
enum class Who {
  kDue,  // as the schedule has it
  kAll,  // where they are: for their first forces
};

/// What a backend supplies.
class Stages {
 public:
  virtual ~Stages() = default;

  /// Takes the particles, at the time 0 and without derivatives.
  virtual void take(const Particles& particles) = 0;
  /// The number of a stage in the contract of this run; -1: this backend has no such stage.
  virtual int number(StageId stage) const = 0;
  /// Runs a stage or puts it into the order of the work. Never waits, but for a download.
  virtual void enqueue(StageId stage, Who who) = 0;
  /// After the stages for all bodies: their accelerations and jerks, their first steps, and the
  /// first block time. May wait.
  virtual void begin() = 0;

  /// Where the integration is, as far as the host knows.
  virtual Progress known() const = 0;
  /// Waits until the host knows where the integration is.
  virtual void look() {}
  virtual Clock& clock() = 0;
  /// Whether a stage of the contract goes over all bodies in every block step, and not over the
  /// block alone.
  virtual bool visits_all(int number) const {
    return number == kSchedule || number == kPredict || number == kUpload;
  }

  // What follows is untimed, and may wait.

  /// Masses, positions and velocities, in the order of take().
  virtual void store(Particles& particles) = 0;
  /// The forces on all bodies where they are, in the run's precision or in double.
  virtual std::vector<Force> forces(bool in_double) = 0;
  /// Time and step of every body.
  virtual std::vector<double> times() = 0;
  virtual std::vector<double> steps() = 0;

  /// All numbers that the next block step depends on: as many a body as numbers_a_body() says.
  virtual std::size_t numbers_a_body() const = 0;
  virtual std::vector<double> numbers() = 0;
  /// Takes the particles with what numbers() gave of them at the time `now`.
  virtual void restore(const Particles& particles, double now, std::span<const double> numbers) = 0;

  // A device that finds the next block time by itself lets the host enqueue block steps before the
  // host knows their times, and whether they are still needed to reach the end of the span.

  /// Block steps that are enqueued between two looks.
  virtual int blocks_ahead() const { return 1; }
  /// Block steps beyond this time, which are enqueued nevertheless, find nothing to do.
  virtual void stop_at(double /*end*/) {}
  /// Reaches that time in the fastest way the backend has, given what enqueues a block step; false:
  /// it has none of its own. Called where no stage is watched.
  virtual bool advance_ahead(const std::function<void(StageTimer&)>& /*block_step*/) {
    return false;
  }
};

std::unique_ptr<Algorithm> make_step(const StepOptions& options, std::unique_ptr<Stages> stages);

}  // namespace tycho::hermite
