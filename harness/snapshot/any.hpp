// A snapshot in whichever of the layouts that tycho reads.
#pragma once

#include "harness/snapshot/snapshot.hpp"

namespace tycho::snapshot {

/// By the file's name: `.csv` is comma-separated values (harness/snapshot/csv.hpp), which know no
/// time, no box and no universe; anything else is HDF5, by the openPMD standard where the file says
/// so, else in Gadget's layout. Throws UsageError naming
/// the file and what is wrong with it.
Snapshot read_any(const std::filesystem::path& file);

}  // namespace tycho::snapshot
