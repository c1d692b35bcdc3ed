// Which cell of an n^3 mesh over the unit box holds a point: i <- x_p / dx (aubert2009, III.B).
#pragma once

#include <cstdint>

#include "core/attributes.hpp"

namespace tycho {

/// The cell along one axis. The product may round up to n where x < 1, and x may be NaN: the index
/// is a valid one always.
template <typename Real>
TYCHO_HOST_DEVICE inline int cell_of(Real x, int n) {
  const Real scaled = x * static_cast<Real>(n);
  if (!(scaled > Real(0))) return 0;
  return scaled < static_cast<Real>(n) ? static_cast<int>(scaled) : n - 1;
}

/// x runs fastest in memory, then y, then z.
TYCHO_HOST_DEVICE inline std::int32_t flat_cell(int i, int j, int k, int n) {
  return static_cast<std::int32_t>(i + static_cast<std::int64_t>(n) *
                                           (j + static_cast<std::int64_t>(n) * k));
}

/// Neighbours one cell away, around the periodic box.
TYCHO_HOST_DEVICE inline int cell_before(int i, int n) { return i == 0 ? n - 1 : i - 1; }
TYCHO_HOST_DEVICE inline int cell_after(int i, int n) { return i == n - 1 ? 0 : i + 1; }

/// A cell index that is out by less than a box, brought back into it.
TYCHO_HOST_DEVICE inline int wrap_cell(int i, int n) {
  return i < 0 ? i + n : (i >= n ? i - n : i);
}

}  // namespace tycho
