// The second phase of a run that is timed or evolved: its first steps, before any clock counts.
#pragma once

#include "harness/measure/session.hpp"

namespace tycho::measure {

/// Steps that both sides take before anything is timed. More would cost the large cases minutes in
/// the reference; one would not show a kick that is done only once.
inline constexpr std::int64_t kVerifiedSteps = 2;

struct Verified {
  Particles final;
  /// At the particles, where a check looks at it and the algorithm knows it.
  std::vector<double> initial_potential;
  std::int64_t steps = 0;
  double step_s = 0;  // of the last step, by the host's clock
};

/// Whether the state after the steps is stored.
enum class Ends { kKept, kForgotten };

/// Takes the first steps, waiting after every stage so that a stage that fails is named. Fewer than
/// asked for where a single step takes seconds.
Verified verify(Session& session, std::int64_t steps, Ends ends = Ends::kKept);

}  // namespace tycho::measure
