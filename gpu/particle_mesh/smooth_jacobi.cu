// Damped Jacobi sweeps: every cell sees the values from before the sweep. One thread a cell.
#include <utility>

#include "gpu/particle_mesh/multigrid.hpp"
#include "gpu/particle_mesh/stencil.cuh"
#include "gpu/support/launch.hpp"

namespace tycho::gpu::particle_mesh {

namespace {

constexpr int kThreads = 128;

template <typename Real>
__global__ void jacobi_kernel(const Real* __restrict__ u, const Real* __restrict__ rhs, Real* next,
                              int n, bool walls, Real omega) {
  const int i = blockIdx.x * kThreads + threadIdx.x, j = blockIdx.y, k = blockIdx.z;
  if (i >= n) return;
  const Stencil<Real> s = stencil_at(u, i, j, k, n, walls);
  const std::int64_t c = flat_cell(i, j, k, n);
  next[c] = relaxed(s.neighbours, Real(1) / s.diagonal, u[c], rhs[c], omega);
}

}  // namespace

template <typename Real>
void smooth_jacobi(Level<Real>& level, int sweeps, const Relaxation<Real>& how, Stream& stream) {
  if (level.zero) level.u.zero(stream);
  level.zero = false;
  const unsigned n = static_cast<unsigned>(level.n);
  const Grid grid{dim3((n + kThreads - 1) / kThreads, n, n), dim3(kThreads)};
  for (int s = 0; s < sweeps; ++s) {
    launch(jacobi_kernel<Real>, grid, stream, level.u.data(), level.rhs.data(), level.next.data(),
           level.n, how.walls, how.omega);
    std::swap(level.u, level.next);
  }
}

template void smooth_jacobi(Level<float>&, int, const Relaxation<float>&, Stream&);
template void smooth_jacobi(Level<double>&, int, const Relaxation<double>&, Stream&);

}  // namespace tycho::gpu::particle_mesh
