// The field with a guard column and row, so that a push finds all corners of a cell side by side
// (decyk2009, Field Solver, the final step).
#include "core/parallel_for.hpp"
#include "reference/pic/grid.hpp"

namespace tycho::reference::pic {

template <typename Real>
void guard_copy(Grid<Real>& grid) {
  guard_copy(grid, {grid.field[0].data(), grid.field[1].data()});
}

template <typename Real>
void guard_copy(Grid<Real>& grid, const std::array<const Real*, 2>& above) {
  const int nx = grid.nx;
  const std::size_t ny = static_cast<std::size_t>(grid.ny);
  parallel_for(ny + 1, grid.threads, [&](std::size_t j) {
    const auto row = [&](int component) {
      return j < ny ? &grid.field[component][nx * j] : above[component];
    };
    const Real *const x = row(0), *const y = row(1);
    Force<Real>* const to = &grid.guarded[(nx + 1) * j];
    for (int i = 0; i < nx; ++i) to[i] = {x[i], y[i]};
    to[nx] = to[0];
  });
}

template void guard_copy(Grid<float>&);
template void guard_copy(Grid<double>&);
template void guard_copy(Grid<float>&, const std::array<const float*, 2>&);
template void guard_copy(Grid<double>&, const std::array<const double*, 2>&);

}  // namespace tycho::reference::pic
