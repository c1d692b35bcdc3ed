// The power spectrum of matter in a periodic box.
#pragma once

#include <vector>

#include "core/particles.hpp"

namespace tycho::analysis {

struct PowerSpectrum {
  std::vector<double> k;  // the mean wave number of each bin, one fundamental mode wide
  std::vector<double>
      power;  // V <|delta_k|^2>, shot noise not taken off (there is none on a lattice)
  std::vector<double> modes;  // how many, k and -k both counted
  double shot_noise = 0;      // V sum m^2 / (sum m)^2: V / N for equal masses
};

/// Up to half of the mesh's Nyquist frequency, where its aliases are a few per cent at most. The
/// cloud-in-cell window is divided out (Hockney & Eastwood 1988, section 5-6).
PowerSpectrum power_spectrum(const Particles& particles, double box, int mesh);

/// A mesh of twice the particles' own side, whose half Nyquist frequency is that of a lattice of
/// the particles; at most 512, which takes 1 GiB.
int power_mesh(std::size_t particles);

}  // namespace tycho::analysis
