// Particles of a plasma by the openPMD standard 1.1.0 (https://www.openpmd.org), in HDF5: one file
// for each state, particles of the species "electrons". Numbers are the run's own: lengths in
// cells, times in 1 / omega_p, an electron's charge the negative of its mass; every unitSI is 1.
#pragma once

#include <cstdint>
#include <filesystem>

#include "core/particles.hpp"

namespace tycho::snapshot {

struct OpenPmdState {
  std::int64_t step = 0;
  double time = 0, dt = 0;
  Particles particles;
};

/// Writes the file beside and renames it. The file's name must be its series' name, '_', the step
/// and ".h5", which is what readers look for a state by. Throws WriteError; Unavailable without
/// HDF5.
void write_openpmd(const std::filesystem::path& file, const OpenPmdState& state);

/// Whether the file says of itself that it is openPMD's; false for what is no HDF5 file.
bool is_openpmd(const std::filesystem::path& file);

/// Of a file with one state and one species of particles: positions, momenta over masses, and ids,
/// or numbers from 0 where the file has none. Throws UsageError naming the file and what is
/// missing.
OpenPmdState read_openpmd(const std::filesystem::path& file);

}  // namespace tycho::snapshot
