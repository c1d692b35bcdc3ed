// The time of day as results hold it: "2026-11-15T02:00:00Z".
#pragma once

#include <string>

namespace tycho::result {

std::string utc_now();

}  // namespace tycho::result
