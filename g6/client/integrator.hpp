// The stages of a Hermite integration as codes around a GRAPE-6 have them: predictor, corrector and
// schedule here, in double; forces from the library. core/steps/hermite.hpp says in which order
// they run.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "core/contracts/hermite_library.hpp"
#include "core/steps/hermite.hpp"
#include "g6/client/grape.hpp"

namespace tycho::g6::client {

class Integrator final : public hermite::Stages {
 public:
  Integrator(const hermite::StepOptions& options, const Engine& engine);

  void take(const Particles& particles) override;
  /// The library's call is the evaluation, and the two copies beside it.
  int number(hermite::StageId stage) const override;
  void enqueue(hermite::StageId stage, hermite::Who who) override;
  void begin() override;

  hermite::Progress known() const override { return progress_; }
  Clock& clock() override { return clock_; }
  /// The library predicts all bodies, and hides it.
  bool visits_all(int /*number*/) const override { return false; }

  void store(Particles& particles) override;
  /// From a cluster opened for this alone, where the library can have two.
  std::vector<Force> forces(bool in_double) override;
  std::vector<double> times() override;
  std::vector<double> steps() override;

  std::size_t numbers_a_body() const override { return 18; }
  /// Time, step, mass, x, v, acc, jerk and snap of one body after the other.
  std::vector<double> numbers() override;
  void restore(const Particles& particles, double now, std::span<const double> numbers) override;

 private:
  struct Body {
    double t = 0, step = 0, mass = 0;
    Vec3<double> x, v, acc, jerk, snap;
  };
  /// The bodies that are due at the next block time.
  void schedule();
  /// The due bodies at that time: the positions and velocities at which their forces are asked for.
  void predict();
  /// The changed bodies to the library, and the forces from it.
  void call();
  /// The due bodies with their forces, and their next steps.
  void correct();

  void ask_for_all(Block& block) const;
  /// Of all bodies where they are, sent to the cluster as at rest in time.
  std::vector<Force> forces_of(Grape& grape) const;
  void send(std::size_t i);
  /// Every body into the list of its step and, as it is, into the library.
  void enlist_all();

  hermite::StepOptions options_;
  hermite::StepRange range_;
  Engine engine_;
  Grape grape_;
  std::vector<Body> bodies_;
  // By step: at a block time all bodies of a step are due or none is, so that nobody is searched
  // for.
  std::map<double, std::vector<int>> by_step_;
  std::vector<int> due_, changed_;
  Block block_;
  hermite::Progress progress_;
  HostClock clock_;  // a call returns when its results are there
};

}  // namespace tycho::g6::client
