// The field with a guard column and row, so that a push finds all corners of a cell side by side
// (decyk2009, Field Solver, the final step).
#include "core/parallel_for.hpp"
#include "reference/pic/grid.hpp"

namespace tycho::reference::pic {

template <typename Real>
void guard_copy(Grid<Real>& grid) {
  const int nx = grid.nx, ny = grid.ny;
  parallel_for(ny + 1, grid.threads, [&](std::size_t j) {
    const std::size_t from = std::size_t(nx) * (j % ny);
    const Real *const x = &grid.field[0][from], *const y = &grid.field[1][from];
    Force<Real>* const to = &grid.guarded[(nx + 1) * j];
    for (int i = 0; i < nx; ++i) to[i] = {x[i], y[i]};
    to[nx] = to[0];
  });
}

template void guard_copy(Grid<float>&);
template void guard_copy(Grid<double>&);

}  // namespace tycho::reference::pic
