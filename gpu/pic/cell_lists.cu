#include "gpu/pic/cell_lists.hpp"

#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include "core/error.hpp"
#include "core/formulas/pic_crossing.hpp"

namespace tycho::gpu::pic {

namespace {

/// A coordinate as a cell and an offset in [0, 1): what rounds to the upper edge is the lower edge
/// of the next cell.
template <typename Real>
std::pair<int, Real> split(double x, int n) {
  const double below = std::floor(x);
  const auto offset = static_cast<Real>(x - below);
  const int cell = static_cast<int>(below);
  if (offset < Real(1)) return {cell, offset};
  return {tycho::pic::wrapped_cell(cell + 1, n), Real(0)};
}

}  // namespace

template <typename Real>
CellLists<Real> cell_lists(const Particles& p, int nx, int ny) {
  if (p.size() > 0x7fffffff)
    throw Unavailable("pic numbers particles in 31 bits; " + std::to_string(p.size()) +
                      " are too many");
  CellLists<Real> lists;
  lists.nx = nx;
  lists.ny = ny;
  lists.first.assign(static_cast<std::size_t>(nx) * ny + 1, 0);
  std::vector<std::int32_t> cells(p.size());
  for (std::size_t i = 0; i < p.size(); ++i) {
    cells[i] = split<Real>(p.x[i], nx).first + nx * split<Real>(p.y[i], ny).first;
    ++lists.first[cells[i] + 1];
  }
  std::partial_sum(lists.first.begin(), lists.first.end(), lists.first.begin());
  lists.id.resize(p.size());
  for (auto* values : {&lists.dx, &lists.dy, &lists.vx, &lists.vy}) values->resize(p.size());
  std::vector<std::int64_t> next(lists.first.begin(), lists.first.end() - 1);
  for (std::size_t i = 0; i < p.size(); ++i) {
    const std::int64_t to = next[cells[i]]++;
    lists.id[to] = static_cast<std::uint32_t>(i);
    lists.dx[to] = split<Real>(p.x[i], nx).second;
    lists.dy[to] = split<Real>(p.y[i], ny).second;
    lists.vx[to] = static_cast<Real>(p.vx[i]);
    lists.vy[to] = static_cast<Real>(p.vy[i]);
  }
  return lists;
}

template CellLists<float> cell_lists(const Particles&, int, int);
template CellLists<double> cell_lists(const Particles&, int, int);

}  // namespace tycho::gpu::pic
