// What is seen of an evolution on its way, from the initial state to the last.
#pragma once

#include <complex>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <vector>

#include "harness/checks/components.hpp"
#include "harness/measure/evolution.hpp"
#include "harness/measure/subject.hpp"

namespace tycho::measure {

/// The particles as they are now, fetched from the algorithm when somebody first looks at them.
class Now {
 public:
  explicit Now(const Subject& subject) : subject_(subject) {}

  const Particles& operator()();
  /// The algorithm has taken steps.
  void moved() { at_start_ = fetched_ = false; }
  /// Fetches the particles and gives them away.
  Particles taken();

 private:
  const Subject& subject_;
  Particles particles_;
  bool at_start_ = true, fetched_ = false;
};

class Lookout {
 public:
  /// Of `looks` looks at even distances. What is seen is put into `seen`; how many steps have been
  /// taken is read from its timing.
  Lookout(const Subject& subject, Looks asked, const EvolutionPlan& plan, std::int64_t looks,
          Evolution& seen);

  /// At the initial state, which the algorithm has loaded.
  void begin();
  /// At the state that an earlier sitting was kept at, with what way() gave there.
  void go_on_from(const nlohmann::json& way);
  /// All that was seen up to now.
  nlohmann::json way() const;
  /// Whether a state with its way is all that a later sitting needs. It is not where bodies are
  /// followed one by one, to count those that cross a box's walls.
  bool can_be_kept() const;

  /// Steps have been taken. Hands the state on where it is one of those asked for.
  void moved();
  /// A look at the state that was reached.
  void look();
  /// The pictures and waves that are due between two looks.
  void look_between();
  /// A point that is kept, with the largest error of the looks since the last one.
  void keep_point();
  /// The last state.
  void end();

  /// The first number of steps beyond those taken behind which a picture or waves are due; none:
  /// more than there can be.
  std::int64_t next_due() const;
  /// Steps from those taken to the next state that is to be handed on; none: more than there can
  /// be.
  std::int64_t until_handed_on() const;

 private:
  double time() const;
  bool keeps_orbits() const;
  void keep(double t, double error);
  void take_picture();
  void take_waves();
  void take_shape(double t);
  void take_mode(double t);
  void take_growth(double t);

  const Subject& subject_;
  Looks asked_;
  double dt_;
  std::int64_t steps_;
  Evolution& seen_;
  Now now_;
  std::vector<std::uint8_t> species_;
  std::vector<std::complex<double>> at_start_;  // the waves whose growth is followed
  checks::Crossings crossings_;
};

}  // namespace tycho::measure
