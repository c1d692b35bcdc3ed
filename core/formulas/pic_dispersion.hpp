// The frequency of a cold plasma's mode as a grid of linear interpolation with a spectral solver,
// finite-size particles and a leapfrog has it, on a lattice symmetric in its cells, for omega_p = 1
// and spacing 1 (Birdsall & Langdon, chapter 8; the sums over aliases done).
//
// A displacement xi changes the charge of a grid point by the sum of the slopes of the weights
// times xi, and a particle's force is the field weighted back. Along the axis of the slope the
// product of both gives -i sin k; along the other one the mean of the squared weights, c(k). So
//
//   omega_0^2 = s^2 / k^2 (kx sin kx c(ky) + ky sin ky c(kx)),   sin(omega dt / 2) = omega_0 dt / 2
//
//   c(k) = 1 - 2 (1 - cos k) <d (1 - d)>,   <d (1 - d)> = 1/6 + 1 / (12 p^2)
//
// over the p positions d of the lattice in a cell.
#pragma once

#include <cmath>

namespace tycho::pic {

namespace dispersion {

inline double mean_square_weight(double k, int positions) {
  const double mean = 1.0 / 6 + 1.0 / (12.0 * positions * positions);
  return 1 - 2 * (1 - std::cos(k)) * mean;
}

}  // namespace dispersion

/// omega_0, in the limit of small steps. The lattice has `px` by `py` particles in a cell.
inline double cold_frequency(double kx, double ky, double particle_size, int px, int py) {
  const double squared = kx * kx + ky * ky;
  const double shape = std::exp(-squared * particle_size * particle_size);
  const double slopes = kx * std::sin(kx) * dispersion::mean_square_weight(ky, py) +
                        ky * std::sin(ky) * dispersion::mean_square_weight(kx, px);
  return std::sqrt(shape * slopes / squared);
}

/// omega: what the leapfrog makes of omega_0.
inline double leapfrog_frequency(double frequency, double dt) {
  return 2 / dt * std::asin(frequency * dt / 2);
}

}  // namespace tycho::pic
