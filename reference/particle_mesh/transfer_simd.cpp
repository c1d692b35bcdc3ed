// Between the meshes of the multigrid solver (aubert2009, Fig. 4), row by row in SIMD. The residual
// is never a mesh: four of its rows make one row of the coarse right-hand side.
#include <algorithm>
#include <array>

#include "core/formulas/cell_index.hpp"
#include "core/formulas/mesh_transfer.hpp"
#include "reference/particle_mesh/rows.hpp"

namespace tycho::reference::particle_mesh {

template <typename Real>
void restrict_residual(const Level<Real>& fine, Level<Real>& coarse, bool walls, const Team& team) {
  const int n = coarse.n;
  std::array<std::vector<Real>, 4> residuals;
  for (auto& row : residuals) row.resize(static_cast<std::size_t>(fine.n));
  for (int k = team.first(n); k < team.last(n); ++k)
    for (int j = 0; j < n; ++j) {
      for (int r = 0; r < 4; ++r) {
        const Row<Real> row(fine, 2 * j + r % 2, 2 * k + r / 2, walls);
        residual_of_row(row, &fine.rhs[row.first], residuals[r].data());
      }
      const Real *const a = residuals[0].data(), *const b = residuals[1].data();
      const Real *const c = residuals[2].data(), *const d = residuals[3].data();
      Real* const rhs = &coarse.rhs[flat_cell(0, j, k, n)];
      Real* const u = &coarse.u[flat_cell(0, j, k, n)];
      for (int i = 0; i < n; ++i) {
        rhs[i] = restricted((a[2 * i] + a[2 * i + 1]) + (b[2 * i] + b[2 * i + 1]) +
                            (c[2 * i] + c[2 * i + 1]) + (d[2 * i] + d[2 * i + 1]));
        u[i] = 0;
      }
    }
}

template <typename Real>
void prolong(const Level<Real>& coarse, Level<Real>& fine, bool walls, const Team& team) {
  const int n = fine.n, half = coarse.n;
  // A coarse row, and its sign: beyond a wall the correction goes on with the other one.
  struct Beyond {
    int index;
    Real sign;
  };
  const auto place = [&](int index) -> Beyond {
    const int inside = wrap_cell(index, half);
    if (inside == index) return {index, 1};
    return walls ? Beyond{index < 0 ? 0 : half - 1, -1} : Beyond{inside, 1};
  };
  std::vector<Real> values(static_cast<std::size_t>(half) + 2);
  Real* const between = values.data() + 1;
  for (int k = team.first(n); k < team.last(n); ++k)
    for (int j = 0; j < n; ++j) {
      const Beyond y = place(far_coarse(j)), z = place(far_coarse(k));
      const auto row = [&](int at_y, int at_z) {
        return &coarse.u[flat_cell(0, at_y, at_z, half)];
      };
      const Real *const near_near = row(j / 2, k / 2), *const far_near = row(y.index, k / 2);
      const Real *const near_far = row(j / 2, z.index), *const far_far = row(y.index, z.index);
      for (int i = 0; i < half; ++i)
        between[i] = prolonged(prolonged(near_near[i], y.sign * far_near[i]),
                               z.sign * prolonged(near_far[i], y.sign * far_far[i]));
      between[-1] = walls ? -between[0] : between[half - 1];
      between[half] = walls ? -between[half - 1] : between[0];
      Real* const u = &fine.u[flat_cell(0, j, k, n)];
      for (int i = 0; i < half; ++i) {
        u[2 * i] += prolonged(between[i], between[i - 1]);
        u[2 * i + 1] += prolonged(between[i], between[i + 1]);
      }
    }
}

template void restrict_residual(const Level<float>&, Level<float>&, bool, const Team&);
template void restrict_residual(const Level<double>&, Level<double>&, bool, const Team&);
template void prolong(const Level<float>&, Level<float>&, bool, const Team&);
template void prolong(const Level<double>&, Level<double>&, bool, const Team&);

}  // namespace tycho::reference::particle_mesh
