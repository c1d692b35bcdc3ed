// planner = fftw_mpi of tree_pm: the mesh of several ranks against the mesh of one.
#pragma once

#include "core/ranks/ranks.hpp"

namespace tycho::test {

/// Throws std::logic_error that says what was wrong; false: this build has no FFTW for MPI, and
/// says so to whoever asks for it.
bool check_mesh_in_slabs(Ranks& ranks);

}  // namespace tycho::test
