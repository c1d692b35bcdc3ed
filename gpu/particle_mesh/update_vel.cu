// v += dt a along one axis (aubert2009, eq. 11), a interpolated by the cloud of the deposit. With
// ngp that is the value of the particle's own cell, four particles a thread.
#include "core/formulas/leapfrog.hpp"
#include "gpu/particle_mesh/mesh.hpp"
#include "gpu/support/own_index.cuh"
#include "gpu/support/pack.hpp"

namespace tycho::gpu::particle_mesh {

namespace {

template <typename Real>
__global__ void own_cell_kernel(Real* velocity, const std::int32_t* __restrict__ cell,
                                const Real* __restrict__ acceleration, std::int64_t count,
                                Real step) {
  const std::int64_t first = first4();
  if (first >= count) return;
  // The particles stream past; the mesh, which they read in any order, stays in the cache.
  const auto cells = stream4(cell, first, count);
  auto v = stream4(static_cast<const Real*>(velocity), first, count);
#pragma unroll
  for (int e = 0; e < 4; ++e) v.at[e] = kicked(v.at[e], acceleration[cells.at[e]], step);
  stream4(v, velocity, first, count);
}

template <typename Real, Cloud kCloud>
__global__ void cloud_kernel(Real* velocity, const Real* __restrict__ x, const Real* __restrict__ y,
                             const Real* __restrict__ z, const Real* __restrict__ acceleration,
                             std::int64_t count, int n, Real step) {
  const std::int64_t p = own_index();
  if (p >= count) return;
  velocity[p] = kicked(velocity[p], interpolated<kCloud>(acceleration, x[p], y[p], z[p], n), step);
}

}  // namespace

template <typename Real>
void update_vel(Stars<Real>& s, const Mesh<Real>& mesh, int axis, Cloud cloud, Real step,
                const Stream& stream) {
  Real* const velocity = s.velocity[axis].data();
  if (cloud == Cloud::kNgp) {
    launch(own_cell_kernel<Real>, cover4(s.size()), stream, velocity, s.cell.data(),
           mesh.acceleration.data(), s.size(), step);
    return;
  }
  with_cloud(cloud, [&](auto kind) {
    launch(cloud_kernel<Real, decltype(kind)::value>, cover(s.size()), stream, velocity,
           s.position[0].data(), s.position[1].data(), s.position[2].data(),
           mesh.acceleration.data(), s.size(), mesh.n, step);
  });
}

template void update_vel(Stars<float>&, const Mesh<float>&, int, Cloud, float, const Stream&);
template void update_vel(Stars<double>&, const Mesh<double>&, int, Cloud, double, const Stream&);

}  // namespace tycho::gpu::particle_mesh
