// phi = factor (u - mean): from the solver's units to physical ones.
#include "gpu/particle_mesh/mesh.hpp"
#include "gpu/support/pack.hpp"

namespace tycho::gpu::particle_mesh {

namespace {

template <typename Real>
__global__ void potential_kernel(const Real* __restrict__ solution, const double* mean,
                                 Real* potential, std::int64_t cells, Real factor) {
  const std::int64_t first = first4();
  if (first >= cells) return;
  const Real shift = mean ? static_cast<Real>(*mean) : Real(0);
  auto values = load4(solution, first, cells);
#pragma unroll
  for (int e = 0; e < 4; ++e) values.at[e] = factor * (values.at[e] - shift);
  store4(values, potential, first, cells);
}

}  // namespace

template <typename Real>
void potential(const Real* solution, const double* mean, Mesh<Real>& mesh, Real factor,
               const Stream& stream) {
  launch(potential_kernel<Real>, cover4(mesh.size()), stream, solution, mean, mesh.potential.data(),
         mesh.size(), factor);
}

template void potential(const float*, const double*, Mesh<float>&, float, const Stream&);
template void potential(const double*, const double*, Mesh<double>&, double, const Stream&);

}  // namespace tycho::gpu::particle_mesh
