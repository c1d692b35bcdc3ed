// Stages replayed with the caches flushed before each call (docs/timing.md, rule 12).
#pragma once

#include "harness/measure/subject.hpp"
#include "harness/measure/timing.hpp"

namespace tycho::measure {

/// Adds times from cold caches to the timed stages whose bytes of one call fit the last cache.
/// Other stages hardly gain from a warm cache and are left as they are, as are stages that cannot
/// be replayed. `bytes` are the bytes that each stage moves in a step. The algorithm is loaded;
/// afterwards its state is not physics.
void replay_cold(const Subject& subject, const std::vector<double>& bytes, Timing& timing);

}  // namespace tycho::measure
