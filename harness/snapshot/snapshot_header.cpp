#include "harness/snapshot/snapshot_header.hpp"

#include "harness/analysis/universe.hpp"

namespace tycho::snapshot {

SnapshotHeader snapshot_header(const Settings& settings, std::int64_t steps) {
  const analysis::Universe universe = analysis::require_universe(settings, "a snapshot");
  const Cosmology& c = universe.cosmology;
  return {analysis::scale_factor_after(settings, steps), universe.box, c.omega_m, c.omega_lambda,
          c.hubble};
}

}  // namespace tycho::snapshot
