// What a result holds of the processes that shared a run (docs/ranks.md). No host names: nodes and
// devices are numbered in the order in which ranks have them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/result/number.hpp"

namespace tycho::result {

struct ProcessesRecord {
  std::string launcher;   // its program's name: "mpirun", "srun"
  std::string mpi;        // as it says of itself: "Open MPI v4.1.4"
  std::string transport;  // "host", or for data of a GPU "staged" through the host or "cuda_aware"
  std::vector<std::int64_t> nodes;                   // of each rank
  std::optional<std::vector<std::int64_t>> devices;  // of each rank, GPU runs only
  /// Ranks that share a GPU wait for one another: right numbers, but no times to judge by.
  std::optional<bool> shared_device;
  /// Messages and bytes that each rank received from others, in a step.
  std::optional<std::vector<double>> messages, bytes;
  /// The algorithm's counters that are not alike on all ranks, of each rank.
  std::optional<std::map<std::string, std::vector<double>>> counters;
};

}  // namespace tycho::result
