// The phases of a run that is timed along another variant's run.
#pragma once

#include "harness/measure/session.hpp"

namespace tycho::measure {

/// The caller records the timing.
Timing run_along(Session& session);

}  // namespace tycho::measure
