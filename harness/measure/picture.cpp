#include "harness/measure/picture.hpp"

#include <algorithm>
#include <cmath>

#include "core/formulas/cloud_weights.hpp"
#include "core/formulas/periodic_wrap.hpp"

namespace tycho {

namespace {

constexpr int kStarsSide = 96;
constexpr int kSliceSide = 128;

// Four digits: it is to be looked at, and results stay small.
void shorten(Picture& picture) {
  for (double& value : picture.value) {
    if (value == 0) continue;
    const double unit = std::pow(10, std::floor(std::log10(std::abs(value))) - 3);
    value = std::round(value / unit) * unit;
  }
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
  // Where particles are few, larger cells: two in each at the least, in the mean.
  const int side = std::clamp(static_cast<int>(std::lround(2 * across)), 8, kSliceSide);
  Picture picture{t, side, std::vector<double>(static_cast<std::size_t>(side) * side),
                  scale_factor};
  double mass = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    mass += p.mass[i];
    if (!(wrap_unit(p.z[i] / box) < kDepth)) continue;
    const auto wx = axis_weights<Cloud::kCic>(wrap_unit(p.x[i] / box), side);
    const auto wy = axis_weights<Cloud::kCic>(wrap_unit(p.y[i] / box), side);
    for (int b = 0; b < 2; ++b)
      for (int a = 0; a < 2; ++a)
        picture.value[flat_cell(wrap_cell(wx.first + a, side), wrap_cell(wy.first + b, side), 0,
                                side)] += p.mass[i] * wx.weight[a] * wy.weight[b];
  }
  for (double& value : picture.value) value *= side * side / (kDepth * mass);
  shorten(picture);
  return picture;
}

Picture stars_along_z(const Particles& particles, const std::vector<std::uint8_t>& species,
                      double half_width, double t) {
  Picture picture{t, kStarsSide, std::vector<double>(std::size_t{kStarsSide} * kStarsSide)};
  const double cell = 2 * half_width / kStarsSide;
  for (std::size_t i = 0; i < particles.size(); ++i) {
    if (species[i] == 0) continue;
    const double x = std::floor((particles.x[i] + half_width) / cell);
    const double y = std::floor((particles.y[i] + half_width) / cell);
    if (!(x >= 0 && x < kStarsSide && y >= 0 && y < kStarsSide)) continue;
    picture.value[static_cast<std::size_t>(y) * kStarsSide + static_cast<std::size_t>(x)] +=
        particles.mass[i] / (cell * cell);
  }
  shorten(picture);
  return picture;
}

}  // namespace tycho
