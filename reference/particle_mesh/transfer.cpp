// Between the meshes of the multigrid solver: aubert2009, Fig. 4.
#include "core/formulas/cell_index.hpp"
#include "core/formulas/discrete_laplacian.hpp"
#include "core/formulas/mesh_transfer.hpp"
#include "reference/particle_mesh/multigrid.hpp"

namespace tycho::reference::particle_mesh {

template <typename Real>
void residual(Level<Real>& level, bool walls, int threads) {
  const int n = level.n;
#pragma omp parallel for num_threads(threads) schedule(static) if (threads > 1 && n >= 16)
  for (int k = 0; k < n; ++k)
    for (int j = 0; j < n; ++j) {
      const Row<Real> row(level, j, k, walls);
      for (int i = 0; i < n; ++i)
        level.scratch[row.first + i] =
            residual_of(row.neighbours(i), row.diagonal(i), row.u[i], level.rhs[row.first + i]);
    }
}

template <typename Real>
void restrict_residual(const Level<Real>& fine, Level<Real>& coarse, int threads) {
  const int n = coarse.n;
#pragma omp parallel for num_threads(threads) schedule(static) if (threads > 1 && n >= 16)
  for (int k = 0; k < n; ++k)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        Real sum = 0;
        for (int c = 0; c < 2; ++c)
          for (int b = 0; b < 2; ++b)
            for (int a = 0; a < 2; ++a)
              sum += fine.scratch[flat_cell(2 * i + a, 2 * j + b, 2 * k + c, fine.n)];
        coarse.rhs[flat_cell(i, j, k, n)] = restricted(sum);
      }
}

template <typename Real>
void prolong(const Level<Real>& coarse, Level<Real>& fine, bool walls, int threads) {
  const int n = fine.n, half = coarse.n;
  // Beyond a wall the coarse correction goes on with the other sign.
  const auto value = [&](int i, int j, int k) {
    Real sign = 1;
    for (int* index : {&i, &j, &k}) {
      const int inside = wrap_cell(*index, half);
      if (inside == *index) continue;
      *index = walls ? (*index < 0 ? 0 : half - 1) : inside;
      if (walls) sign = -sign;
    }
    return sign * coarse.u[flat_cell(i, j, k, half)];
  };
#pragma omp parallel for num_threads(threads) schedule(static) if (threads > 1 && n >= 16)
  for (int k = 0; k < n; ++k)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        const auto along_x = [&](int y, int z) {
          return prolonged(value(i / 2, y, z), value(far_coarse(i), y, z));
        };
        const auto along_y = [&](int z) {
          return prolonged(along_x(j / 2, z), along_x(far_coarse(j), z));
        };
        fine.u[flat_cell(i, j, k, n)] += prolonged(along_y(k / 2), along_y(far_coarse(k)));
      }
}

template void residual(Level<float>&, bool, int);
template void residual(Level<double>&, bool, int);
template void restrict_residual(const Level<float>&, Level<float>&, int);
template void restrict_residual(const Level<double>&, Level<double>&, int);
template void prolong(const Level<float>&, Level<float>&, bool, int);
template void prolong(const Level<double>&, Level<double>&, bool, int);

}  // namespace tycho::reference::particle_mesh
