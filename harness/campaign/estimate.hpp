// How long a run will take, before anything was timed on this machine. An estimate: counted work
// over assumed rates (of a GPU that is known, a part of its peak): right to a factor of a few for a
// fixed amount of work, wrong by more where the work depends on the bodies (40 times for a universe
// on two cores). For people, and for sharing a budget out; no run is ended by it.
#pragma once

#include <span>
#include <vector>

#include "core/units.hpp"
#include "harness/case/plan.hpp"
#include "harness/result/provenance.hpp"

namespace tycho::campaign {

/// What a GPU can do at most in single precision: a fused multiply-add a lane and cycle. 0, as for
/// a GPU that is not known, where its lanes are not known.
double peak_flops_per_s(const result::GpuFacts& gpu);

/// One step, by the contract's work counts, shared among the run's ranks as far as this machine
/// has cores for them.
Seconds estimate_step(const cases::RunSpec& run);

/// The check of a run on ranks that makes it again on one rank; 0 where none does.
Seconds estimate_one_rank(const cases::RunSpec& run);

/// All that was published, timed with and without stages (docs/timing.md), or the run's own
/// `seconds`, whichever is less.
Seconds estimate_measuring(const cases::RunSpec& run);

/// The time of measuring, and of the process, the data and the checks of a run; at most what the
/// run is allowed.
Seconds estimate(const cases::RunSpec& run);

/// Sets what every run is allowed, so that the estimates sum to no more than the budget.
void fit_budget(std::span<cases::RunSpec* const> runs, Seconds budget);

}  // namespace tycho::campaign
