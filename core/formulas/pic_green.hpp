// The field of a charge in Fourier space (decyk2009, Field Solver), with finite-size particles:
//
//   E_k = -i k / k^2 s(k)^2 rho_k,   s(k) = exp(-k^2 a^2 / 2)
//
// One s smears the charge, the other the force on it, so that a particle feels itself nowhere and
// momentum is kept; the energy of the field is 1/2 sum |rho_k|^2 s^2 / k^2.
// The mean mode has no field: the background takes it. Nor have the modes of half the sampling rate
// along either axis, whose derivative has no real value.
#pragma once

#include <cmath>
#include <numbers>

#include "core/attributes.hpp"

namespace tycho::pic {

/// The wave number of index i of n, i in [0, n): those above n/2 are negative.
TYCHO_HOST_DEVICE constexpr double wave_number(int i, int n) {
  return 2 * std::numbers::pi * (2 * i > n ? i - n : i) / n;
}

/// s(k)^2 / k^2 of mode (i, j), 0 <= i < nx and 0 <= j < ny: what rho_k is multiplied by to give
/// the potential; zero for the modes that have none. Multiply by -i k for the field.
TYCHO_HOST_DEVICE inline double green(int i, int j, int nx, int ny, double size) {
  using std::exp;
  if ((i == 0 && j == 0) || 2 * i == nx || 2 * j == ny) return 0;
  const double kx = wave_number(i, nx), ky = wave_number(j, ny);
  const double squared = kx * kx + ky * ky;
  return exp(-squared * size * size) / squared;
}

}  // namespace tycho::pic
