// What the CUDA side offers. Built without CUDA the lists are empty and `unavailable` says why.
#pragma once

#include <span>

#include "core/algorithm.hpp"
#include "gpu/devices.hpp"
#include "gpu/force_engines.hpp"

namespace tycho::gpu {

std::span<const Implementation> implementations();

}  // namespace tycho::gpu
