// Snapshots in Gadget's HDF5 layout, for whatever reads Gadget's: one file, dark matter only
// (PartType1), in Gadget's usual units (kpc / h, 10^10 suns / h, km/s), everything in double. The
// functions take and give tycho's own units (core/formulas/cosmology.hpp).
#pragma once

#include <filesystem>
#include <utility>

#include "core/particles.hpp"

namespace tycho::snapshot {

struct SnapshotHeader {
  double scale_factor;
  double box;  // Mpc, comoving
  double omega_m, omega_lambda, h;
};

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
/// of particle, more files than one, positions outside the box, ids that stand twice.
Snapshot read_snapshot(const std::filesystem::path& file);

}  // namespace tycho::snapshot
