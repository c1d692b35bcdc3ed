// The shortest of all the ways between two points of a periodic cube.
#pragma once

#include <cmath>

#include "core/vec3.hpp"

namespace tycho {

inline Vec3<double> nearest_image(const Vec3<double>& way, double box) {
  const auto shortest = [box](double d) { return d - box * std::rint(d / box); };
  return {shortest(way.x), shortest(way.y), shortest(way.z)};
}

}  // namespace tycho
