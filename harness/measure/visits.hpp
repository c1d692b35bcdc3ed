// A timing that is measured in several processes, each at another time of the campaign: where the
// pages of a process lie, and what neighbours on the same machine do, is the same for all windows
// of one process and another in the next (docs/timing.md, rule 17).
#pragma once

#include "core/contract.hpp"
#include "harness/measure/timing.hpp"
#include "harness/result/run_record.hpp"

namespace tycho::measure {

/// Two visits whose times differ by less than this part found the same time: half of the widest
/// interval that still decides (harness/result/noise.hpp).
inline constexpr double kSameTime = 0.05;

/// How a visit compares with the earlier ones that count. Neighbours can only make a step longer,
/// so the slower visit was disturbed, and is left out.
enum class Visit { kAgrees, kFaster, kSlower };

Visit visit_of(const result::TimingRecord& earlier, const Timing& timing);

/// Where the visits agree, the windows of the earlier ones come before those of this one; a faster
/// visit leaves the earlier ones out. `timing` has the stages of the contract, in their order.
void join(const result::TimingRecord& earlier, Visit visit, const Contract& contract,
          Timing& timing);

/// A check that failed in an earlier visit fails. Where the visits agree, the throttled windows of
/// all are kept, the speed of the cores is the mean over all, and everything else about cores and
/// GPU is that of the last visit. A slower visit leaves `record` as the earlier ones had it.
void join(const result::RunOutcome& earlier, Visit visit, result::RunOutcome& record);

}  // namespace tycho::measure
