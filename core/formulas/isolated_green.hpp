// The potential of a unit cell of unit density in empty space, in units of the cell, for
// Del^2 u = rho: -1 / (4 pi r). In its own middle a cell feels the mean over its volume:
// the integral of 1/r over the unit cube is 3 ln(2 + sqrt 3) - pi/2.
#pragma once

#include <cmath>
#include <numbers>

#include "core/attributes.hpp"

namespace tycho {

TYCHO_HOST_DEVICE inline double isolated_green(int i, int j, int k) {
  using std::log, std::sqrt;
  constexpr double kPerVolume = 1 / (4 * std::numbers::pi);
  if (i == 0 && j == 0 && k == 0)
    return -kPerVolume * (3 * log(2 + sqrt(3.0)) - std::numbers::pi / 2);
  return -kPerVolume / sqrt(double(i) * i + double(j) * j + double(k) * k);
}

}  // namespace tycho
