// Between a mesh and the one of half its side (aubert2009, Fig. 4), cell-centred.
//
// Down: the mean of the eight fine cells. The coarse cell is twice as wide, so in units of its own
// cell the right-hand side is four times that mean. Up: trilinear, so a fine cell takes 3/4 along
// each axis from the coarse cell it lies in and 1/4 from the next one on its side.
#pragma once

#include "core/attributes.hpp"

namespace tycho {

/// The coarse right-hand side from the sum of the eight fine residuals.
template <typename Real>
TYCHO_HOST_DEVICE constexpr Real restricted(Real sum_of_eight) {
  return Real(4) * sum_of_eight / Real(8);
}

/// The coarse cell on the side of fine cell i that is not the one it lies in; may be out by one.
TYCHO_HOST_DEVICE constexpr int far_coarse(int i) { return i / 2 + (i % 2 ? 1 : -1); }

/// Linear interpolation along one axis between the coarse cell a fine one lies in and the next.
template <typename Real>
TYCHO_HOST_DEVICE constexpr Real prolonged(Real near_value, Real far_value) {
  return Real(0.75) * near_value + Real(0.25) * far_value;
}

}  // namespace tycho
