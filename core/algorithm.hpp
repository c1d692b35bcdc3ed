// An algorithm on one backend, as the harness sees it.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/clock.hpp"
#include "core/contract.hpp"
#include "core/error.hpp"
#include "core/particles.hpp"
#include "core/settings.hpp"
#include "core/stage_timer.hpp"

namespace tycho {

class Algorithm {
 public:
  virtual ~Algorithm() = default;

  /// Takes the particles and computes whatever the first step needs. Untimed. May be called again.
  virtual void load(const Particles& particles) = 0;
  /// One step, or the rest of a step that advance_part() began: a list of stages, and nothing
  /// else.
  virtual void advance(StageTimer& timer) = 0;
  /// A part of a step: up to the next state that checkpoint() can give. Returns whether the step
  /// has ended. A step in parts has the same bits as a whole one. Between two parts only
  /// checkpoint(), counted() and restore() may be called.
  virtual bool advance_part(StageTimer& timer) {
    advance(timer);
    return true;
  }
  /// Gives the particles back, matched to those loaded by id. Untimed; waits for the device.
  virtual void store(Particles& particles) = 0;
  /// The clock that runs with this algorithm's work.
  virtual Clock& clock() = 0;
  /// A mesh ("density", "potential", ...), x fastest, or a value per particle in the order of
  /// store() ("particle_potential"), as of the last load() or store(); or "energy", the kinetic and
  /// the potential energy of all particles, as of the last step, by an algorithm that can tell them
  /// without store(). Untimed; waits for the device. Empty where the algorithm has no such field.
  virtual std::vector<double> field(std::string_view /*name*/) { return {}; }
  /// All numbers that the next step depends on, besides the particles' masses and ids: restore()
  /// continues from them with the same bits, in this process or another. Empty: not supported.
  virtual std::vector<double> checkpoint() { return {}; }
  /// Loads the numbers that checkpoint() gave for these particles.
  virtual void restore(const Particles& /*particles*/, std::span<const double> /*checkpoint*/) {
    throw UsageError("this algorithm cannot start from a checkpoint");
  }
  /// The counts behind work_share() and counters() since load() or restore(). A run that continues
  /// in another process adds them by recount() after its restore(). Empty: nothing is counted.
  virtual std::vector<double> counted() { return {}; }
  virtual void recount(std::span<const double> /*counted*/) {}
  /// Fetches the counts of the device or of other ranks: work_share() and counters() give those of
  /// the last load(), restore(), store() or settle(). Untimed; waits for the device.
  virtual void settle() {}
  /// The factor by which the contract's counts of a stage's work must be multiplied for the steps
  /// since load() or restore(): for algorithms whose steps differ in their work.
  virtual double work_share(int /*stage*/) const { return 1; }
  /// Whatever else a result should hold: host waits, overflows, iterations.
  virtual std::map<std::string, double> counters() const { return {}; }
};

/// One entry of a backend's list of implementations.
struct Implementation {
  const Contract* contract;
  std::unique_ptr<Algorithm> (*make)(const Settings& settings);
};

}  // namespace tycho
