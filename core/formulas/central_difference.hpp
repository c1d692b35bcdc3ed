// a = -(phi_{i+1} - phi_{i-1}) / (2 dx): aubert2009, eq. 10, and what stands for phi beyond the
// box.
#pragma once

#include "core/attributes.hpp"

namespace tycho {

enum class Boundary {
  kPeriodic,   // the other end of the box
  kIsolated,   // nothing beyond: the potential goes on in a straight line
  kDirichlet,  // a wall at potential zero: the potential goes on with the other sign
};

template <typename Real>
TYCHO_HOST_DEVICE constexpr Real acceleration_of(Real before, Real after, Real half_per_cell) {
  return (before - after) * half_per_cell;
}

/// The value one cell beyond the box, from the outermost cell, the next one inwards and the
/// outermost one of the other end.
template <typename Real>
TYCHO_HOST_DEVICE constexpr Real beyond(Boundary boundary, Real edge, Real inner, Real other_end) {
  if (boundary == Boundary::kPeriodic) return other_end;
  return boundary == Boundary::kIsolated ? edge + (edge - inner) : -edge;
}

}  // namespace tycho
