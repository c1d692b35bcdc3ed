// What an evolution looked like at one time, seen along z: the density of a mesh, or the stars of a
// galaxy.
#pragma once

#include <cstdint>
#include <vector>

#include "core/algorithm.hpp"

namespace tycho {

struct Picture {
  double t = 0;
  int side = 0;               // cells along x and y; 0: there is no picture
  std::vector<double> value;  // the mean density along z, or the mass over an area; x fastest
};

/// Of the state last loaded or stored.
Picture seen_along_z(Algorithm& algorithm, double t);

/// All bodies but those of species 0, the dark halo, in a square of `half_width` either side of the
/// origin.
Picture stars_along_z(const Particles& particles, const std::vector<std::uint8_t>& species,
                      double half_width, double t);

}  // namespace tycho
