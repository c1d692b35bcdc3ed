// The algorithms and backends linked into this program.
#pragma once

#include <optional>
#include <vector>

#include "core/contract.hpp"
#include "harness/measure/backends.hpp"
#include "harness/result/provenance.hpp"

namespace tycho {

/// Every algorithm some backend implements.
std::vector<const Contract*> contracts();

Backends backends();

/// The GPU kernels would run on; none where none can.
std::optional<GpuFacts> this_gpu();

}  // namespace tycho
