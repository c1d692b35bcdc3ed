// The particles of loop = best: row after row of cells, each row in memory of its own, cell after
// cell without gaps and component by component, so that a vector register takes neighbours in a
// cell. A step passes once over them: a row that is pushed is kept in the cache until the particles
// that come into it from the rows around are known, and is then written back.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/particles.hpp"
#include "reference/pic/grid.hpp"

namespace tycho::reference::pic {

/// Room for particles. Vector registers read and write beyond the last one: there is always room
/// for kBeyond more.
template <typename Real>
struct Slots {
  static constexpr std::size_t kBeyond = 64;

  void make_room(std::size_t particles) {
    if (particles <= capacity) return;
    capacity = particles + particles / 8;
    for (auto* values : {&x, &y, &vx, &vy}) values->resize(capacity + kBeyond);
    index.resize(capacity + kBeyond);
  }

  std::size_t capacity = 0;
  std::vector<Real> x, y, vx, vy;    // positions from the corner of the cell
  std::vector<std::uint32_t> index;  // of the particle at the load
};

/// A particle on its way: from the cell it leaves, then from the corner of the cell it comes to.
template <typename Real>
struct Leaver {
  Real x, y, vx, vy;
  std::uint32_t index;
  std::int32_t column;
};

template <typename Real>
struct Row {
  Slots<Real> slots;
  std::vector<std::int64_t> start;  // the particles of column i are [start[i], start[i + 1])

  // Electrons that left the row, in the order of the columns they left.
  std::array<std::vector<Leaver<Real>>, 3> leavers;  // to the row below, this one, the one above
  std::int64_t moved = 0, too_far = 0;
  std::vector<std::int64_t> next;  // of the merge, by column: the slot of the next that comes

  std::int64_t size() const { return start.back(); }
};

/// A row between push and merge: the particles that stay in their cells, and the particles that
/// leave them.
template <typename Real>
struct Kept {
  Slots<Real> slots;
  std::vector<std::int64_t> start;
  std::vector<Leaver<Real>> leaving;  // the first `left`
  std::int64_t left = 0;
  std::vector<std::int64_t> crossed;  // of the push: where the vectors with leavers are
};

template <typename Real>
struct Rows {
  std::vector<Row<Real>> rows;
  std::vector<std::uint64_t> id;  // by index at the load
  // By thread: the first row of its share, and two that follow each other.
  std::vector<std::array<Kept<Real>, 3>> kept;
  std::int64_t moved = 0;  // to other cells by the last reorder
};

template <typename Real>
void load(Rows<Real>& electrons, const Particles& particles, int nx, int ny);

/// Adds the charges of a cell's corners to two rows of the grid.
template <typename Real>
void add(const Corners<Real>& charges, Real* low, Real* high) {
  low[0] += charges.ll;
  low[1] += charges.ul;
  high[0] += charges.lu;
  high[1] += charges.uu;
}

/// Sums the charges on the patches, of which every row has one: at a load. Steps do it on their
/// way.
template <typename Real>
void deposit(const Rows<Real>& electrons, Grid<Real>& grid, Real charge);

/// One leapfrog step in the field of the grid; every particle into its new cell; the charges of the
/// new positions on the patches. The sums have one order whatever the number of threads. Throws
/// where a particle has gone further than the next cell.
template <typename Real>
void push_deposit_reorder(Rows<Real>& electrons, Grid<Real>& grid, Real dt, Real charge);

/// Pushes row `j` into `kept`, and sums the charges of those that stay.
template <typename Real>
void push_row(Row<Real>& row, int j, Grid<Real>& grid, Real dt, Real charge, Kept<Real>& kept);

/// The particles that left a row's cells to the row's `leavers`, with their new cells.
template <typename Real>
void direct(Kept<Real>& kept, Row<Real>& row, int nx);

/// The row anew: in each cell the particles that were kept, then those that come from below, from
/// this row and from above. Adds the charges of those that come.
template <typename Real>
void merge_row(Rows<Real>& electrons, int j, Kept<Real>& kept, Grid<Real>& grid, Real charge);

/// Calls visit(id, cell, dx, dy, vx, vy) for every particle.
template <typename Real, typename Visit>
void for_each(Rows<Real>& electrons, int nx, const Visit& visit) {
  for (std::size_t j = 0; j < electrons.rows.size(); ++j) {
    Row<Real>& row = electrons.rows[j];
    for (int i = 0; i < nx; ++i)
      for (auto p = row.start[i]; p < row.start[i + 1]; ++p)
        visit(electrons.id[row.slots.index[p]], i + nx * static_cast<int>(j), row.slots.x[p],
              row.slots.y[p], row.slots.vx[p], row.slots.vy[p]);
  }
}

}  // namespace tycho::reference::pic
