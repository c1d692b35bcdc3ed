// The longest waves of the matter in a periodic box, summed over the particles one by one: no mesh,
// no window. On a lattice they have no shot noise.
#pragma once

#include <complex>
#include <vector>

#include "core/particles.hpp"

namespace tycho::analysis {

/// sum of m exp(-2 pi i n x / box) / sum of m for all n with 0 < |n| <= most, one of each pair of
/// opposite ones, always in the same order.
std::vector<std::complex<double>> density_modes(const Particles& particles, double box, int most);

}  // namespace tycho::analysis
