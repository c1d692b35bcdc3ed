// Stages replayed with the caches flushed before each call (docs/timing.md, rule 12).
#pragma once

#include "core/algorithm.hpp"
#include "harness/measure/progress.hpp"
#include "harness/measure/timing.hpp"

namespace tycho::measure {

/// Gives the timed stages whose bytes of a call fit the last cache their times from cold caches.
/// Others hardly gain from a warm cache, and are left as they are, and so are stages that cannot be
/// replayed. `bytes` are those that a stage moves in a step. The algorithm is loaded; afterwards
/// its state is not physics.
void replay_cold(Algorithm& algorithm, const Contract& contract, const Particles& particles,
                 const std::vector<double>& bytes, Timing& timing, const Progress& progress);

}  // namespace tycho::measure
