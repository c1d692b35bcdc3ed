// What an evolution looked like at one time: the density of a mesh, seen along z.
#pragma once

#include <vector>

#include "core/algorithm.hpp"

namespace tycho {

struct Picture {
  double t = 0;
  int side = 0;               // cells along x and y; 0: the algorithm has no mesh
  std::vector<double> value;  // the mean density along z, x fastest
};

/// Of the state last loaded or stored.
Picture seen_along_z(Algorithm& algorithm, double t);

}  // namespace tycho
