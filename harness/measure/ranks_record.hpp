// What a record holds of the ranks that shared a run, beside the longest times.
#pragma once

#include "harness/measure/timing.hpp"
#include "harness/result/run_record.hpp"

namespace tycho::measure {

/// What each rank received in a step, and of the counters in the record those that are not alike on
/// all ranks: these are listed by rank instead. Called on all ranks.
void record_ranks(result::RunOutcome& record, const Timing& timing);

}  // namespace tycho::measure
