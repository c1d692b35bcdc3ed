// What the CUDA side offers. Built without CUDA the lists are empty and `unavailable` says why.
#pragma once

#include <memory>
#include <span>

#include "core/algorithm.hpp"
#include "core/stream_clock.hpp"
#include "gpu/devices.hpp"
#include "gpu/force_engine.hpp"

namespace tycho::gpu {

std::span<const Implementation> implementations();

/// The clock of a stream that is not ours, a cudaStream_t. Throws Unavailable in a build without
/// CUDA.
std::unique_ptr<StreamClock> stream_clock(void* stream);

}  // namespace tycho::gpu
