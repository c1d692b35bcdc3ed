// The program of the particle-in-cell code, once for both backends: which stages a step of each
// layout has, what is done at a load and at a store, when the host looks for a stage to be redone.
// A backend supplies the memory and the stages.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/algorithm.hpp"
#include "core/contracts/pic.hpp"
#include "core/steps/pic_host.hpp"
#include "core/steps/turns.hpp"

namespace tycho::pic {

/// All that a backend supplies.
template <typename Real>
class Stages {
 public:
  virtual ~Stages() = default;

  /// Its wait() ends when all that was enqueued is done, redone where it was stopped.
  virtual Clock& clock() = 0;

  /// Takes the particles. What went wrong with earlier particles does not matter any more. Untimed.
  virtual void load(const Particles& particles) = 0;
  /// Kicks all velocities by the field for a time `by`. Called once, after load() and before any
  /// stage that moves particles. Untimed.
  virtual void kick(Real by, const HostField<Real>& field) = 0;

  /// Enqueues one stage of the layout. Never waits.
  virtual void enqueue(int stage) = 0;
  /// Over ranks: the stage in turns, with the messages that go with it. Empty where the stage is
  /// whole and without messages: enqueue() then.
  virtual std::span<const Turn<>> turns(int /*stage*/) const { return {}; }
  /// Whether ranks share the particles. All of them then call whatever is read out below.
  virtual bool over_ranks() const { return false; }
  /// Over ranks: goes on with particles that particles() gave, in their order. Untimed.
  virtual void resume(const HeldParticles<Real>& /*held*/) {
    throw std::logic_error("pic: only ranks go on from a checkpoint");
  }
  /// Whether a stage was stopped on its way, as far as is known without waiting: a wait makes it
  /// good.
  virtual bool stopped() = 0;

  // What is read out between steps. Each waits for what was enqueued before.
  virtual HeldParticles<Real> particles() = 0;
  virtual std::vector<Real> charge_density() = 0;
  virtual HostField<Real> field() = 0;
  /// On the grid. Through the transform of the field, which is made anew.
  virtual std::vector<double> potential() = 0;
  /// (q/m) phi at particles that are held: with it, 1/2 sum m (q/m) phi is the energy of the field.
  virtual std::vector<double> potential_at(const HeldParticles<Real>& held) = 0;

  /// The step by which store() brings velocities to the time of the positions: dt, as exact as the
  /// backend has always taken it there. Recorded results depend on it to the last bit.
  virtual double synchronising_step() const = 0;

  virtual std::map<std::string, double> counters() const = 0;
};

template <typename Real>
std::unique_ptr<Algorithm> make_step(const Options& options, std::unique_ptr<Stages<Real>> stages);

}  // namespace tycho::pic
