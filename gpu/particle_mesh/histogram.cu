// H_i <- H_i + 1 by atomic additions, which the second level cache does at the rate of the memory.
// Integers come out the same in any order; the reals of cic and tsc do not.
#include "gpu/particle_mesh/mesh.hpp"
#include "gpu/support/own_index.cuh"
#include "gpu/support/pack.hpp"
#include "gpu/support/warp.hpp"

namespace tycho::gpu::particle_mesh {

namespace {

// Particles next to each other in one cell are added at once, by the first of them in its warp: in
// the order of the cells, or in a dense middle, they would queue up for the same counter.
__global__ void count_kernel(const std::int32_t* __restrict__ cell, std::uint32_t* counts,
                             std::int64_t particles) {
  constexpr int kEach = 4;
  const int lane = threadIdx.x % kWarp;
  const std::int64_t warp = own_index() / kWarp;
  const std::int64_t first = warp * kWarp * kEach + lane;
  std::int32_t cells[kEach];
#pragma unroll
  for (int e = 0; e < kEach; ++e)
    cells[e] = first + e * kWarp < particles ? __ldcs(cell + first + e * kWarp) : -1;
#pragma unroll
  for (int e = 0; e < kEach; ++e) {
    const std::int32_t before = __shfl_up_sync(kAllLanes, cells[e], 1);
    const bool leads = lane == 0 || cells[e] != before;
    const unsigned leaders = __ballot_sync(kAllLanes, leads);
    if (!leads || cells[e] < 0) continue;
    const unsigned later = leaders & (kAllLanes << lane << 1);
    const int end = later ? __ffs(static_cast<int>(later)) - 1 : kWarp;
    atomicAdd(&counts[cells[e]], static_cast<unsigned>(end - lane));
  }
}

template <typename Real, Cloud kCloud>
__global__ void deposit_kernel(const Real* __restrict__ x, const Real* __restrict__ y,
                               const Real* __restrict__ z, Real* clouds, std::int64_t particles,
                               int n) {
  const std::int64_t p = own_index();
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
