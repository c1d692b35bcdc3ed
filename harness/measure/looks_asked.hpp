// What a case and its checks ask to be looked at on the way of a run.
#pragma once

#include "harness/measure/evolution.hpp"
#include "harness/measure/session.hpp"

namespace tycho::measure {

/// The session must outlive it: states are kept through it.
Looks looks_asked(Session& session);

}  // namespace tycho::measure
