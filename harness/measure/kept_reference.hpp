// What a run's reference comes to. The variants of a case at one size have one reference: where it
// takes seconds, the state is kept in a file for the next of them.
#pragma once

#include <cstdint>
#include <functional>

#include "harness/case/plan.hpp"
#include "harness/measure/backends.hpp"

namespace tycho::measure {

/// The state that the run's reference makes of the initial one in a number of steps: made, or taken
/// from `backends.reference_kept`. A file of another reference, start or number of steps, or one
/// that is damaged, is written anew. `told` hears which part of the steps is taken.
Particles reference_after(const cases::RunSpec& run, const Backends& backends,
                          const Particles& initial, std::int64_t steps,
                          const std::function<void(double part)>& told = {});

}  // namespace tycho::measure
