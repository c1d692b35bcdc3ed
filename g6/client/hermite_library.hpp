// The Hermite scheme through the GRAPE-6 library, as an algorithm of the harness.
#pragma once

#include <memory>

#include "core/algorithm.hpp"

namespace tycho::g6::client {

/// The CPU backend is the library's cpu engine, the CUDA backend its cuda engine.
std::unique_ptr<Algorithm> make_hermite(const Settings& settings);

}  // namespace tycho::g6::client
