// H_i <- H_i + 1 by atomic additions, which the second level cache does at the rate of the memory.
// Integers come out the same in any order; the reals of cic and tsc do not.
#include "gpu/particle_mesh/mesh.hpp"
#include "gpu/support/pack.hpp"

namespace tycho::gpu::particle_mesh {

namespace {

__global__ void count_kernel(const std::int32_t* __restrict__ cell, std::uint32_t* counts,
                             std::int64_t particles) {
  const std::int64_t first = first4();
  if (first >= particles) return;
  const auto cells = stream4(cell, first, particles);
#pragma unroll
  for (int e = 0; e < 4; ++e)
    if (first + e < particles) atomicAdd(&counts[cells.at[e]], 1u);
}

template <typename Real, Cloud kCloud>
__global__ void deposit_kernel(const Real* __restrict__ x, const Real* __restrict__ y,
                               const Real* __restrict__ z, Real* clouds, std::int64_t particles,
                               int n) {
  const std::int64_t p = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (p >= particles) return;
  for_cloud<kCloud>(x[p], y[p], z[p], n,
                    [&](std::int32_t cell, Real weight) { atomicAdd(&clouds[cell], weight); });
}

}  // namespace

template <typename Real>
void histogram(const Stars<Real>& s, Mesh<Real>& mesh, Cloud cloud, Stream& stream) {
  if (cloud == Cloud::kNgp) {
    mesh.counts.zero(stream);
    launch(count_kernel, cover4(s.size()), stream, s.cell.data(), mesh.counts.data(), s.size());
    return;
  }
  mesh.clouds.zero(stream);
  with_cloud(cloud, [&](auto kind) {
    launch(deposit_kernel<Real, decltype(kind)::value>, cover(s.size()), stream,
           s.position[0].data(), s.position[1].data(), s.position[2].data(), mesh.clouds.data(),
           s.size(), mesh.n);
  });
}

template void histogram(const Stars<float>&, Mesh<float>&, Cloud, Stream&);
template void histogram(const Stars<double>&, Mesh<double>&, Cloud, Stream&);

}  // namespace tycho::gpu::particle_mesh
