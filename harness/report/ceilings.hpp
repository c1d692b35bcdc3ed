// Timings against what the machine can do at most, as `tycho probe` measured it there.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/report/document.hpp"
#include "harness/report/figure.hpp"
#include "harness/report/load.hpp"
#include "harness/result/probe.hpp"

namespace tycho::report {

/// The probes beside the given result files and below the given folders, by machine; of several of
/// one machine the latest. Throws UsageError naming the file that cannot be read.
std::map<std::string, result::ProbeFile> load_probes(
    const std::vector<std::filesystem::path>& paths);

/// The probe of a run's machine; null where there is none.
const result::ProbeFile* probe_of(const Run& run, const Evidence& evidence);

/// GB/s: the most that memory was seen to do, whichever way: no stage can do more. 0: not probed.
double memory_bandwidth(const result::ProbeFile& probe, const std::string& backend, int threads);
/// GB/s within the L2 of a GPU, or the first-level caches of a CPU.
double cache_bandwidth(const result::ProbeFile& probe, const std::string& backend, int threads);

/// Whether the host does a stage of a run on a GPU (Traits::on_host).
bool by_host(const Run& run, const std::string& stage);

/// "fp32" or "fp64": the units that work for a run. Pairs of floats are worked on by single
/// precision's.
std::string precision_of(const Run& run);

/// The least time that one ceiling allows a stage.
struct Floor {
  /// "memory", "cache", "last cache", "fma fp32", "fma fp64", "issue slots", "launch", "transfer"
  /// or "transport"; of a stage that the host does for a GPU with "host " before it.
  std::string ceiling;
  double seconds = 0;
};

/// The ceiling that binds a stage, which is the one with the longest floor: its counted bytes over
/// the bandwidth of memory (of the cache, where the bytes of a call fit into it), its counted flops
/// over the FMA rate of its precision, its issue slots (on the CPU, each the place of a fused
/// multiply-add), and on a GPU the launch of a kernel for each call. Copies to and from a GPU are
/// held against those of pinned memory, and what the host does for a GPU against the host's
/// ceilings. Of ranks all cores that they have count; of a stage that communicates, what was
/// received at the latency and bandwidth between ranks. Nothing where the stage counts nothing.
std::optional<Floor> binding_floor(const Run& run, const std::string& name, const StageTime& stage,
                                   const result::ProbeFile& probe);

/// Counted flops over bytes against GFLOP/s, with the ceilings as lines: a figure for every
/// machine, algorithm and backend of the paper that has a probe.
std::vector<Figure> rooflines(const std::string& paper, const Evidence& evidence);

/// The long stages of all algorithms on the GPU, in single precision, in one figure for every
/// machine that has a probe: of every algorithm those at its largest size.
std::vector<Figure> rooflines_of_all(const Evidence& evidence);

/// What was probed, machine by machine.
std::vector<Block> ceilings_section(const Evidence& evidence);

}  // namespace tycho::report
