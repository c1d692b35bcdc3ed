// A timing that is measured in several processes, each at another time of the campaign: where the
// pages of a process lie, and what neighbours on the same machine do, is the same for all windows
// of one process and another in the next (docs/timing.md, rule 17).
#pragma once

#include "core/contract.hpp"
#include "harness/measure/timing.hpp"
#include "harness/result/run_record.hpp"

namespace tycho::measure {

/// The windows that earlier visits measured come before those of this one. `timing` has the stages
/// of the contract, in their order.
void join(const result::TimingRecord& earlier, const Contract& contract, Timing& timing);

/// A check that did not hold in an earlier visit does not hold, and windows that were throttled
/// stay so. What the cores gave is the mean of all visits; what else `record` says of cores and GPU
/// is of the last.
void join(const result::RunOutcome& earlier, result::RunOutcome& record);

}  // namespace tycho::measure
