// Snapshots in Gadget's HDF5 layout, for whatever reads Gadget's: one file, everything in double.
// Of a universe in Gadget's usual units (kpc / h, 10^10 suns / h, km/s); the functions take and
// give tycho's own (core/formulas/cosmology.hpp). Of space at rest in the run's units, as they are.
#pragma once

#include <filesystem>
#include <utility>

#include "core/particles.hpp"

namespace tycho::snapshot {

struct SnapshotHeader {
  double scale_factor;
  double box;  // Mpc, comoving; of space at rest in the run's own unit, and 0 where it is open
  double omega_m, omega_lambda, h;
  bool expanding = true;
  double time = 0;  // of space at rest, whose scale factor is 1
};

/// Of space that does not expand: neither matter nor Lambda stand in such a header.
inline SnapshotHeader at_rest(double time, double box = 0) {
  return {1, box, 0, 0, 1, false, time};
}

struct Snapshot {
  SnapshotHeader header;
  Particles particles;
};

/// Whether this build has HDF5. Without it the functions below throw Unavailable.
bool can_snapshot();

/// Writes the file beside and renames it. Throws WriteError where the file cannot be written.
void write_snapshot(const std::filesystem::path& file, const SnapshotHeader& header,
                    const Particles& particles);

/// Throws UsageError naming the file and what in it is missing or not as it must be: another kind
/// of particle, more files than one, positions outside the box, ids that stand twice, NaN.
Snapshot read_snapshot(const std::filesystem::path& file);

}  // namespace tycho::snapshot
