// Whether a run fits into this machine's memory, asked before anything of it is made.
#pragma once

#include "harness/case/plan.hpp"
#include "harness/measure/backends.hpp"

namespace tycho::measure {

/// What the harness itself holds of a run's particles while it runs, in bytes: the initial and the
/// last state, and beside them the largest of what comes one after the other (the random field
/// that a universe begins as, a state on its way into a checkpoint, the search for haloes).
std::int64_t harness_bytes(const cases::RunSpec& run, bool keeps_states);

/// What an algorithm and the harness hold of a run that is made by one process, in bytes.
MemoryNeed need_of(const cases::RunSpec& run, const Contract& contract, bool keeps_states);

/// Throws Unavailable, with what is asked for and there, where the host's or the device's memory
/// does not hold the run.
void require_room(const cases::RunSpec& run, const Implementation& implementation,
                  const Backends& backends);

}  // namespace tycho::measure
