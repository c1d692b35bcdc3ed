// The longest waves of the matter in a periodic box, or of whatever its particles carry, summed
// over the particles one by one: no mesh, no window. On a lattice they have no shot noise.
#pragma once

#include <complex>
#include <span>
#include <vector>

#include "core/particles.hpp"

namespace tycho::analysis {

/// sum of m exp(-2 pi i n x / box) / sum of m for all n with 0 < |n| <= most, one of each pair of
/// opposite ones, always in the same order.
std::vector<std::complex<double>> density_modes(const Particles& particles, double box, int most);

/// By how much waves grew: the slope <d d0*> / <|d0|^2> of these over those at the start, d0.
double growth_of(std::span<const std::complex<double>> waves,
                 std::span<const std::complex<double>> at_start);

/// sum of w exp(-2 pi i n x / box) for any weights, a component of the forces say, in that order.
std::vector<std::complex<double>> modes_of(const Particles& particles,
                                           std::span<const double> weights, double box, int most);

/// The band of each mode n: |n| to the nearest whole number. A band is whole where it is below
/// `most`.
std::vector<int> bands_of_modes(int most);

/// The mean |d|^2 of the density's waves in each band from 1 to `bands`; the first value is none's.
std::vector<double> band_powers(const Particles& particles, double box, int bands);

}  // namespace tycho::analysis
