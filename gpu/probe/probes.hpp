// The probes of this machine's GPU.
#pragma once

#include <span>
#include <string>

#include "core/probe.hpp"

namespace tycho::gpu {

/// Empty where the build has no CUDA.
std::span<const Probe> probes();

}  // namespace tycho::gpu
