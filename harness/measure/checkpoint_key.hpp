// What a checkpoint's state depends on.
#pragma once

#include <nlohmann/json.hpp>

#include "harness/measure/session.hpp"

namespace tycho::measure {

/// The run with all its settings (and its carrier's or its reference's), the lead-in, the looks,
/// the initial condition (as the case has it, and a sum over its particles), the program and the
/// device. Not the rest of the case: a check's limit changes no state.
nlohmann::json checkpoint_key(const Session& session);

}  // namespace tycho::measure
