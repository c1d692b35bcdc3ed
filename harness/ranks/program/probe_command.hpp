// The part of `tycho probe` that ranks do: started by it, and read by it from a file.
#pragma once

#include <CLI/CLI.hpp>

#include "harness/ranks/mpi_ranks.hpp"

namespace tycho::ranks {

void add_probe(CLI::App& app, Mpi& mpi);

}  // namespace tycho::ranks
