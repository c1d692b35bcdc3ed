// Particles as comma-separated values, for programs without HDF5: a line of column names, then a
// line for each particle, in the units of the run.
#pragma once

#include <filesystem>

#include "core/particles.hpp"

namespace tycho::snapshot {

/// The columns id, mass, x, y, z, vx, vy, vz, and where the particles have them species and
/// softening. Every number is written with as many digits as it needs to be read back to the bit.
/// Writes the file beside and renames it. Throws WriteError.
void write_csv(const std::filesystem::path& file, const Particles& particles);

/// The columns may stand in any order. Throws UsageError naming the file, the line and the column:
/// one that is missing or unknown, a value that is no finite number, a mass that is not above 0, an
/// id that stands twice, more than `most` particles (0: any number).
Particles read_csv(const std::filesystem::path& file, std::size_t most = 0);

}  // namespace tycho::snapshot
