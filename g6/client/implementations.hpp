// What the harness itself offers: clients of the GRAPE-6 library, on either backend.
#pragma once

#include <span>

#include "core/algorithm.hpp"

namespace tycho::g6::client {

std::span<const Implementation> implementations();

}  // namespace tycho::g6::client
