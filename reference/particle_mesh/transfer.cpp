// Between the meshes of the multigrid solver: aubert2009, Fig. 4.
#include "core/formulas/cell_index.hpp"
#include "core/formulas/discrete_laplacian.hpp"
#include "core/formulas/mesh_transfer.hpp"
#include "reference/particle_mesh/multigrid.hpp"

namespace tycho::reference::particle_mesh {

template <typename Real>
void residual(Level<Real>& level, bool walls, int threads) {
  const int n = level.n, last = level.first + level.planes;
#pragma omp parallel for num_threads(threads) schedule(static) if (threads > 1 && n >= 16)
  for (int k = level.first; k < last; ++k)
    for (int j = 0; j < n; ++j) {
      const Row<Real> row(level, j, k, walls);
      for (int i = 0; i < n; ++i)
        level.scratch[row.first + i] =
            residual_of(row.neighbours(i), row.diagonal(i), row.u[i], level.rhs[row.first + i]);
    }
}

template <typename Real>
void restrict_plane(const Real* low, const Real* high, Real* coarse, int n) {
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      Real sum = 0;
      for (const Real* const plane : {low, high})
        for (int b = 0; b < 2; ++b)
          for (int a = 0; a < 2; ++a) sum += plane[flat_cell(2 * i + a, 2 * j + b, 0, 2 * n)];
      coarse[flat_cell(i, j, 0, n)] = restricted(sum);
    }
}

template <typename Real>
void restrict_residual(const Level<Real>& fine, Level<Real>& coarse, int threads) {
  const int n = coarse.n;
#pragma omp parallel for num_threads(threads) schedule(static) if (threads > 1 && n >= 16)
  for (int k = 0; k < n; ++k)
    restrict_plane(&fine.scratch[fine.plane(2 * k)], &fine.scratch[fine.plane(2 * k + 1)],
                   &coarse.rhs[coarse.plane(k)], n);
}

namespace {

/// An index out by one, brought back around the box; at a wall it stays at the wall.
struct Inside {
  Inside(int index, int n, bool walls) : at(wrap_cell(index, n)), beyond(at != index) {
    if (beyond && walls) at = index < 0 ? 0 : n - 1;
  }
  int at;
  bool beyond;
};

}  // namespace

template <typename Real>
void prolong_plane(const CoarsePlanes<Real>& coarse, Real* fine, bool walls) {
  const int half = coarse.side, n = 2 * half;
  // Beyond a wall the coarse correction goes on with the other sign.
  const auto value = [&](int i, int j, const Real* plane, Real sign) {
    const Inside x(i, half, walls), y(j, half, walls);
    if (walls && x.beyond) sign = -sign;
    if (walls && y.beyond) sign = -sign;
    return sign * plane[flat_cell(x.at, y.at, 0, half)];
  };
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      const auto along_x = [&](int y, const Real* plane, Real sign) {
        return prolonged(value(i / 2, y, plane, sign), value(far_coarse(i), y, plane, sign));
      };
      const auto along_y = [&](const Real* plane, Real sign) {
        return prolonged(along_x(j / 2, plane, sign), along_x(far_coarse(j), plane, sign));
      };
      fine[flat_cell(i, j, 0, n)] += prolonged(along_y(coarse.near_plane, Real(1)),
                                               along_y(coarse.far_plane, coarse.far_sign));
    }
}

template <typename Real>
void prolong(const Level<Real>& coarse, Level<Real>& fine, bool walls, int threads) {
  const int n = fine.n, half = coarse.n;
#pragma omp parallel for num_threads(threads) schedule(static) if (threads > 1 && n >= 16)
  for (int k = 0; k < n; ++k) {
    const Inside far(far_coarse(k), half, walls);
    const Real sign = walls && far.beyond ? Real(-1) : Real(1);
    const CoarsePlanes<Real> planes{&coarse.u[coarse.plane(k / 2)], &coarse.u[coarse.plane(far.at)],
                                    sign, half};
    prolong_plane(planes, &fine.u[fine.plane(k)], walls);
  }
}

template void residual(Level<float>&, bool, int);
template void residual(Level<double>&, bool, int);
template void restrict_plane(const float*, const float*, float*, int);
template void restrict_plane(const double*, const double*, double*, int);
template void prolong_plane(const CoarsePlanes<float>&, float*, bool);
template void prolong_plane(const CoarsePlanes<double>&, double*, bool);
template void restrict_residual(const Level<float>&, Level<float>&, int);
template void restrict_residual(const Level<double>&, Level<double>&, int);
template void prolong(const Level<float>&, Level<float>&, bool, int);
template void prolong(const Level<double>&, Level<double>&, bool, int);

}  // namespace tycho::reference::particle_mesh
