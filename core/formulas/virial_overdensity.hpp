// The mean density of a halo that has just come to rest, over the critical one: a sphere that
// collapsed in a flat universe with a cosmological constant (Bryan & Norman 1998, eq. 6). 178 where
// matter is all there is, 94 with Omega_m = 0.25.
#pragma once

#include <numbers>

namespace tycho {

/// `omega_m` is the density parameter of matter at the time of the halo.
inline double virial_overdensity(double omega_m) {
  const double x = omega_m - 1;
  return 18 * std::numbers::pi * std::numbers::pi + 82 * x - 39 * x * x;
}

}  // namespace tycho
