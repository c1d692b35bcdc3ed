// Counters of a profiler, put to the runs that they are of.
#pragma once

#include <filesystem>
#include <vector>

#include "harness/report/load.hpp"

namespace tycho::report {

/// Reads every counters.json below the folders, or beside the files, and gives the runs of that
/// machine their counters as <stage>_<counter>: "walk_l1_hit". They were counted in a run of their
/// own: where it was of another commit, the kernel may have been another, and Run::counted_at has
/// the commit. Why a stage has none goes to Run::untaken. Throws UsageError naming the file.
void add_counters(const std::vector<std::filesystem::path>& paths, std::vector<Run>& runs);

}  // namespace tycho::report
