// Bodies that begin on a lattice, and a mesh that does not fit it: the mesh then sees the lattice
// as long waves that are not there, while the true forces nearly cancel.
#pragma once

#include "core/contracts/tree_pm.hpp"

namespace tycho::tree_pm {

/// How near the bodies stand to a lattice of `side` along each axis of the box, wherever it begins:
/// 1 on it, 0.5 where they are a fifth of its spacing off, about 1 / sqrt(bodies) without one. The
/// least of the three axes.
double lattice_order(const Particles& particles, double box, int side);

/// Throws UsageError where the bodies stand near a lattice and the mesh is no multiple of it.
void require_mesh_of_lattice(const Particles& particles, const Split& split);

}  // namespace tycho::tree_pm
