#include "reference/pic/grid.hpp"

#include <limits>

namespace tycho::reference::pic {

template <typename Real>
Grid<Real>::Grid(int columns, int rows, int workers, Patches kind)
    : nx(columns), ny(rows), threads(workers) {
  const bool whole = kind == Patches::kWhole;
  const int count = kind == Patches::kRows ? ny : threads;
  patches.resize(static_cast<std::size_t>(count));
  for (int t = 0; t < count; ++t) {
    Patch<Real>& patch = patches[t];
    patch.first = whole ? 0 : ny * t / count;
    patch.rows = whole ? ny : ny * (t + 1) / count - patch.first;
    patch.charge.resize(std::size_t(nx + 1) * (patch.rows + 1));
  }
  constexpr Real kNaN = std::numeric_limits<Real>::quiet_NaN();
  for (auto* values : {&charge, &field[0], &field[1]}) values->assign(std::size_t(nx) * ny, kNaN);
  guarded.assign(std::size_t(nx + 1) * (ny + 1), {kNaN, kNaN});
}

template struct Grid<float>;
template struct Grid<double>;

}  // namespace tycho::reference::pic
