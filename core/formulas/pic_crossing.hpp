// Where a pushed particle is: the next cell and an offset in [0, 1), or the other end of the box.
#pragma once

#include "core/attributes.hpp"

namespace tycho::pic {

/// Along one axis: how many cells were crossed (-1, 0 or 1) and the offset in the new cell.
template <typename Real>
struct Crossing {
  Real offset;
  int cells;
};

/// Whether an offset is beyond the cells next to its own; NaN is.
template <typename Real>
TYCHO_HOST_DEVICE constexpr bool too_far(Real offset) {
  return !(offset >= Real(-1) && offset < Real(2));
}

/// For an offset that is not too far. Adding 1 to a small negative offset can round to exactly 1:
/// that is the lower edge of the cell the particle came from, and there it stays, with offset 0.
template <typename Real>
TYCHO_HOST_DEVICE constexpr Crossing<Real> crossed(Real offset) {
  if (offset < Real(0)) {
    const Real up = offset + Real(1);
    return up < Real(1) ? Crossing<Real>{up, -1} : Crossing<Real>{Real(0), 0};
  }
  return offset < Real(1) ? Crossing<Real>{offset, 0} : Crossing<Real>{offset - Real(1), 1};
}

/// A cell index out by at most one, brought back around the periodic box.
TYCHO_HOST_DEVICE constexpr int wrapped_cell(int cell, int n) {
  return cell < 0 ? cell + n : (cell >= n ? cell - n : cell);
}

/// A coordinate in cells brought back into [0, n), from less than a box away. What rounds to
/// exactly n is 0. From further away, or NaN, it comes back as it is, outside: test for that.
template <typename Real>
TYCHO_HOST_DEVICE constexpr Real wrapped_position(Real x, Real n) {
  if (x < Real(0)) {
    const Real up = x + n;
    return up < n ? up : Real(0);
  }
  return x < n ? x : x - n;
}

}  // namespace tycho::pic
