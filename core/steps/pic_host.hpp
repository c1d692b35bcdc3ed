// Particles and field on the host, as the step reads them out of a backend between steps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/formulas/pic_crossing.hpp"
#include "core/formulas/pic_weights.hpp"

namespace tycho::pic {

/// Particles in the order in which a backend holds them.
template <typename Real>
struct HeldParticles {
  std::vector<std::uint64_t> id;
  std::vector<std::int32_t> cell;  // i + nx j
  std::vector<std::int32_t>
      group;                 // the cell or the tile that holds it; layout = scatter: its cell
  std::vector<Real> dx, dy;  // from the corner of its cell
  std::vector<Real> vx, vy;  // half a step behind the positions

  std::size_t size() const { return id.size(); }

  void reserve(std::size_t n) {
    id.reserve(n);
    for (auto* numbers : {&cell, &group}) numbers->reserve(n);
    for (auto* values : {&dx, &dy, &vx, &vy}) values->reserve(n);
  }
  void resize(std::size_t n) {
    id.resize(n);
    for (auto* numbers : {&cell, &group}) numbers->resize(n);
    for (auto* values : {&dx, &dy, &vx, &vy}) values->resize(n);
  }
  /// The particle at a place below size().
  void set(std::size_t at, std::uint64_t own_id, std::int32_t in_cell, std::int32_t in_group,
           Real at_x, Real at_y, Real going_x, Real going_y) {
    id[at] = own_id;
    cell[at] = in_cell;
    group[at] = in_group;
    dx[at] = at_x;
    dy[at] = at_y;
    vx[at] = going_x;
    vy[at] = going_y;
  }
  void add(std::uint64_t new_id, std::int32_t in_cell, std::int32_t in_group, Real at_x, Real at_y,
           Real going_x, Real going_y) {
    id.push_back(new_id);
    cell.push_back(in_cell);
    group.push_back(in_group);
    dx.push_back(at_x);
    dy.push_back(at_y);
    vx.push_back(going_x);
    vy.push_back(going_y);
  }
};

/// A periodic grid of values, x fastest.
template <typename Real>
struct HostGrid {
  int nx, ny;
  std::vector<Real> values;

  /// At a point of a cell, (dx, dy) from the cell's corner.
  Real at(int cell, Real dx, Real dy) const {
    const int i = cell % nx, j = cell / nx;
    const int right = wrapped_cell(i + 1, nx), upper = wrapped_cell(j + 1, ny);
    return interpolated(
        Corners<Real>{value(i, j), value(right, j), value(i, upper), value(right, upper)}, dx, dy);
  }

 private:
  Real value(int i, int j) const { return values[std::size_t(nx) * j + i]; }
};

/// `factor` times a grid's values where the particles are, interpolated in the grid's precision.
template <typename GridReal, typename Real>
std::vector<double> scaled_at(const HostGrid<GridReal>& grid, const HeldParticles<Real>& held,
                              double factor) {
  std::vector<double> values;
  values.reserve(held.size());
  for (std::size_t i = 0; i < held.size(); ++i)
    values.push_back(factor * double(grid.at(held.cell[i], static_cast<GridReal>(held.dx[i]),
                                             static_cast<GridReal>(held.dy[i]))));
  return values;
}

/// The two components of the field.
template <typename Real>
struct HostField {
  HostGrid<Real> x, y;
};

}  // namespace tycho::pic
