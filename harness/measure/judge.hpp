// The phase that applies a case's checks to what was observed of a run.
#pragma once

#include "harness/measure/session.hpp"

namespace tycho::measure {

/// Applies the checks to `observed`, whose `final` is the state that the algorithm is in, and puts
/// their results into the record. The reference runs here where a check asks for it and nobody has
/// run it yet; the algorithm itself stays as it is.
void judge(Session& session, checks::Observed observed);

}  // namespace tycho::measure
