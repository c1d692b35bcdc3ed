// Particle-mesh gravity on the CPU, shared among ranks in slabs of planes.
#pragma once

#include <memory>

#include "core/steps/particle_mesh.hpp"

namespace tycho::reference::particle_mesh {

/// The bits do not depend on the number of ranks. They may differ by rounding from those without
/// ranks: the transforms are cut otherwise, and the clouds of cic and tsc summed otherwise.
template <typename Real>
std::unique_ptr<tycho::particle_mesh::Stages<Real>> over_ranks(
    const tycho::particle_mesh::Options& options);

}  // namespace tycho::reference::particle_mesh
