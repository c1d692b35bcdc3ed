// Double precision is 32 or 64 times as slow as single on GPUs that are not made for servers: a run
// in double must not take 32 or 64 times as long there.
#pragma once

#include <span>

#include "harness/case/plan.hpp"

namespace tycho::campaign {

/// What estimates assume of a GPU: single precision is twice as fast as double.
inline constexpr int kUsualSingleToDouble = 2;

/// Marks the CUDA runs in double precision where the GPU's double is slower than this, so that
/// estimates, time limits and shares of a budget allow for it. Where a suite sets no limit to
/// windows of steps, they are given the time they would take on the usual GPU: fewer steps are
/// measured, and the total of all steps is extrapolated. What is run as a whole is not cut short.
void allow_for_slow_double(std::span<cases::RunSpec> runs, int single_to_double);

}  // namespace tycho::campaign
