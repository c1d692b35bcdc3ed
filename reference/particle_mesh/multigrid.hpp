// The meshes of the multigrid solver, and what is done on them.
#pragma once

#include <cstddef>
#include <vector>

#include "core/formulas/cell_index.hpp"
#include "core/formulas/central_difference.hpp"

namespace tycho::reference::particle_mesh {

template <typename Real>
struct Level {
  explicit Level(int side) : Level(side, 0, side, 0) {}
  /// Over ranks: some of the planes, with guard planes below and above them.
  Level(int side, int first_plane, int own_planes, int guard_planes)
      : n(side),
        first(first_plane),
        planes(own_planes),
        guards(guard_planes),
        u(own_planes == 0 ? 0 : std::size_t(side) * side * (planes + 2 * guards)),
        rhs(u.size()),
        scratch(u.size()),
        zeros(static_cast<std::size_t>(side)) {}

  int n;
  int first, planes;  // of the planes of the mesh: all, but over ranks
  int guards;
  std::vector<Real> u, rhs;
  std::vector<Real> scratch;  // residuals, or the next iterate of a Jacobi sweep
  std::vector<Real> zeros;    // the row beyond a wall

  /// Where plane z begins. Beyond the planes are guard planes or, of a whole mesh, the other end.
  std::size_t plane(int z) const {
    const int at = guards == 0 ? wrap_cell(z, n) : z - first + guards;
    return std::size_t(at) * n * n;
  }
};

/// One row of cells along x with the four rows around it. A wall at potential zero lies on the
/// face between a cell and its mirror image of opposite sign, so that image is no neighbour but
/// adds one to the cell's diagonal.
template <typename Real>
struct Row {
  Row(const Level<Real>& level, int j, int k, bool walls);

  Real neighbours(int i) const {
    return (i > 0 ? u[i - 1] : west) + (i < n - 1 ? u[i + 1] : east) + south[i] + north[i] +
           below[i] + above[i];
  }
  bool end(int i) const { return i == 0 || i == n - 1; }
  Real diagonal(int i) const { return end(i) ? at_end : inside; }
  Real inverse_diagonal(int i) const { return end(i) ? inverse_at_end : inverse_inside; }

  int n;
  std::size_t first;  // of the row's cells in the mesh
  const Real *u, *south, *north, *below, *above;
  Real west, east;      // beyond the row's ends
  Real inside, at_end;  // the diagonal
  Real inverse_inside, inverse_at_end;
};

/// Half a sweep: the red cells (0) or the black ones.
template <typename Real>
void smooth_colour(Level<Real>& level, int colour, Real omega, bool walls, int threads);

/// One sweep of red, then black cells.
template <typename Real>
void smooth_red_black(Level<Real>& level, Real omega, bool walls, int threads);

/// One sweep in which every cell sees its neighbours' values from before the sweep.
template <typename Real>
void smooth_jacobi(Level<Real>& level, Real omega, bool walls, int threads);

/// scratch = rhs - L u
template <typename Real>
void residual(Level<Real>& level, bool walls, int threads);

/// A plane of the coarse right-hand side from the two planes of the fine residual that lie in it.
template <typename Real>
void restrict_plane(const Real* low, const Real* high, Real* coarse, int coarse_side);

/// The coarse right-hand side from the fine residual.
template <typename Real>
void restrict_residual(const Level<Real>& fine, Level<Real>& coarse, int threads);

/// The two coarse planes that a fine one lies between: the one it lies in, and the next on its
/// side, which beyond a wall counts with the other sign.
template <typename Real>
struct CoarsePlanes {
  const Real *near_plane, *far_plane;
  Real far_sign;
  int side;
};

/// Adds the coarse correction to a plane of the fine solution.
template <typename Real>
void prolong_plane(const CoarsePlanes<Real>& coarse, Real* fine, bool walls);

/// Adds the coarse correction to the fine solution.
template <typename Real>
void prolong(const Level<Real>& coarse, Level<Real>& fine, bool walls, int threads);

}  // namespace tycho::reference::particle_mesh
