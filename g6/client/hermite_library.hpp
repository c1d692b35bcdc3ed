// The Hermite scheme through the GRAPE-6 library, as an algorithm of the harness.
#pragma once

#include <memory>

#include "core/algorithm.hpp"
#include "core/contracts/hermite_steps.hpp"
#include "g6/client/grape.hpp"

namespace tycho::g6::client {

/// The CPU backend is the library's cpu engine, the CUDA backend its cuda engine.
std::unique_ptr<Algorithm> make_hermite(const Settings& settings);
/// With an engine by name, be it the one that the library chooses.
std::unique_ptr<Algorithm> make_hermite(const hermite::StepOptions& options, const Engine& engine);

}  // namespace tycho::g6::client
