// The shortest of all the ways between two points of a periodic box.
#pragma once

#include <cmath>

#include "core/vec3.hpp"

namespace tycho::analysis {

inline double nearest_image(double way, double side) { return way - side * std::rint(way / side); }

/// The way from one body to the nearest image of another in a periodic cube, from `way` to any
/// image.
inline Vec3<double> nearest_image(const Vec3<double>& way, double side) {
  return {nearest_image(way.x, side), nearest_image(way.y, side), nearest_image(way.z, side)};
}

/// In a box of unequal sides; along an axis whose side is 0 there is one way only.
inline Vec3<double> nearest_image(const Vec3<double>& way, const Vec3<double>& box) {
  const auto along = [](double d, double side) { return side > 0 ? nearest_image(d, side) : d; };
  return {along(way.x, box.x), along(way.y, box.y), along(way.z, box.z)};
}

}  // namespace tycho::analysis
