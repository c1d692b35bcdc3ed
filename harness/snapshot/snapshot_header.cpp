#include "harness/snapshot/snapshot_header.hpp"

#include "harness/analysis/universe.hpp"

namespace tycho::snapshot {

SnapshotHeader snapshot_header(const Settings& settings, std::int64_t steps) {
  const analysis::Universe universe = analysis::require_universe(settings, "a snapshot");
  const Cosmology& c = universe.cosmology;
  return {analysis::scale_factor_after(settings, steps), universe.box, c.omega_m, c.omega_lambda,
          c.hubble};
}

SnapshotHeader header_after(const Settings& settings, std::int64_t steps) {
  const Traits& traits = settings.contract().traits;
  if (traits.expanding) return snapshot_header(settings, steps);
  const Vec3<double> box = traits.periodic_box ? traits.periodic_box(settings) : Vec3<double>{};
  const bool cube = box.x == box.y && box.y == box.z;
  return at_rest(settings.dt() * static_cast<double>(steps), cube ? box.x : 0);
}

}  // namespace tycho::snapshot
