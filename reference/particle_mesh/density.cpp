// rho = factor H: particles in a cell to mass per volume.
#include "core/parallel_for.hpp"
#include "reference/particle_mesh/mesh.hpp"

namespace tycho::reference::particle_mesh {

template <typename Real>
void density(Mesh<Real>& mesh, Cloud cloud, Real factor, int threads) {
  const auto scale = [&, density = mesh.density.data()](const auto* particles) {
    parallel_for(mesh.density.size(), threads,
                 [=](std::size_t c) { density[c] = factor * static_cast<Real>(particles[c]); });
  };
  if (cloud == Cloud::kNgp)
    scale(mesh.counts.data());
  else
    scale(mesh.clouds.data());
}

template void density(Mesh<float>&, Cloud, float, int);
template void density(Mesh<double>&, Cloud, double, int);

}  // namespace tycho::reference::particle_mesh
