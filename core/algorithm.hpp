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
#include "core/particles.hpp"
#include "core/settings.hpp"
#include "core/stage_timer.hpp"

namespace tycho {

class Algorithm {
 public:
  virtual ~Algorithm() = default;

  /// Takes the particles and computes whatever the first step needs. Untimed. May be called again.
  virtual void load(const Particles& particles) = 0;
  /// One step: a list of stages, and nothing else.
  virtual void advance(StageTimer& timer) = 0;
  /// Gives the particles back, matched to those loaded by id. Untimed; waits for the device.
  virtual void store(Particles& particles) = 0;
  /// The clock that runs with this algorithm's work.
  virtual Clock& clock() = 0;
  /// A mesh ("density", "potential", ...), x fastest, or a value per particle in the order of
  /// store() ("particle_potential"), as of the last load() or store(). Untimed; waits for the
  /// device. Empty where the algorithm has no such field.
  virtual std::vector<double> field(std::string_view /*name*/) { return {}; }
  /// Whatever else a result should hold: host waits, overflows, iterations.
  virtual std::map<std::string, double> counters() const { return {}; }
};

/// One entry of a backend's list of implementations.
struct Implementation {
  const Contract* contract;
  std::unique_ptr<Algorithm> (*make)(const Settings& settings);
};

}  // namespace tycho
