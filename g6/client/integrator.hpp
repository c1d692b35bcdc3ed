// A fourth-order Hermite integrator with block time steps, as codes around a GRAPE-6 have it:
// predictor, corrector and schedule here, in double; forces from the library.
//
// One block step is schedule(), predict(), call(), correct(), in this order.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "core/formulas/block_step.hpp"
#include "core/formulas/hermite.hpp"
#include "core/particles.hpp"
#include "g6/client/grape.hpp"

namespace tycho::g6::client {

struct IntegratorOptions {
  Engine engine;
  double softening = 0;
  double accuracy = 0.3;
  hermite::StepRange range{0x1p-30, 0x1p-6};
  double shared_step = 0;  // above 0: no block steps, all take this one
  int shared_active = 0;   // of them the first so many; 0: all
};

struct Counts {
  std::int64_t blocks = 0, steps = 0, floored = 0;  // block steps, their bodies, held by the floor
};

class Integrator {
 public:
  explicit Integrator(const IntegratorOptions& options);

  /// Sends all particles, asks for their forces and chooses their first steps.
  void load(const Particles& particles);
  /// The state of all particles, and to go on from it. No force is asked for.
  std::vector<double> checkpoint() const;
  void restore(const Particles& particles, std::span<const double> checkpoint);
  /// Positions and velocities; all at one time after a whole span only.
  void store(Particles& particles) const;
  /// The forces of all particles where they are, from a library opened for this alone.
  Block forces_of_all(const std::string& precision) const;
  std::vector<double> times() const;
  std::vector<double> steps() const;

  std::size_t size() const { return bodies_.size(); }
  double now() const { return now_; }
  const Counts& counts() const { return counts_; }

  /// Who steps next, and to when.
  void schedule();
  /// The due ones at that time: the place and the velocity at which their forces are asked for.
  void predict();
  /// The changed particles to the library, and the forces from it.
  void call();
  /// The due ones with their forces, their next steps, and the time after this.
  void correct();

 private:
  struct Body {
    double t = 0, step = 0, mass = 0;
    Vec3<double> x, v, acc, jerk, snap;
  };
  void send(std::size_t i);
  void take_places();

  IntegratorOptions options_;
  Grape grape_;
  std::vector<Body> bodies_;
  std::vector<std::uint64_t> ids_;
  // By step: at a block time all of a step are due or none is, so that nobody is searched for.
  std::map<double, std::vector<int>> by_step_;
  double now_ = 0, next_ = 0;
  std::vector<int> due_, changed_;
  Block block_;
  Counts counts_;
};

}  // namespace tycho::g6::client
