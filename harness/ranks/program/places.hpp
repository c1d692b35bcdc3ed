// Where the ranks of a run are: their nodes, by number, and one GPU for each.
#pragma once

#include "harness/ranks/mpi_ranks.hpp"
#include "harness/result/processes_record.hpp"

namespace tycho::ranks {

/// Asks MPI, and gives this process one GPU of its node, in turn, where the launcher has not given
/// it one: before anything uses CUDA. Which GPU that is only CUDA knows; `devices` is left to runs
/// that use it. All ranks call it.
result::ProcessesRecord places_of(Mpi& mpi);

}  // namespace tycho::ranks
