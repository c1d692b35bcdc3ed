// What an evolution looked like at one time, seen along z: the density of a mesh, the stars of a
// galaxy, or a slice of the universe.
#pragma once

#include <cstdint>
#include <vector>

#include "core/algorithm.hpp"
#include "core/vec3.hpp"

namespace tycho::measure {

struct Picture {
  double t = 0;
  int side = 0;               // cells along x and y; 0: there is no picture
  std::vector<double> value;  // the mean density along z, or the mass over an area; x fastest
  double scale_factor = 0;    // of an expanding box; 0: space stands still
};

/// Of the state last loaded or stored.
Picture seen_along_z(Algorithm& algorithm, double t);

/// All bodies but those of species 0, the dark halo, in a square of `half_width` either side of
/// `middle`.
Picture stars_along_z(const Particles& particles, const std::vector<std::uint8_t>& species,
                      const Vec3<double>& middle, double half_width, double t);

/// The nearest quarter of a periodic box of particles, its density over the mean.
Picture slice_along_z(const Particles& particles, double box, double scale_factor, double t);

}  // namespace tycho::measure
