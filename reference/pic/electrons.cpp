#include "reference/pic/electrons.hpp"

#include <cmath>
#include <numeric>

#include "core/formulas/pic_crossing.hpp"

namespace tycho::reference::pic {

using namespace tycho::pic;

template <typename Real>
void load(Scattered<Real>& s, const Particles& p, int nx, int ny) {
  s.part.resize(p.size());
  s.id = p.id;
  for (std::size_t i = 0; i < p.size(); ++i)
    // Rounded to Real, a position just below the end of the box is its end.
    s.part[i] = {wrapped_position(static_cast<Real>(p.x[i]), static_cast<Real>(nx)),
                 wrapped_position(static_cast<Real>(p.y[i]), static_cast<Real>(ny)),
                 static_cast<Real>(p.vx[i]), static_cast<Real>(p.vy[i])};
}

template <typename Real>
void load(Ordered<Real>& s, const Particles& p, int nx, int ny) {
  const std::size_t cells = std::size_t(nx) * ny;
  std::vector<Electron<Real>> part(p.size());
  std::vector<std::int32_t> cell(p.size());
  s.start.assign(cells + 1, 0);
  for (std::size_t i = 0; i < p.size(); ++i) {
    const double low_x = std::floor(p.x[i]), low_y = std::floor(p.y[i]);
    const Crossing<Real> x = crossed(static_cast<Real>(p.x[i] - low_x));
    const Crossing<Real> y = crossed(static_cast<Real>(p.y[i] - low_y));
    part[i] = {x.offset, y.offset, static_cast<Real>(p.vx[i]), static_cast<Real>(p.vy[i])};
    cell[i] = wrapped_cell(static_cast<int>(low_x) + x.cells, nx) +
              nx * wrapped_cell(static_cast<int>(low_y) + y.cells, ny);
    ++s.start[cell[i] + 1];
  }
  std::partial_sum(s.start.begin(), s.start.end(), s.start.begin());
  s.part.resize(p.size());
  s.id.resize(p.size());
  std::vector<std::int64_t> next_slot(s.start.begin(), s.start.end() - 1);
  for (std::size_t i = 0; i < p.size(); ++i) {
    const std::int64_t to = next_slot[cell[i]]++;
    s.part[to] = part[i];
    s.id[to] = p.id[i];
  }
  s.next_part.resize(p.size());
  s.next_id.resize(p.size());
  s.destination.resize(p.size());
  s.moved = 0;
}

template void load(Scattered<float>&, const Particles&, int, int);
template void load(Scattered<double>&, const Particles&, int, int);
template void load(Ordered<float>&, const Particles&, int, int);
template void load(Ordered<double>&, const Particles&, int, int);

}  // namespace tycho::reference::pic
