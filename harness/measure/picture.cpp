#include "harness/measure/picture.hpp"

#include <cmath>

namespace tycho {

namespace {

constexpr int kStarsSide = 96;

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
