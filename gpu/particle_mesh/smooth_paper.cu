// Red-black relaxation as published (aubert2009, III.C.2): a kernel a half sweep, one thread a cell
// of its colour. Cells of one colour do not see each other, so that all is done in place.
#include "gpu/particle_mesh/multigrid.hpp"
#include "gpu/particle_mesh/stencil.cuh"
#include "gpu/support/launch.hpp"

namespace tycho::gpu::particle_mesh {

namespace {

constexpr int kBlockThreads = 128;

template <typename Real>
__global__ void half_sweep_kernel(Real* u, const Real* __restrict__ rhs, int n, bool walls,
                                  Real omega, int colour) {
  const int j = blockIdx.y, k = blockIdx.z;
  const int i = 2 * (blockIdx.x * kBlockThreads + threadIdx.x) + (colour + j + k) % 2;
  if (i >= n) return;
  const Stencil<Real> s = stencil_at(u, i, j, k, n, walls);
  const std::int64_t c = flat_cell(i, j, k, n);
  u[c] = relaxed(s.neighbours, Real(1) / s.diagonal, u[c], rhs[c], omega);
}

}  // namespace

template <typename Real>
void smooth_paper(Level<Real>& level, int sweeps, const Relaxation<Real>& how, Stream& stream) {
  if (level.zero) level.u.zero(stream);
  level.zero = false;
  const unsigned n = static_cast<unsigned>(level.n);
  const Grid grid{dim3((n / 2 + kBlockThreads - 1) / kBlockThreads, n, n), dim3(kBlockThreads)};
  for (int half = 0; half < 2 * sweeps; ++half)
    launch(half_sweep_kernel<Real>, grid, stream, level.u.data(), level.rhs.data(), level.n,
           how.walls, how.omega, half % 2);
}

template void smooth_paper(Level<float>&, int, const Relaxation<float>&, Stream&);
template void smooth_paper(Level<double>&, int, const Relaxation<double>&, Stream&);

}  // namespace tycho::gpu::particle_mesh
