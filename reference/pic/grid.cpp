#include "reference/pic/grid.hpp"

#include <limits>

namespace tycho::reference::pic {

template <typename Real>
Grid<Real>::Grid(int columns, int rows, int workers, bool shared)
    : nx(columns), ny(rows), threads(workers), patches(static_cast<std::size_t>(workers)) {
  for (int t = 0; t < threads; ++t) {
    Patch<Real>& patch = patches[t];
    patch.first = shared ? 0 : ny * t / threads;
    patch.rows = shared ? ny : ny * (t + 1) / threads - patch.first;
    patch.charge.resize(std::size_t(nx + 1) * (patch.rows + 1));
  }
  constexpr Real kNaN = std::numeric_limits<Real>::quiet_NaN();
  for (auto* values : {&charge, &field[0], &field[1]}) values->assign(std::size_t(nx) * ny, kNaN);
  guarded.assign(std::size_t(nx + 1) * (ny + 1), {kNaN, kNaN});
}

template struct Grid<float>;
template struct Grid<double>;

}  // namespace tycho::reference::pic
