// Whether ranks that a launcher started are what a campaign needs: as many as it asked for, seeing
// each other, all of this build.
#pragma once

#include <CLI/CLI.hpp>

#include "core/ranks/ranks.hpp"

namespace tycho::ranks {

void add_hello(CLI::App& app, Ranks& ranks);

}  // namespace tycho::ranks
