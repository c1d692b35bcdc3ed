// What the harness itself offers: clients of the GRAPE-6 library, on either backend.
#pragma once

#include <span>
#include <string>

#include "core/algorithm.hpp"

namespace tycho::g6::client {

std::span<const Implementation> implementations();

/// The same client of a GRAPE-6 library by others, whose work is timed by the host's clock. It has
/// a contract of its own, by which it is found. The library is loaded when an algorithm is made.
Implementation foreign_implementation(const std::string& file);

}  // namespace tycho::g6::client
