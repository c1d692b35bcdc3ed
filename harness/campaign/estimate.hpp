// How long a run will take, before anything is known about this machine. An estimate: counted work
// over assumed rates: right to a factor of a few for a fixed amount of work, wrong by more where
// the work depends on the bodies (40 times for a universe on two cores). For people, and for
// sharing a budget out; no run is ended by it.
#pragma once

#include <span>
#include <vector>

#include "core/units.hpp"
#include "harness/case/plan.hpp"

namespace tycho::campaign {

/// One long run rather than windows of steps: not to be cut by a budget.
bool is_whole(const cases::RunSpec& run);

/// One step, by the contract's work counts.
Seconds estimate_step(const cases::RunSpec& run);

/// All that was published (every step of every repeat, timed with and without stages) or the run's
/// own `seconds`, whichever is less.
Seconds estimate_measuring(const cases::RunSpec& run);

/// The time of measuring, and of the process, the data and the checks of a run.
Seconds estimate(const cases::RunSpec& run);

/// Sets every run's `seconds` so that the estimates sum to the budget: each run gets an equal share
/// of the time; a run that needs less than its share leaves the rest to runs that need more. At
/// least one step is always measured, so a budget far too small is exceeded. What a suite already
/// limits is never raised. An evolution is not cut short, since half an orbit is no smaller
/// measurement of an orbit; the time of evolutions comes off the budget first.
void fit_budget(std::span<cases::RunSpec* const> runs, Seconds budget);

}  // namespace tycho::campaign
