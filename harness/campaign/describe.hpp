// What is known of a run before it ran: the part of its record that says what it is.
#pragma once

#include <nlohmann/json.hpp>

#include "harness/case/plan.hpp"

namespace tycho::campaign {

/// "id" to "sweep" of docs/formats.md, "a run".
nlohmann::json describe(const cases::RunSpec& run);

}  // namespace tycho::campaign
