// Red-black sweeps on a mesh of 32^3, as many as are asked for in one kernel: a cluster of blocks
// holds the whole mesh in registers, a few planes a block. Passes over memory would take longer to
// launch than to run.
//
// As in coarse_columns.cu a thread owns a pair of neighbouring columns, here through the planes of
// its block; what it lacks of neighbours comes through shared memory, that of the blocks above and
// below included.
#include <cooperative_groups.h>

#include "core/formulas/discrete_laplacian.hpp"
#include "gpu/particle_mesh/multigrid.hpp"
#include "gpu/support/launch.hpp"

namespace tycho::gpu::particle_mesh {

namespace {

constexpr int kSide = 32, kBlocks = 8, kPlanes = kSide / kBlocks;
constexpr int kPairs = kSide / 2, kThreads = kPairs * kSide;
static_assert(kPlanes % 2 == 0, "the colour of a cell must not depend on its block");

template <typename Real>
using Colour = Real[kPlanes][kThreads];

template <typename Real>
__global__ void __launch_bounds__(kThreads)
    cluster_sweeps_kernel(Real* u, const Real* __restrict__ rhs, bool from_zero, int sweeps,
                          Real omega) {
#if __CUDA_ARCH__ >= 900
  constexpr int kArea = kSide * kSide;
  __shared__ Colour<Real> seen[2];  // what either colour is now
  const auto cluster = cooperative_groups::this_cluster();
  const int rank = static_cast<int>(cluster.block_rank());
  const Colour<Real>* const below = cluster.map_shared_rank(seen, (rank + kBlocks - 1) % kBlocks);
  const Colour<Real>* const above = cluster.map_shared_rank(seen, (rank + 1) % kBlocks);

  const int self = threadIdx.x, pair = self % kPairs, line = self / kPairs, odd = line & 1;
  // Member 0 of a pair is the cell whose x has the parity of its y: its colour is that of z.
  const int left = line * kPairs + (pair + kPairs - 1) % kPairs;
  const int right = line * kPairs + (pair + 1) % kPairs;
  const int beside[2] = {odd ? right : left, odd ? left : right};
  const int before = (line + kSide - 1) % kSide * kPairs + pair;
  const int after = (line + 1) % kSide * kPairs + pair;
  const int cell = rank * kPlanes * kArea + line * kSide + 2 * pair;
  const int member[2] = {cell + odd, cell + 1 - odd};

  wait_for_previous();
  Real v[kPlanes][2], f[kPlanes][2];
#pragma unroll
  for (int z = 0; z < kPlanes; ++z) {
#pragma unroll
    for (int m = 0; m < 2; ++m) {
      v[z][m] = from_zero ? Real(0) : u[z * kArea + member[m]];
      f[z][m] = rhs[z * kArea + member[m]];
    }
    seen[1][z][self] = v[z][1 - z % 2];
  }
  cluster.sync();
  for (int s = 0; s < sweeps; ++s)
#pragma unroll
    for (int colour = 0; colour < 2; ++colour) {
      const Colour<Real>& others = seen[1 - colour];
#pragma unroll
      for (int z = 0; z < kPlanes; ++z) {
        const int m = (z + colour) % 2;
        const Real lower =
            z > 0 ? v[(z + kPlanes - 1) % kPlanes][m] : below[1 - colour][kPlanes - 1][self];
        const Real upper = z + 1 < kPlanes ? v[(z + 1) % kPlanes][m] : above[1 - colour][0][self];
        const Real neighbours = (others[z][beside[m]] + v[z][1 - m]) +
                                (others[z][before] + others[z][after]) + (lower + upper);
        v[z][m] = relaxed(neighbours, Real(1) / Real(6), v[z][m], f[z][m], omega);
        seen[colour][z][self] = v[z][m];
      }
      cluster.sync();
    }
#pragma unroll
  for (int z = 0; z < kPlanes; ++z)
#pragma unroll
    for (int m = 0; m < 2; ++m) u[z * kArea + member[m]] = v[z][m];
#endif
}

}  // namespace

template <typename Real>
bool smooth_in_cluster(Level<Real>& level, int sweeps, const Relaxation<Real>& how,
                       const Stream& stream) {
  static const bool has_clusters = compiled_for_hopper(cluster_sweeps_kernel<Real>);
  if (level.n != kSide || how.walls || sweeps == 0 || !has_clusters) return false;
  Grid grid{dim3(kBlocks), dim3(kThreads)};
  grid.cluster = kBlocks;
  launch_early(cluster_sweeps_kernel<Real>, grid, stream, level.u.data(), level.rhs.data(),
               level.zero, sweeps, how.omega);
  level.zero = false;
  return true;
}

template bool smooth_in_cluster(Level<float>&, int, const Relaxation<float>&, const Stream&);
template bool smooth_in_cluster(Level<double>&, int, const Relaxation<double>&, const Stream&);

}  // namespace tycho::gpu::particle_mesh
