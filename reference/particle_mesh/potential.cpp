// phi = factor (u - mean): from the solver's units to physical ones.
#include "reference/particle_mesh/mesh.hpp"

namespace tycho::reference::particle_mesh {

template <typename Real>
void potential(Mesh<Real>& mesh, Real factor, Real mean, int threads) {
  const std::ptrdiff_t cells = mesh.size();
#pragma omp parallel for num_threads(threads) schedule(static) if (threads > 1)
  for (std::ptrdiff_t c = 0; c < cells; ++c) mesh.potential[c] = factor * (mesh.solution[c] - mean);
}

template void potential(Mesh<float>&, float, float, int);
template void potential(Mesh<double>&, double, double, int);

}  // namespace tycho::reference::particle_mesh
