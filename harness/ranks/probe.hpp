// What carries data between ranks can do at most: the time of a short message, the rate of a long
// one, and the rate at which all ranks send to all.
#pragma once

#include <vector>

#include "core/probe.hpp"
#include "harness/ranks/mpi_ranks.hpp"

namespace tycho::ranks {

/// Between the first and the last rank, mostly on two nodes where there are two, and between
/// all. All ranks call it; the first has the answer. Throws UsageError where there is one rank.
std::vector<Probed> probe_transport(Mpi& mpi, const ProbeOptions& options);

}  // namespace tycho::ranks
