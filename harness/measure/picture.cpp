#include "harness/measure/picture.hpp"

#include <algorithm>
#include <cmath>

#include "core/formulas/cell_index.hpp"
#include "core/formulas/periodic_wrap.hpp"

namespace tycho::measure {

namespace {

constexpr int kMostSide = 96;  // cells: four pictures are a fifth of a megabyte

// Four digits: it is to be looked at, and results stay small.
void shorten(Picture& picture) {
  for (double& value : picture.value) {
    if (value == 0) continue;
    const double unit = std::pow(10, std::floor(std::log10(std::abs(value))) - 3);
    value = std::round(value / unit) * unit;
  }
}

/// Calls visit(cell, share) for the cells of width 1 that an interval around x reaches.
template <typename Visit>
void for_cells(double x, double width, const Visit& visit) {
  const double low = x - width / 2, high = x + width / 2;
  for (int cell = static_cast<int>(std::floor(low)); cell < high; ++cell)
    visit(cell, (std::min(high, cell + 1.0) - std::max(low, double(cell))) / width);
}

}  // namespace

Picture seen_along_z(Algorithm& algorithm, double t) {
  const std::vector<double> density = algorithm.field("density");
  const int side = static_cast<int>(std::lround(std::cbrt(static_cast<double>(density.size()))));
  Picture picture{t, side, std::vector<double>(static_cast<std::size_t>(side) * side)};
  for (std::size_t c = 0; c < density.size(); ++c)
    picture.value[c % picture.value.size()] += density[c] / side;
  shorten(picture);
  return picture;
}

Picture slice_along_z(const Particles& p, double box, double scale_factor, double t) {
  constexpr double kDepth = 0.25;  // of the box: through all of it filaments cover each other
  const double across = std::cbrt(static_cast<double>(p.size()));
  const int side = std::clamp(static_cast<int>(std::lround(2 * across)), 8, kMostSide);
  Picture picture{t, side, std::vector<double>(static_cast<std::size_t>(side) * side),
                  scale_factor};
  // A particle is a square as wide as its share of the box, so that a lattice of them is even; and
  // no smaller than a cell.
  const double width = std::max(side / across, 1.0);
  double mass = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    mass += p.mass[i];
    if (!(wrap_unit(p.z[i] / box) < kDepth)) continue;
    const double x = side * wrap_unit(p.x[i] / box), y = side * wrap_unit(p.y[i] / box);
    if (!(x < side && y < side)) continue;  // NaN is nowhere
    for_cells(y, width, [&](int j, double share_y) {
      for_cells(x, width, [&](int k, double share_x) {
        picture.value[flat_cell(wrap_cell(k, side), wrap_cell(j, side), 0, side)] +=
            p.mass[i] * share_x * share_y;
      });
    });
  }
  for (double& value : picture.value) value *= side * side / (kDepth * mass);
  shorten(picture);
  return picture;
}

Picture stars_along_z(const Particles& particles, const std::vector<std::uint8_t>& species,
                      const Vec3<double>& middle, double half_width, double t) {
  Picture picture{t, kMostSide, std::vector<double>(std::size_t{kMostSide} * kMostSide)};
  const double cell = 2 * half_width / kMostSide;
  for (std::size_t i = 0; i < particles.size(); ++i) {
    if (species[i] == 0) continue;
    const double x = std::floor((particles.x[i] - middle.x + half_width) / cell);
    const double y = std::floor((particles.y[i] - middle.y + half_width) / cell);
    if (!(x >= 0 && x < kMostSide && y >= 0 && y < kMostSide)) continue;
    picture.value[static_cast<std::size_t>(y) * kMostSide + static_cast<std::size_t>(x)] +=
        particles.mass[i] / (cell * cell);
  }
  shorten(picture);
  return picture;
}

}  // namespace tycho::measure
