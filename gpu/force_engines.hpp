// What computes forces for the GRAPE-6 library. In a file of its own: the library links no other
// algorithm.
#pragma once

#include <span>

#include "core/force_engine.hpp"

namespace tycho::gpu {

std::span<const EngineKind> force_engines();

}  // namespace tycho::gpu
