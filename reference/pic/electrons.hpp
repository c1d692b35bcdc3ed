// The particles of the CPU side, in the two layouts of decyk2009, and the stages that move them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/particles.hpp"
#include "reference/pic/grid.hpp"

namespace tycho::reference::pic {

/// A column of the paper's `part`: the position in cells, from the corner of the box or of the
/// particle's cell, and the velocity half a step before it.
template <typename Real>
struct Electron {
  Real x, y, vx, vy;
};

/// layout = scatter: in any order, positions from the corner of the box.
template <typename Real>
struct Scattered {
  std::vector<Electron<Real>> part;
  std::vector<std::uint64_t> id;
};

/// layout = ordered: cell after cell, positions from the corner of the cell. The paper's npic is
/// `start`: the group of cell c is [start[c], start[c + 1]), without gaps.
template <typename Real>
struct Ordered {
  std::vector<Electron<Real>> part;
  std::vector<std::uint64_t> id;
  std::vector<std::int64_t> start;

  // What the reorder writes to, and needs on its way.
  std::vector<Electron<Real>> next_part;
  std::vector<std::uint64_t> next_id;
  std::vector<std::int32_t> destination;             // of each particle: its new cell
  std::vector<std::vector<std::int64_t>> next_slot;  // by thread and cell: of its next particle
  std::int64_t moved = 0;                            // to other cells by the last reorder
};

template <typename Real>
void load(Scattered<Real>& electrons, const Particles& particles, int nx, int ny);
template <typename Real>
void load(Ordered<Real>& electrons, const Particles& particles, int nx, int ny);

/// Sums the charges of the electrons, `charge` each, on the patches, which are cleared first.
template <typename Real>
void deposit(const Scattered<Real>& electrons, Grid<Real>& grid, Real charge);
template <typename Real>
void deposit(const Ordered<Real>& electrons, Grid<Real>& grid, Real charge);

/// One leapfrog step in the field of the grid. Scattered particles are brought back into the box;
/// ordered ones are left relative to the cell they came from.
template <typename Real>
void push(Scattered<Real>& electrons, const Grid<Real>& grid, Real dt);
template <typename Real>
void push(Ordered<Real>& electrons, const Grid<Real>& grid, Real dt);
/// Over ranks: scattered particles of a grid that begins with row `first_row` of a box of `ny`.
template <typename Real>
void push_in_slab(Scattered<Real>& electrons, const Grid<Real>& grid, int first_row, int ny,
                  Real dt);

/// Puts every particle into the group of its cell. Throws where one has gone further than the next.
template <typename Real>
void reorder(Ordered<Real>& electrons, const Grid<Real>& grid, Real dt);

/// A particle on its way to another rank, with its new cell in the whole box.
template <typename Real>
struct Traveller {
  Electron<Real> electron;
  std::uint64_t id;
  std::int64_t cell;
};
/// A grid with the rows from `first_row` on of a box of `ny`, and the particles that have come to
/// it: by rank, from ranks with lower rows and from ranks with higher ones.
template <typename Real>
struct Arrivals {
  int first_row, ny;
  std::span<const std::vector<Traveller<Real>>> from_lower, from_higher;
};
/// The same over ranks: particles that have left the grid's rows are dropped, and the arrivals
/// taken in. Returns how many particles have gone further than the next cell: where any has, the
/// groups are not made, and the step must be given up.
template <typename Real>
std::int64_t reorder(Ordered<Real>& electrons, const Grid<Real>& grid,
                     const Arrivals<Real>& arrivals);

/// Calls visit(id, cell, dx, dy, vx, vy) for every particle.
template <typename Real, typename Visit>
void for_each(Scattered<Real>& electrons, int nx, const Visit& visit) {
  for (std::size_t p = 0; p < electrons.part.size(); ++p) {
    Electron<Real>& e = electrons.part[p];
    const int i = static_cast<int>(e.x), j = static_cast<int>(e.y);
    visit(electrons.id[p], i + nx * j, e.x - static_cast<Real>(i), e.y - static_cast<Real>(j), e.vx,
          e.vy);
  }
}
template <typename Real, typename Visit>
void for_each(Ordered<Real>& electrons, int /*nx*/, const Visit& visit) {
  for (std::size_t c = 0; c + 1 < electrons.start.size(); ++c)
    for (auto p = electrons.start[c]; p < electrons.start[c + 1]; ++p) {
      Electron<Real>& e = electrons.part[p];
      visit(electrons.id[p], static_cast<int>(c), e.x, e.y, e.vx, e.vy);
    }
}

}  // namespace tycho::reference::pic
