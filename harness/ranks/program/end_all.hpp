// How a rank begins and ends. Whatever ends one rank ends all, which would wait for it: a rank
// cannot know whether the others found the same.
#pragma once

#include <CLI/CLI.hpp>

#include "core/ranks/ranks.hpp"

namespace tycho::ranks {

/// Before MPI: with its launcher a rank ends, however the launcher ended.
void begin_rank();

/// Does what the command line says. An error is printed in one line, which the supervisor finds by
/// its beginning, and all ranks end with its exit code.
int parse_or_end_all(CLI::App& app, int& exit_code, int argc, char** argv, const Ranks& ranks);

}  // namespace tycho::ranks
