// Where the ranks of a run are: nodes and GPUs, by number.
#pragma once

#include "harness/ranks/mpi_ranks.hpp"
#include "harness/result/processes_record.hpp"

namespace tycho::ranks {

/// Asks MPI, and gives this process one GPU of its node, in turn, where the launcher has not given
/// it one: before anything uses CUDA. All ranks call it.
result::ProcessesRecord places_of(Mpi& mpi);

}  // namespace tycho::ranks
