// Rows of the multigrid solver's meshes in SIMD.
#pragma once

#include "reference/particle_mesh/multigrid.hpp"
#include "reference/particle_mesh/team.hpp"

namespace tycho::reference::particle_mesh {

/// `sweeps` of red, then black cells. As many half-sweeps as a thread's share allows follow each
/// other plane by plane while the planes are in the cache. Gives the same bits for any number of
/// threads.
template <typename Real>
void smooth_red_black(Level<Real>& level, int sweeps, Real omega, bool walls, const Team& team);

/// `sweeps` in which every cell sees its neighbours' values from before the sweep.
template <typename Real>
void smooth_jacobi(Level<Real>& level, int sweeps, Real omega, bool walls, const Team& team);

/// The residuals of one row.
template <typename Real>
void residual_of_row(const Row<Real>& row, const Real* rhs, Real* out);

/// From the fine solution to the coarse right-hand side; the coarse solution is zero.
template <typename Real>
void restrict_residual(const Level<Real>& fine, Level<Real>& coarse, bool walls, const Team& team);

/// Adds the coarse correction to the fine solution.
template <typename Real>
void prolong(const Level<Real>& coarse, Level<Real>& fine, bool walls, const Team& team);

}  // namespace tycho::reference::particle_mesh
