// The numbers of a run's timing against one another, and against the run's time on the wall.
#pragma once

#include "harness/result/run_record.hpp"
#include "harness/result/where.hpp"
#include "harness/verify/verify.hpp"

namespace tycho::verify {

/// Adds what does not hold in the timing of `run`, which has one, at the place `at`.
void check_timing(const result::RunRecord& run, const result::Where& at, Findings& findings);

}  // namespace tycho::verify
