// What an evolution looked like at one time, seen along z: the density of a mesh, the stars of a
// galaxy, or a slice of the universe.
#pragma once

#include <cstdint>
#include <vector>

#include "core/algorithm.hpp"
#include "core/vec3.hpp"
#include "harness/result/series_record.hpp"

namespace tycho::measure {

struct Picture {
  double t = 0;
  int side = 0;               // cells along x and y; 0: there is no picture
  std::vector<double> value;  // the mean density along z, or the mass over an area; x fastest
  double scale_factor = 0;    // of an expanding box; 0: space stands still
};

/// As it is kept and recorded: a character a cell.
result::PictureRecord recorded(const Picture& picture);

/// The last picture of a run is looked at closely and has up to 512 cells a side; a picture on the
/// way has half as many, and no fewer than 96 where the last one has them.
enum class Detail { kOnTheWay, kLast };

/// Of the state last loaded or stored.
Picture seen_along_z(Algorithm& algorithm, double t);

/// All bodies but those of species 0, the dark halo, in a square of `half_width` either side of
/// `middle`. Few stars make a picture of few cells. The same bits for any number of threads; 0: as
/// many as suit the particles.
Picture stars_along_z(const Particles& particles, const std::vector<std::uint8_t>& species,
                      const Vec3<double>& middle, double half_width, double t,
                      Detail detail = Detail::kLast, int threads = 0);

/// The nearest quarter of a periodic box of particles, its density over the mean: two cells along a
/// side for each particle along a side. Threads as above.
Picture slice_along_z(const Particles& particles, double box, double scale_factor, double t,
                      Detail detail = Detail::kLast, int threads = 0);

}  // namespace tycho::measure
