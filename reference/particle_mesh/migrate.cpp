#include "reference/particle_mesh/migrate.hpp"

#include "core/formulas/cell_index.hpp"
#include "core/mesh/slab_particles.hpp"

namespace tycho::reference::particle_mesh {

namespace {

template <typename Real>
struct Migrant {
  Real position[3], velocity[3];
  std::int32_t cell;
  std::uint32_t index;
};

/// The places of the particles of other ranks' planes.
template <typename Real>
std::vector<std::uint32_t> find_leavers(const SlabMembers<Real>& members, const mesh::Slabs& slabs,
                                        int n, int rank) {
  std::vector<std::uint32_t> places;
  if (slabs.size(rank) == n) return places;
  const std::vector<Real>& z = members.stars.position[2];
  for (std::size_t p = 0; p < z.size(); ++p)
    if (slabs.owner(cell_of(z[p], n)) != rank) places.push_back(static_cast<std::uint32_t>(p));
  return places;
}

template <typename Real>
void drop(std::span<const std::uint32_t> places, SlabMembers<Real>& members) {
  auto& [x, v, cell] = members.stars;
  mesh::drop(places, x[0], x[1], x[2], v[0], v[1], v[2], cell, members.index);
}

}  // namespace

template <typename Real>
void keep_own(SlabMembers<Real>& members, const mesh::Slabs& slabs, int n, int rank) {
  drop(find_leavers(members, slabs, n, rank), members);
}

template <typename Real>
std::int64_t migrate(SlabMembers<Real>& members, const mesh::Slabs& slabs, int n, Ranks& ranks) {
  Stars<Real>& s = members.stars;
  std::vector<std::vector<Migrant<Real>>> to(static_cast<std::size_t>(ranks.size()));
  const std::vector<std::uint32_t> leavers = find_leavers(members, slabs, n, ranks.rank());
  for (const std::uint32_t p : leavers)
    to[static_cast<std::size_t>(slabs.owner(cell_of(s.position[2][p], n)))].push_back(
        {{s.position[0][p], s.position[1][p], s.position[2][p]},
         {s.velocity[0][p], s.velocity[1][p], s.velocity[2][p]},
         s.cell[p],
         members.index[p]});
  drop(leavers, members);
  std::int64_t come = 0;
  for (const auto& part : ranks.all_to_all(to))
    for (const Migrant<Real>& each : part) {
      for (int axis = 0; axis < 3; ++axis) {
        s.position[axis].push_back(each.position[axis]);
        s.velocity[axis].push_back(each.velocity[axis]);
      }
      s.cell.push_back(each.cell);
      members.index.push_back(each.index);
      ++come;
    }
  return come;
}

template void keep_own(SlabMembers<float>&, const mesh::Slabs&, int, int);
template void keep_own(SlabMembers<double>&, const mesh::Slabs&, int, int);
template std::int64_t migrate(SlabMembers<float>&, const mesh::Slabs&, int, Ranks&);
template std::int64_t migrate(SlabMembers<double>&, const mesh::Slabs&, int, Ranks&);

}  // namespace tycho::reference::particle_mesh
