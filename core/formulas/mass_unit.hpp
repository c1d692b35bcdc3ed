// The unit in which a force loop holds masses.
//
// Without softening a body's pair with itself, or with another at the same place, has the factor
// m / tiny^(3/2), which must be finite for its product with a separation of 0 to be 0
// (core/formulas/pair_force.hpp). The factor overflows for masses above 340 in single and 1e23 in
// double precision. Heavier bodies are held in a larger unit, and accelerations are multiplied by
// the unit after they are summed. The unit is a power of two: no result of ordinary masses changes.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace tycho {

/// Masses of up to 2^this are held as they are. In single precision 2^8 times 1e36, the inverse
/// cube of the floor under the softening, is 2.6e38; the largest number is 3.4e38.
template <typename Real>
inline constexpr int kMostMassExponent = sizeof(Real) == 4 ? 8 : 64;
/// Lighter ones than 2^this are held in a smaller unit, so that factors do not underflow.
inline constexpr int kLeastMassExponent = -64;

/// 1 for ordinary masses, else the power of two below the heaviest.
template <typename Real>
Real mass_unit(std::span<const double> masses) {
  double heaviest = 0;
  for (const double mass : masses) heaviest = std::max(heaviest, std::abs(mass));
  if (!(heaviest > 0 && heaviest <= static_cast<double>(std::numeric_limits<Real>::max())))
    return 1;
  const int exponent = std::ilogb(heaviest);
  if (exponent >= kLeastMassExponent && exponent < kMostMassExponent<Real>) return 1;
  return std::ldexp(Real(1), std::max(exponent, std::numeric_limits<Real>::min_exponent));
}

}  // namespace tycho
