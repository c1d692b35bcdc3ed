// FFTW's transforms over MPI, where this build has them (libfftw3-mpi-dev).
#pragma once

#include <memory>

#include "core/mesh/slab_transform.hpp"

namespace tycho::ranks {

/// Of a mesh of n cells a side, over all ranks; null in a build without FFTW for MPI. Collective.
std::unique_ptr<mesh::SlabTransform> fftw_slabs(int n);

}  // namespace tycho::ranks
