// One run, from initial condition to record: verify, then time. Called in a process of its own.
#pragma once

#include <nlohmann/json.hpp>

#include "harness/case/plan.hpp"
#include "harness/measure/backends.hpp"
#include "harness/measure/progress.hpp"

namespace tycho::measure {

/// Runs it and returns what came of it: status, timing, checks, series, counters (docs/formats.md,
/// "a run"). What this machine cannot do comes back with status "skipped" and the reason; any other
/// failure throws.
nlohmann::json execute(const cases::RunSpec& run, const Backends& backends,
                       const Progress& progress);

}  // namespace tycho::measure
