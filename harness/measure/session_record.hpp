// What the phases of a run write into the record of its session.
#pragma once

#include "harness/analysis/structure.hpp"
#include "harness/measure/session.hpp"
#include "harness/measure/windows.hpp"

namespace tycho::measure {

/// What was measured, joined with what earlier visits measured, and how the GPU or
/// the cores were meanwhile. Stages are timed with cold caches before, where the case asks for it.
void record_timing(Session& session, Timing timing);

/// Beside the series and counters that the record has already.
void record_structure(Session& session, const analysis::Structure& structure);

}  // namespace tycho::measure
