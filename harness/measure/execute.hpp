// One run, from initial condition to record: verify, then time. Called in a process of its own.
#pragma once

#include "harness/case/plan.hpp"
#include "harness/measure/backends.hpp"
#include "harness/measure/progress.hpp"
#include "harness/result/run_record.hpp"

namespace tycho::measure {

/// Runs it and returns what came of it. What this machine cannot do comes back as skipped, with the
/// reason; any other failure throws.
result::RunOutcome execute(const cases::RunSpec& run, const Backends& backends,
                           const Progress& progress);

}  // namespace tycho::measure
