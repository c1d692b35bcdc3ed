#include "harness/measure/picture.hpp"

#include <cmath>

namespace tycho {

Picture seen_along_z(Algorithm& algorithm, double t) {
  const std::vector<double> density = algorithm.field("density");
  const int side = static_cast<int>(std::lround(std::cbrt(static_cast<double>(density.size()))));
  Picture picture{t, side, std::vector<double>(static_cast<std::size_t>(side) * side)};
  for (std::size_t c = 0; c < density.size(); ++c)
    picture.value[c % picture.value.size()] += density[c] / side;
  // Four digits: it is to be looked at, and results stay small.
  for (double& value : picture.value) {
    if (value == 0) continue;
    const double unit = std::pow(10, std::floor(std::log10(std::abs(value))) - 3);
    value = std::round(value / unit) * unit;
  }
  return picture;
}

}  // namespace tycho
