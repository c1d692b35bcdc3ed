// The charges in guard cells belong to the other end of the row, or to the row of another patch
// (decyk2009, Parallel Charge Deposits). Every row of the grid collects what is its own, patch by
// patch, so that the order of a sum is the same in every run.
#include "core/parallel_for.hpp"
#include "reference/pic/grid.hpp"

namespace tycho::reference::pic {

template <typename Real>
void guard_add(Grid<Real>& grid) {
  const int nx = grid.nx, ny = grid.ny;
  parallel_for(ny, grid.threads, [&](std::size_t j) {
    Real* const row = &grid.charge[nx * j];
    std::fill(row, row + nx, Real(0));
    const auto collect = [&](const Patch<Real>& patch, int local) {
      const Real* const from = &patch.charge[std::size_t(nx + 1) * local];
      for (int i = 0; i < nx; ++i) row[i] += from[i];
      row[0] += from[nx];
    };
    for (const Patch<Real>& patch : grid.patches) {
      const int local = static_cast<int>(j) - patch.first;
      if (local >= 0 && local < patch.rows) collect(patch, local);
      if (patch.rows > 0 && (patch.first + patch.rows) % ny == static_cast<int>(j))
        collect(patch, patch.rows);
    }
  });
}

template <typename Real>
void guard_add_rows(Grid<Real>& grid) {
  guard_add_rows(grid, &grid.patches.back().charge[grid.nx + 1]);
}

template <typename Real>
void guard_add_rows(Grid<Real>& grid, const Real* below_first) {
  const int nx = grid.nx;
  parallel_for(grid.ny, grid.threads, [&](std::size_t j) {
    const Real* const own = grid.patches[j].charge.data();
    const Real* const below = j == 0 ? below_first : &grid.patches[j - 1].charge[nx + 1];
    Real* const row = &grid.charge[nx * j];
    for (int i = 0; i < nx; ++i) row[i] = own[i] + below[i];
    row[0] += own[nx] + below[nx];
  });
}

template void guard_add(Grid<float>&);
template void guard_add(Grid<double>&);
template void guard_add_rows(Grid<float>&);
template void guard_add_rows(Grid<double>&);
template void guard_add_rows(Grid<float>&, const float*);
template void guard_add_rows(Grid<double>&, const double*);

}  // namespace tycho::reference::pic
