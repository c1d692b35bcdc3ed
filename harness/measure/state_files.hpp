// States of a run as files, for whatever reads snapshots: DIR/<run>/step_<steps>.hdf5 in Gadget's
// layout, of a plasma step_<steps>.h5 by openPMD.
#pragma once

#include <cstdint>

#include "core/particles.hpp"
#include "harness/case/plan.hpp"
#include "harness/measure/backends.hpp"
#include "harness/measure/session.hpp"

namespace tycho::measure {

/// One state, after a number of steps; nothing where no folder is given. What an algorithm does not
/// store (species, softening lengths) is taken from the initial particles.
void keep_state(const Backends& backends, const cases::RunSpec& run, const Particles& initial,
                std::int64_t steps, const Particles& state);
inline void keep_state(const Session& session, std::int64_t steps, const Particles& state) {
  keep_state(session.backends, session.run, session.initial, steps, state);
}

/// The initial state, every k-th and the last of `steps` steps, which the algorithm takes once more
/// from the start: for runs whose own steps are timed, or end in another state. Nothing where no
/// folder is given.
void keep_way(Session& session, std::int64_t steps);

/// The initial state and the last, which is known; with every k-th between them as keep_way().
void keep_ends(Session& session, std::int64_t steps, const Particles& last);

}  // namespace tycho::measure
