// a = -(phi_{i+1} - phi_{i-1}) / (2 dx) along one axis: aubert2009, eq. 10.
#include "reference/particle_mesh/force_rows.hpp"
#include "reference/particle_mesh/mesh.hpp"

namespace tycho::reference::particle_mesh {

namespace {

/// One row across the axis, `at` cells along it: the rows before and after are a stride away.
template <typename Real>
void across_row(const Real* phi, Real* a, int n, int at, std::ptrdiff_t stride, Boundary boundary,
                Real half_per_cell) {
  const Real* const first = phi - at * stride;
  const Real* const last = first + (n - 1) * stride;
  const bool inside = at > 0 && at < n - 1;
  if (inside || boundary == Boundary::kPeriodic)
    return between_rows(at > 0 ? phi - stride : last, at < n - 1 ? phi + stride : first, a, n,
                        half_per_cell);
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
