// The force in one row of the mesh along x (aubert2009, eq. 10): from the row itself, or from the
// rows before and after it along another axis.
#pragma once

#include "core/formulas/central_difference.hpp"

namespace tycho::reference::particle_mesh {

/// Along x: the two ends of the row look beyond the box.
template <typename Real>
void along_row(const Real* phi, Real* a, int n, Boundary boundary, Real half_per_cell) {
  const Real before = beyond(boundary, phi[0], phi[1], phi[n - 1]);
  const Real after = beyond(boundary, phi[n - 1], phi[n - 2], phi[0]);
  a[0] = acceleration_of(before, phi[1], half_per_cell);
  for (int i = 1; i < n - 1; ++i) a[i] = acceleration_of(phi[i - 1], phi[i + 1], half_per_cell);
  a[n - 1] = acceleration_of(phi[n - 2], after, half_per_cell);
}

template <typename Real>
void between_rows(const Real* before, const Real* after, Real* a, int n, Real half_per_cell) {
  for (int i = 0; i < n; ++i) a[i] = acceleration_of(before[i], after[i], half_per_cell);
}

}  // namespace tycho::reference::particle_mesh
