// The configuration and the engines of this process.
#pragma once

#include <memory>

#include "core/force_engine.hpp"
#include "g6/configuration.hpp"

namespace tycho::g6 {

/// The configuration as of now; what is bad in it is complained about, once.
Configuration current_configuration();

/// What g6_npipes_ answers: of the configuration last read.
int pipes();

/// The engine that is asked for. Throws Unavailable where this machine does not have it.
std::unique_ptr<ForceEngine> make_engine(const Configuration& configuration);

/// Says what is used, unless it was said before or quiet was asked for.
void log_once(const Configuration& configuration, const ForceEngine& engine);

}  // namespace tycho::g6
