// A timing that is measured in several processes, each at another time of the campaign: where the
// pages of a process lie, and what neighbours on the same machine do, is the same for all windows
// of one process and another in the next (docs/timing.md, rule 17).
#pragma once

#include "core/contract.hpp"
#include "harness/measure/timing.hpp"
#include "harness/result/run_record.hpp"

namespace tycho::measure {

/// By how much two visits may differ that found the same time: half of the widest interval that
/// still decides (harness/result/noise.hpp).
inline constexpr double kSameTime = 0.05;

/// What a visit is beside those before it that count. Neighbours can make a step longer and nothing
/// else, so the slower one was disturbed, and is left out.
enum class Visit { kAgrees, kFaster, kSlower };

Visit visit_of(const result::TimingRecord& earlier, const Timing& timing);

/// Where the visits agree, the windows of earlier ones come before those of this one; a faster one
/// leaves those before it out. `timing` has the stages of the contract, in their order.
void join(const result::TimingRecord& earlier, Visit visit, const Contract& contract,
          Timing& timing);

/// A check that did not hold in an earlier visit does not hold. Where the visits agree, windows
/// that were throttled stay so, what the cores gave is the mean of all, and what else `record` says
/// of cores and GPU is of the last. A slower one leaves `record` as the earlier ones had it.
void join(const result::RunOutcome& earlier, Visit visit, result::RunOutcome& record);

}  // namespace tycho::measure
