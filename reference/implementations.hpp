// What the CPU side offers.
#pragma once

#include <span>

#include "core/algorithm.hpp"
#include "reference/force_engine.hpp"

namespace tycho::reference {

std::span<const Implementation> implementations();

}  // namespace tycho::reference
