// What the CPU side offers.
#pragma once

#include <span>

#include "core/algorithm.hpp"
#include "core/force_engine.hpp"

namespace tycho::reference {

std::span<const Implementation> implementations();

/// What computes forces for the GRAPE-6 library.
std::span<const EngineKind> force_engines();

}  // namespace tycho::reference
