// Relaxation sweeps, aubert2009 eq. 9 in three dimensions.
#include "core/formulas/cell_index.hpp"
#include "core/formulas/discrete_laplacian.hpp"
#include "reference/particle_mesh/multigrid.hpp"

namespace tycho::reference::particle_mesh {

template <typename Real>
Row<Real>::Row(const Level<Real>& level, int j, int k, bool walls)
    : n(level.n), first(level.plane(k) + std::size_t(j) * n), u(&level.u[first]) {
  const auto row = [&](int y, int z) {
    const bool outside = y < 0 || y == n || z < 0 || z == n;
    if (walls && outside) return level.zeros.data();
    return &level.u[level.plane(z) + std::size_t(wrap_cell(y, n)) * n];
  };
  south = row(j - 1, k);
  north = row(j + 1, k);
  below = row(j, k - 1);
  above = row(j, k + 1);
  west = walls ? Real(0) : u[n - 1];
  east = walls ? Real(0) : u[0];
  const int faces = (j == 0) + (j == n - 1) + (k == 0) + (k == n - 1);
  inside = static_cast<Real>(walls ? 6 + faces : 6);
  at_end = inside + (walls ? 1 : 0);
  inverse_inside = 1 / inside;
  inverse_at_end = 1 / at_end;
}

template <typename Real>
void smooth_colour(Level<Real>& level, int colour, Real omega, bool walls, int threads) {
  const int n = level.n, last = level.first + level.planes;
#pragma omp parallel for num_threads(threads) schedule(static) if (threads > 1 && n >= 16)
  for (int k = level.first; k < last; ++k)
    for (int j = 0; j < n; ++j) {
      const Row<Real> row(level, j, k, walls);
      Real* const u = &level.u[row.first];
      const Real* const rhs = &level.rhs[row.first];
      for (int i = (colour + j + k) % 2; i < n; i += 2)
        u[i] = relaxed(row.neighbours(i), row.inverse_diagonal(i), u[i], rhs[i], omega);
    }
}

template <typename Real>
void smooth_red_black(Level<Real>& level, Real omega, bool walls, int threads) {
  for (int colour = 0; colour < 2; ++colour) smooth_colour(level, colour, omega, walls, threads);
}

template <typename Real>
void smooth_jacobi(Level<Real>& level, Real omega, bool walls, int threads) {
  const int n = level.n, last = level.first + level.planes;
#pragma omp parallel for num_threads(threads) schedule(static) if (threads > 1 && n >= 16)
  for (int k = level.first; k < last; ++k)
    for (int j = 0; j < n; ++j) {
      const Row<Real> row(level, j, k, walls);
      Real* const next = &level.scratch[row.first];
      const Real* const rhs = &level.rhs[row.first];
      for (int i = 0; i < n; ++i)
        next[i] = relaxed(row.neighbours(i), row.inverse_diagonal(i), row.u[i], rhs[i], omega);
    }
  level.u.swap(level.scratch);
}

template struct Row<float>;
template struct Row<double>;
template void smooth_colour(Level<float>&, int, float, bool, int);
template void smooth_colour(Level<double>&, int, double, bool, int);
template void smooth_red_black(Level<float>&, float, bool, int);
template void smooth_red_black(Level<double>&, double, bool, int);
template void smooth_jacobi(Level<float>&, float, bool, int);
template void smooth_jacobi(Level<double>&, double, bool, int);

}  // namespace tycho::reference::particle_mesh
