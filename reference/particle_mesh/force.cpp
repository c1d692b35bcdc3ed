// a = -(phi_{i+1} - phi_{i-1}) / (2 dx) along one axis: aubert2009, eq. 10.
#include "core/formulas/cell_index.hpp"
#include "reference/particle_mesh/mesh.hpp"

namespace tycho::reference::particle_mesh {

template <typename Real>
void force(Mesh<Real>& mesh, int axis, Boundary boundary, int threads) {
  const int n = mesh.n;
  const Real half_per_cell = Real(0.5) * static_cast<Real>(n);
  const std::ptrdiff_t stride = axis == 0 ? 1 : axis == 1 ? n : std::ptrdiff_t(n) * n;
  const Real* const phi = mesh.potential.data();
#pragma omp parallel for num_threads(threads) schedule(static) if (threads > 1)
  for (int k = 0; k < n; ++k)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        const std::ptrdiff_t c = flat_cell(i, j, k, n);
        const int along = axis == 0 ? i : axis == 1 ? j : k;
        const std::ptrdiff_t first = c - along * stride, last = first + (n - 1) * stride;
        const Real before =
            along > 0 ? phi[c - stride] : beyond(boundary, phi[c], phi[c + stride], phi[last]);
        const Real after =
            along < n - 1 ? phi[c + stride] : beyond(boundary, phi[c], phi[c - stride], phi[first]);
        mesh.acceleration[c] = acceleration_of(before, after, half_per_cell);
      }
}

template void force(Mesh<float>&, int, Boundary, int);
template void force(Mesh<double>&, int, Boundary, int);

}  // namespace tycho::reference::particle_mesh
