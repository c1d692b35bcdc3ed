// The meshes of the multigrid solver, and what is done on them.
#pragma once

#include <cstddef>
#include <vector>

#include "core/formulas/central_difference.hpp"

namespace tycho::reference::particle_mesh {

template <typename Real>
struct Level {
  explicit Level(int side)
      : n(side),
        u(std::size_t(side) * side * side),
        rhs(u.size()),
        scratch(u.size()),
        zeros(static_cast<std::size_t>(side)) {}

  int n;
  std::vector<Real> u, rhs;
  std::vector<Real> scratch;  // residuals, or the next iterate of a Jacobi sweep
  std::vector<Real> zeros;    // the row beyond a wall
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

/// One sweep of red, then black cells.
template <typename Real>
void smooth_red_black(Level<Real>& level, Real omega, bool walls, int threads);

/// One sweep in which every cell sees its neighbours' values of before.
template <typename Real>
void smooth_jacobi(Level<Real>& level, Real omega, bool walls, int threads);

/// scratch = rhs - L u
template <typename Real>
void residual(Level<Real>& level, bool walls, int threads);

/// The coarse right-hand side from the fine residual.
template <typename Real>
void restrict_residual(const Level<Real>& fine, Level<Real>& coarse, int threads);

/// Adds the coarse correction to the fine solution.
template <typename Real>
void prolong(const Level<Real>& coarse, Level<Real>& fine, bool walls, int threads);

}  // namespace tycho::reference::particle_mesh
