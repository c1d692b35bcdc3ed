#include "reference/particle_mesh/migrate.hpp"

#include "core/formulas/cell_index.hpp"

namespace tycho::reference::particle_mesh {

namespace {

template <typename Real>
struct Migrant {
  Real position[3], velocity[3];
  std::uint32_t index;
};

/// Calls leave(p, owner) for every particle of another rank's planes, and closes the gaps.
template <typename Real, typename Leave>
void split(SlabMembers<Real>& members, const mesh::Slabs& slabs, int n, int rank,
           const Leave& leave) {
  Stars<Real>& s = members.stars;
  std::size_t kept = 0;
  for (std::size_t p = 0; p < members.index.size(); ++p) {
    const int owner = slabs.owner(cell_of(s.position[2][p], n));
    if (owner != rank) {
      leave(p, owner);
      continue;
    }
    for (int axis = 0; axis < 3; ++axis) {
      s.position[axis][kept] = s.position[axis][p];
      s.velocity[axis][kept] = s.velocity[axis][p];
    }
    members.index[kept++] = members.index[p];
  }
  for (int axis = 0; axis < 3; ++axis) {
    s.position[axis].resize(kept);
    s.velocity[axis].resize(kept);
  }
  s.cell.assign(kept, -1);
  members.index.resize(kept);
}

}  // namespace

template <typename Real>
void keep_own(SlabMembers<Real>& members, const mesh::Slabs& slabs, int n, int rank) {
  split(members, slabs, n, rank, [](std::size_t, int) {});
}

template <typename Real>
std::int64_t migrate(SlabMembers<Real>& members, const mesh::Slabs& slabs, int n, Ranks& ranks) {
  Stars<Real>& s = members.stars;
  std::vector<std::vector<Migrant<Real>>> to(static_cast<std::size_t>(ranks.size()));
  split(members, slabs, n, ranks.rank(), [&](std::size_t p, int owner) {
    to[static_cast<std::size_t>(owner)].push_back(
        {{s.position[0][p], s.position[1][p], s.position[2][p]},
         {s.velocity[0][p], s.velocity[1][p], s.velocity[2][p]},
         members.index[p]});
  });
  std::int64_t come = 0;
  for (const auto& part : ranks.all_to_all(to))
    for (const Migrant<Real>& each : part) {
      for (int axis = 0; axis < 3; ++axis) {
        s.position[axis].push_back(each.position[axis]);
        s.velocity[axis].push_back(each.velocity[axis]);
      }
      s.cell.push_back(-1);
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
