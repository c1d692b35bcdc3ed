// The particles of a rank, and those that leave its slab of planes for another rank's.
#pragma once

#include <cstdint>
#include <vector>

#include "core/mesh/slabs.hpp"
#include "core/ranks/ranks.hpp"
#include "reference/particle_mesh/mesh.hpp"

namespace tycho::reference::particle_mesh {

/// In no order that matters: particles are counted, and each moves by itself.
template <typename Real>
struct SlabMembers {
  Stars<Real> stars;
  std::vector<std::uint32_t> index;  // at the load
};

/// Drops the particles of other ranks' planes.
template <typename Real>
void keep_own(SlabMembers<Real>& members, const mesh::Slabs& slabs, int n, int rank);

/// Every particle to the rank that has its plane. Returns how many came to this rank from others.
template <typename Real>
std::int64_t migrate(SlabMembers<Real>& members, const mesh::Slabs& slabs, int n, Ranks& ranks);

}  // namespace tycho::reference::particle_mesh
