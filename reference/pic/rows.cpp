#include "reference/pic/rows.hpp"

#include <cmath>
#include <limits>

#include "core/contracts/pic.hpp"
#include "core/error.hpp"
#include "core/formulas/pic_crossing.hpp"
#include "core/formulas/pic_weights.hpp"
#include "core/parallel_for.hpp"

namespace tycho::reference::pic {

using namespace tycho::pic;

template <typename Real>
void load(Rows<Real>& s, const Particles& p, int nx, int ny) {
  if (p.size() > std::numeric_limits<std::uint32_t>::max())
    throw UsageError("loop = best numbers particles in 32 bits; " + std::to_string(p.size()) +
                     " are too many: take loop = plain");
  s.id = p.id;
  s.moved = 0;
  s.rows.resize(static_cast<std::size_t>(ny));
  for (Row<Real>& row : s.rows) {
    row.start.assign(static_cast<std::size_t>(nx) + 1, 0);
    for (auto& to : row.leavers) to.clear();
  }
  // As in layout = ordered: rounded to Real, an offset just below 1 may be 1.
  const auto place = [&](std::size_t i, const auto& at) {
    const double low_x = std::floor(p.x[i]), low_y = std::floor(p.y[i]);
    const Crossing<Real> x = crossed(static_cast<Real>(p.x[i] - low_x));
    const Crossing<Real> y = crossed(static_cast<Real>(p.y[i] - low_y));
    at(s.rows[wrapped_cell(static_cast<int>(low_y) + y.cells, ny)],
       wrapped_cell(static_cast<int>(low_x) + x.cells, nx), x.offset, y.offset);
  };
  for (std::size_t i = 0; i < p.size(); ++i)
    place(i, [](Row<Real>& row, int column, Real, Real) { ++row.start[column + 1]; });
  for (Row<Real>& row : s.rows) {
    for (int i = 0; i < nx; ++i) row.start[i + 1] += row.start[i];
    row.slots.make_room(static_cast<std::size_t>(row.size()));
  }
  for (std::size_t i = 0; i < p.size(); ++i)
    place(i, [&](Row<Real>& row, int column, Real x, Real y) {
      const std::int64_t to = row.start[column]++;
      row.slots.x[to] = x;
      row.slots.y[to] = y;
      row.slots.vx[to] = static_cast<Real>(p.vx[i]);
      row.slots.vy[to] = static_cast<Real>(p.vy[i]);
      row.slots.index[to] = static_cast<std::uint32_t>(i);
    });
  // Each start is now the end of its column.
  for (Row<Real>& row : s.rows) {
    for (int i = nx; i > 0; --i) row.start[i] = row.start[i - 1];
    row.start[0] = 0;
  }
}

template <typename Real>
void deposit(const Rows<Real>& s, Grid<Real>& grid, Real charge) {
  const int nx = grid.nx;
  parallel_for(s.rows.size(), grid.threads, [&](std::size_t j) {
    const Row<Real>& row = s.rows[j];
    std::vector<Real>& q = grid.patches[j].charge;
    std::fill(q.begin(), q.end(), Real(0));
    for (int i = 0; i < nx; ++i)
      for (auto p = row.start[i]; p < row.start[i + 1]; ++p)
        add(linear_weights(row.slots.x[p], row.slots.y[p], charge), &q[i], &q[i + nx + 1]);
  });
}

template <typename Real>
void direct(Kept<Real>& kept, Row<Real>& row, int nx) {
  for (auto& to : row.leavers) to.clear();
  row.moved = row.too_far = 0;
  for (std::int64_t l = 0; l < kept.left; ++l) {
    Leaver<Real>& leaver = kept.leaving[l];
    if (too_far(leaver.x) || too_far(leaver.y)) {
      ++row.too_far;
      continue;
    }
    const Crossing<Real> x = crossed(leaver.x), y = crossed(leaver.y);
    row.moved += x.cells != 0 || y.cells != 0;
    leaver.x = x.offset;
    leaver.y = y.offset;
    leaver.column = wrapped_cell(leaver.column + x.cells, nx);
    row.leavers[y.cells + 1].push_back(leaver);
  }
}

template void load(Rows<float>&, const Particles&, int, int);
template void load(Rows<double>&, const Particles&, int, int);
template void deposit(const Rows<float>&, Grid<float>&, float);
template void deposit(const Rows<double>&, Grid<double>&, double);
template void direct(Kept<float>&, Row<float>&, int);
template void direct(Kept<double>&, Row<double>&, int);

}  // namespace tycho::reference::pic
