// v(t + dt/2) = v(t - dt/2) + f(x(t)) dt,  x(t + dt) = x(t) + v(t + dt/2) dt: decyk2009, Parallel
// Particle Push.
#include "core/formulas/pic_push.hpp"

#include <atomic>
#include <stdexcept>

#include "core/contracts/pic.hpp"
#include "core/formulas/pic_crossing.hpp"
#include "core/parallel_for.hpp"
#include "reference/pic/electrons.hpp"

namespace tycho::reference::pic {

using namespace tycho::pic;

namespace {

template <typename Real>
void advance(Electron<Real>& e, const typename Grid<Real>::Cell& cell, Real dx, Real dy, Real dt) {
  e.vx = kicked(e.vx, interpolated(cell.x, dx, dy), dt);
  e.vy = kicked(e.vy, interpolated(cell.y, dx, dy), dt);
  e.x = moved(e.x, e.vx, dt);
  e.y = moved(e.y, e.vy, dt);
}

}  // namespace

template <typename Real>
void push(Scattered<Real>& s, const Grid<Real>& grid, Real dt) {
  push_in_slab(s, grid, 0, grid.ny, dt);
}

/// Reads the field anew for every particle.
template <typename Real>
void push_in_slab(Scattered<Real>& s, const Grid<Real>& grid, int first_row, int rows, Real dt) {
  const Real nx = static_cast<Real>(grid.nx), ny = static_cast<Real>(rows);
  std::atomic<std::int64_t> lost{0};
  parallel_for(s.part.size(), grid.threads, [&](std::size_t p) {
    Electron<Real>& e = s.part[p];
    const int n = static_cast<int>(e.x), m = static_cast<int>(e.y);
    advance(e, grid.cell(n, m - first_row), e.x - static_cast<Real>(n), e.y - static_cast<Real>(m),
            dt);
    e.x = wrapped_position(e.x, nx);
    e.y = wrapped_position(e.y, ny);
    const bool inside = e.x >= 0 && e.x < nx && e.y >= 0 && e.y < ny;
    if (!inside) ++lost;
  });
  if (lost > 0) throw std::runtime_error(too_fast(lost, dt));
}

/// Reads the field of a cell once for its whole group.
template <typename Real>
void push(Ordered<Real>& s, const Grid<Real>& grid, Real dt) {
  const int nx = grid.nx;
  parallel_for(std::size_t(nx) * grid.ny, grid.threads, [&](std::size_t c) {
    const typename Grid<Real>::Cell cell =
        grid.cell(static_cast<int>(c % nx), static_cast<int>(c / nx));
    for (auto p = s.start[c]; p < s.start[c + 1]; ++p) {
      Electron<Real>& e = s.part[p];
      advance(e, cell, e.x, e.y, dt);
    }
  });
}

template void push(Scattered<float>&, const Grid<float>&, float);
template void push(Scattered<double>&, const Grid<double>&, double);
template void push_in_slab(Scattered<float>&, const Grid<float>&, int, int, float);
template void push_in_slab(Scattered<double>&, const Grid<double>&, int, int, double);
template void push(Ordered<float>&, const Grid<float>&, float);
template void push(Ordered<double>&, const Grid<double>&, double);

}  // namespace tycho::reference::pic
