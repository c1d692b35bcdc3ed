// The header of a snapshot of a run.
#pragma once

#include "core/settings.hpp"
#include "harness/snapshot/snapshot.hpp"

namespace tycho::snapshot {

/// After a number of steps. Throws UsageError where the run's space does not expand.
SnapshotHeader snapshot_header(const Settings& settings, std::int64_t steps);

}  // namespace tycho::snapshot
