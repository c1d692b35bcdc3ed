// The planes of the mesh that one of several ranks has, with guard planes below and above where a
// stage looks beyond the slab, and the stages on them. Cells are numbered as in the whole mesh;
// what a stage computes in a cell is what it computes there without ranks.
//
// With cic and tsc the parts of particles are whole numbers of a unit: their sum is the same
// whatever rank adds them, and in whatever order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/formulas/cloud_weights.hpp"
#include "core/mesh/slab_planes.hpp"
#include "reference/particle_mesh/mesh.hpp"

namespace tycho::reference::particle_mesh {

/// Guard planes on either side. The cloud of a particle reaches one plane beyond the particle's
/// own, and a force takes the potential of one plane more.
inline int reach_of(Cloud cloud) { return cloud == Cloud::kNgp ? 0 : 1; }

template <typename Real>
struct SlabMesh {
  SlabMesh(int side, Cloud cloud, Ranks& ranks);

  int n;         // cells a side of the whole mesh
  Cloud cloud;   // of the particles
  Ranks& ranks;  // that share the mesh
  mesh::Slabs slabs;
  int first, planes;  // of this rank
  int reach;          // guard planes on either side, but for those of the potential: one more

  std::vector<std::uint32_t> counts;                   // ngp
  std::vector<std::vector<std::uint32_t>> own_counts;  // of every thread but the first
  std::vector<std::int64_t> clouds;                    // cic, tsc: with guard planes
  std::vector<std::vector<std::int64_t>> own_clouds;
  double units = 1;  // of `clouds`, in a particle
  std::vector<Real> density, solution;
  std::vector<Real> potential;     // with guard planes
  std::vector<Real> acceleration;  // with guard planes

  std::size_t plane() const { return static_cast<std::size_t>(n) * n; }
  std::size_t cells() const { return plane() * static_cast<std::size_t>(planes); }
  /// From a cell's number in the whole mesh to its place among the slab's own cells.
  std::ptrdiff_t before() const { return static_cast<std::ptrdiff_t>(plane()) * first; }
};

/// The particles of the slab, counted.
template <typename Real>
void histogram(const Stars<Real>& stars, SlabMesh<Real>& mesh, int threads);
/// Sends what was deposited in guard planes to the ranks that own the planes, which add it.
template <typename Real>
void add_guards(SlabMesh<Real>& mesh);

template <typename Real>
void density(SlabMesh<Real>& mesh, Real factor, int threads);

template <typename Real>
void potential(SlabMesh<Real>& mesh, Real factor, Real mean, int threads);
/// The planes of the potential around the slab, from the ranks that have them.
template <typename Real>
void copy_guards(SlabMesh<Real>& mesh);

template <typename Real>
void force(SlabMesh<Real>& mesh, int axis, int threads);

/// Values with `guards` planes on either side, at particle p.
template <typename Real>
Real value_at(const SlabMesh<Real>& mesh, const std::vector<Real>& values, int guards,
              const Stars<Real>& stars, std::ptrdiff_t p);

template <typename Real>
void update_vel(Stars<Real>& stars, const SlabMesh<Real>& mesh, int axis, Real step, int threads);

}  // namespace tycho::reference::particle_mesh
