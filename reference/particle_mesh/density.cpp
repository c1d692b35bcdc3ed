// rho = factor H: particles in a cell to mass per volume.
#include "reference/particle_mesh/mesh.hpp"

namespace tycho::reference::particle_mesh {

template <typename Real>
void density(Mesh<Real>& mesh, Cloud cloud, Real factor, int threads) {
  const std::ptrdiff_t cells = mesh.size();
  const bool counted = cloud == Cloud::kNgp;
#pragma omp parallel for num_threads(threads) schedule(static) if (threads > 1)
  for (std::ptrdiff_t c = 0; c < cells; ++c)
    mesh.density[c] = factor * (counted ? static_cast<Real>(mesh.counts[c]) : mesh.clouds[c]);
}

template void density(Mesh<float>&, Cloud, float, int);
template void density(Mesh<double>&, Cloud, double, int);

}  // namespace tycho::reference::particle_mesh
