// What the time of a run is of: a step, or a way that a table must name beside its time.
#pragma once

#include <string>

#include "harness/report/load.hpp"

namespace tycho::report {

/// Of a time per step "1 step"; of a total "64 steps, 1 time unit" or "48 steps, z = 126 to 0".
/// Where the one step is an interval (select.hpp), either is of it: "0.25 time units".
std::string work_of(const Run& run, const std::string& quantity);

}  // namespace tycho::report
