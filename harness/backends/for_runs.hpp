// What runs and their provenance need of the backends.
#pragma once

#include <optional>

#include "harness/measure/backends.hpp"
#include "harness/result/provenance.hpp"

namespace tycho::backends {

/// The implementations a run can choose from.
measure::Backends for_runs();

/// The GPU that kernels would run on; none where none can.
std::optional<result::GpuFacts> this_gpu();

}  // namespace tycho::backends
