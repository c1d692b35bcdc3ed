// Stages too short for two marks, each measured alone in batches (docs/timing.md, rule 3).
#pragma once

#include <functional>
#include <span>

#include "harness/measure/subject.hpp"
#include "harness/measure/timing.hpp"

namespace tycho::measure {

/// A stage shorter than this many times the cost of its marks is measured by batched replays.
inline constexpr double kReplayBelowCosts = 20;
/// One that is called more often in a step is not: its calls need not be alike.
inline constexpr int kMostReplayedCalls = 8;

/// How many calls of a stage make a batch in which the marks are a percent: 1 where a single call
/// lasts long enough.
int replay_batch(double call_s, double mark_cost_s);

/// Puts the algorithm into a state that a stage can be replayed in.
using State = std::function<void()>;

/// Replays those of the timed stages that are too short for their marks, and gives them the samples
/// of the replays. A stage is replayed in each of the states. The first of them is taken for the
/// state that the algorithm is in. Afterwards its state is not physics.
void replay_short_stages(const Subject& subject, const std::vector<State>& states, Timing& timing);

}  // namespace tycho::measure
