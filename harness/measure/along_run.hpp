// The phases of a run that is timed along another variant's run.
#pragma once

#include "harness/measure/session.hpp"

namespace tycho::measure {

/// What is left to do with a timing is the caller's.
Timing run_along(Session& session);

}  // namespace tycho::measure
