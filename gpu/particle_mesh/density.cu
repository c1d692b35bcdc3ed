// rho = factor H: particles in a cell to mass per volume.
#include "gpu/particle_mesh/mesh.hpp"
#include "gpu/support/pack.hpp"

namespace tycho::gpu::particle_mesh {

namespace {

template <typename Real, typename Count>
__global__ void density_kernel(const Count* __restrict__ counts, Real* density, std::int64_t cells,
                               Real factor) {
  const std::int64_t first = first4();
  if (first >= cells) return;
  const auto count = load4(counts, first, cells);
  Pack4<Real> rho;
#pragma unroll
  for (int e = 0; e < 4; ++e) rho.at[e] = factor * static_cast<Real>(count.at[e]);
  store4(rho, density, first, cells);
}

}  // namespace

template <typename Real>
void density(Mesh<Real>& mesh, Cloud cloud, Real factor, const Stream& stream) {
  if (cloud == Cloud::kNgp)
    launch(density_kernel<Real, std::uint32_t>, cover4(mesh.size()), stream, mesh.counts.data(),
           mesh.density.data(), mesh.size(), factor);
  else
    launch(density_kernel<Real, Real>, cover4(mesh.size()), stream, mesh.clouds.data(),
           mesh.density.data(), mesh.size(), factor);
}

template void density(Mesh<float>&, Cloud, float, const Stream&);
template void density(Mesh<double>&, Cloud, double, const Stream&);

}  // namespace tycho::gpu::particle_mesh
