// The grids of the CPU side, and the stages between them.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "core/formulas/pic_weights.hpp"

namespace tycho::reference::pic {

using tycho::pic::Corners;

/// Rows of the charge that one thread adds to without asking: with a guard column at the right and
/// a guard row on top, whose charges are added where they belong afterwards.
template <typename Real>
struct Patch {
  int first = 0, rows = 0;
  std::vector<Real> charge;  // (nx + 1) (rows + 1)
};

template <typename Real>
struct Force {
  Real x, y;
};

/// The whole grid for each thread, whose particles may be anywhere; its own rows for each thread;
/// or every row of the grid a patch.
enum class Patches { kWhole, kShares, kRows };

template <typename Real>
struct Grid {
  Grid(int columns, int rows, int workers, Patches kind);

  int nx, ny, threads;
  std::vector<Patch<Real>> patches;
  std::vector<Real> charge;                // density, nx ny
  std::array<std::vector<Real>, 2> field;  // Ex and Ey, nx ny each
  std::vector<Force<Real>> guarded;        // the same with guard cells, (nx + 1) (ny + 1)

  /// The field at the corners of a cell.
  struct Cell {
    Corners<Real> x, y;
  };
  Cell cell(int i, int j) const {
    const Force<Real>* const f = &guarded[i + std::size_t(nx + 1) * j];
    const Force<Real>* const u = f + nx + 1;
    return {{f[0].x, f[1].x, u[0].x, u[1].x}, {f[0].y, f[1].y, u[0].y, u[1].y}};
  }
};

/// The patches' charges on the grid of nx ny points, guard cells included.
template <typename Real>
void guard_add(Grid<Real>& grid);
/// The same where every row of the grid is a patch.
template <typename Real>
void guard_add_rows(Grid<Real>& grid);

/// The same over ranks, of the grid's rows: `below` is the upper row of the patch below the first.
template <typename Real>
void guard_add_rows(Grid<Real>& grid, const Real* below);

/// The field with a guard column and a guard row, periodic.
template <typename Real>
void guard_copy(Grid<Real>& grid);
/// The same over ranks, of the grid's rows: the guard row is given, a component each.
template <typename Real>
void guard_copy(Grid<Real>& grid, const std::array<const Real*, 2>& above);

}  // namespace tycho::reference::pic
