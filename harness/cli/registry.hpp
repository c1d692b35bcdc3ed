// The algorithms and backends linked into this program.
#pragma once

#include <optional>
#include <vector>

#include "core/contract.hpp"
#include "harness/measure/backends.hpp"
#include "harness/result/provenance.hpp"

namespace tycho::cli {

/// Every algorithm some backend implements.
std::vector<const Contract*> contracts();

measure::Backends backends();

/// The GPU kernels would run on; none where none can.
std::optional<result::GpuFacts> this_gpu();

}  // namespace tycho::cli
