// The program of the all-pairs leapfrog, written once for both backends. A backend supplies the
// stages and the bodies they work on.
#pragma once

#include <memory>

#include "core/algorithm.hpp"
#include "core/contracts/all_pairs.hpp"

namespace tycho::all_pairs {

class Stages {
 public:
  virtual ~Stages() = default;

  /// Whether a step of this backend has the stage of the contract.
  virtual bool has(StageId stage) const = 0;
  /// Takes masses, positions and velocities; there are no accelerations yet.
  virtual void take(const Particles& particles) = 0;
  /// Runs a stage or puts it into the order of the work: the accelerations where the bodies are, a
  /// kick of half a step, a drift of a whole one, or, with several ranks, the exchange of what each
  /// has moved. Never waits but for other ranks.
  virtual void enqueue(StageId stage) = 0;
  /// Everything but the ids, in the order of take(). Waits.
  virtual void store(Particles& particles) = 0;
  virtual Clock& clock() = 0;
};

std::unique_ptr<Algorithm> make_step(std::unique_ptr<Stages> stages);

}  // namespace tycho::all_pairs
