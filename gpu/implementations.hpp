// What the CUDA side offers. Built without CUDA the list is empty and `unavailable` says why.
#pragma once

#include <span>

#include "core/algorithm.hpp"
#include "gpu/devices.hpp"

namespace tycho::gpu {

std::span<const Implementation> implementations();

}  // namespace tycho::gpu
