// a = -(phi_{i+1} - phi_{i-1}) / (2 dx) along one axis: aubert2009, eq. 10.
#include "reference/particle_mesh/mesh.hpp"

namespace tycho::reference::particle_mesh {

namespace {

/// One row along the axis x: its two ends look beyond the box.
template <typename Real>
void along_row(const Real* phi, Real* a, int n, Boundary boundary, Real half_per_cell) {
  const Real before = beyond(boundary, phi[0], phi[1], phi[n - 1]);
  const Real after = beyond(boundary, phi[n - 1], phi[n - 2], phi[0]);
  a[0] = acceleration_of(before, phi[1], half_per_cell);
  for (int i = 1; i < n - 1; ++i) a[i] = acceleration_of(phi[i - 1], phi[i + 1], half_per_cell);
  a[n - 1] = acceleration_of(phi[n - 2], after, half_per_cell);
}

/// One row across the axis, `at` cells along it: the rows before and after are a stride away.
template <typename Real>
void across_row(const Real* phi, Real* a, int n, int at, std::ptrdiff_t stride, Boundary boundary,
                Real half_per_cell) {
  const Real* const first = phi - at * stride;
  const Real* const last = first + (n - 1) * stride;
  for (int i = 0; i < n; ++i) {
    const Real before =
        at > 0 ? phi[i - stride] : beyond(boundary, phi[i], phi[i + stride], last[i]);
    const Real after =
        at < n - 1 ? phi[i + stride] : beyond(boundary, phi[i], phi[i - stride], first[i]);
    a[i] = acceleration_of(before, after, half_per_cell);
  }
}

}  // namespace

template <typename Real>
void force(Mesh<Real>& mesh, int axis, Boundary boundary, int threads) {
  const int n = mesh.n;
  const Real half_per_cell = Real(0.5) * static_cast<Real>(n);
  const std::ptrdiff_t line = n, plane = line * n;
#pragma omp parallel for num_threads(threads) schedule(static) if (threads > 1)
  for (int k = 0; k < n; ++k)
    for (int j = 0; j < n; ++j) {
      const std::ptrdiff_t row = k * plane + j * line;
      const Real* const phi = &mesh.potential[row];
      Real* const a = &mesh.acceleration[row];
      if (axis == 0)
        along_row(phi, a, n, boundary, half_per_cell);
      else
        across_row(phi, a, n, axis == 1 ? j : k, axis == 1 ? line : plane, boundary, half_per_cell);
    }
}

template void force(Mesh<float>&, int, Boundary, int);
template void force(Mesh<double>&, int, Boundary, int);

}  // namespace tycho::reference::particle_mesh
