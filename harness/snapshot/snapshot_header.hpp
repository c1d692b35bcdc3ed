// The header of a snapshot of a run.
#pragma once

#include "core/settings.hpp"
#include "harness/snapshot/snapshot.hpp"

namespace tycho::snapshot {

/// After a number of steps. Throws UsageError where the run's space does not expand.
SnapshotHeader snapshot_header(const Settings& settings, std::int64_t steps);

/// The same of any run: of one at rest with its time and, where all sides of its box are the same,
/// the box.
SnapshotHeader header_after(const Settings& settings, std::int64_t steps);

}  // namespace tycho::snapshot
