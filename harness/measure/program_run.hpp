// A run of a program of the user's (docs/bring-your-own.md): what the phases of execute() do with
// an algorithm, with a program that is started, takes all its steps by itself and ends.
#pragma once

#include "harness/case/plan.hpp"
#include "harness/measure/backends.hpp"
#include "harness/measure/progress.hpp"
#include "harness/result/run_record.hpp"

namespace tycho::measure {

/// The program's states are checked as those of an algorithm are: after the first steps where the
/// case times, at the end elsewhere. The time of a step is what more steps take: the program is
/// started for a few steps and for many, and the difference of the two is divided.
result::RunOutcome run_program(const cases::RunSpec& run, const Backends& backends,
                               const Progress& progress);

}  // namespace tycho::measure
