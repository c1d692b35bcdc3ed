// Particles of a periodic box sorted into cells, about one in each, to find those around a point.
#pragma once

#include <cstdint>
#include <vector>

#include "core/particles.hpp"

namespace tycho::analysis {

struct Neighbour {
  std::uint32_t particle;
  Vec3<double> way;  // from the point to the particle, the shortest around the box
};

class CellList {
 public:
  CellList(const Particles& particles, double box);

  /// All within `radius`, at most half the box, of a point; in a fixed order.
  std::vector<Neighbour> within(const Vec3<double>& point, double radius) const;

  const Particles& particles() const { return particles_; }
  double box() const { return box_; }

 private:
  int cell(double x) const;

  const Particles& particles_;
  double box_;
  int side_;
  std::vector<std::uint32_t> first_, order_;
};

}  // namespace tycho::analysis
