// Red-black sweeps on meshes of 32^3 and 64^3, as many as are asked for in one kernel: a cluster of
// blocks holds the whole mesh in registers, a few planes a block. Passes over memory would last
// longer to launch than to run.
//
// As in columns.cuh a thread owns pairs of neighbouring columns, here through the planes of its
// block; what it lacks of neighbours comes through shared memory, that of the blocks above and
// below included.
#include <cooperative_groups.h>

#include "core/formulas/discrete_laplacian.hpp"
#include "gpu/particle_mesh/multigrid.hpp"
#include "gpu/support/launch.hpp"
#include "gpu/support/shared_memory.hpp"

namespace tycho::gpu::particle_mesh {

namespace {

/// A mesh of kSide^3 among kBlocks blocks, kEach pairs of columns a thread.
template <int kMeshSide, int kClusterBlocks, int kPairsEach>
struct Shape {
  static constexpr int kSide = kMeshSide, kBlocks = kClusterBlocks, kEach = kPairsEach;
  static constexpr int kPlanes = kSide / kBlocks;
  static constexpr int kPairs = kSide / 2, kColumns = kPairs * kSide;
  static constexpr int kThreads = kColumns / kEach;
  static_assert(kPlanes % 2 == 0, "the colour of a cell must not depend on its block");
};

/// One pair of columns: where it is among the others.
template <typename S>
struct Place {
  __device__ explicit Place(int column) : self(column) {
    const int pair = column % S::kPairs, line = column / S::kPairs;
    const int left = line * S::kPairs + (pair + S::kPairs - 1) % S::kPairs;
    const int right = line * S::kPairs + (pair + 1) % S::kPairs;
    const bool odd = line & 1;
    beside[0] = odd ? right : left;
    beside[1] = odd ? left : right;
    before = (line + S::kSide - 1) % S::kSide * S::kPairs + pair;
    after = (line + 1) % S::kSide * S::kPairs + pair;
    const int cell = line * S::kSide + 2 * pair;
    member[0] = cell + odd;
    member[1] = cell + 1 - odd;
  }
  int self, before, after;
  int beside[2];  // the pair at the far side of member m
  int member[2];  // cells in a plane; member 0 has the colour of z
};

template <typename Real, typename S>
__global__ void __launch_bounds__(S::kThreads)
    cluster_sweeps_kernel(Real* u, const Real* __restrict__ rhs, bool from_zero, int sweeps,
                          Real omega) {
#if __CUDA_ARCH__ >= 900
  extern __shared__ __align__(16) unsigned char raw[];
  using Plane = Real[S::kColumns];
  using Colour = Plane[S::kPlanes];
  Colour* const seen = reinterpret_cast<Colour*>(raw);  // what either colour is now
  const auto cluster = cooperative_groups::this_cluster();
  const int rank = static_cast<int>(cluster.block_rank());
  const Colour* const below = cluster.map_shared_rank(seen, (rank + S::kBlocks - 1) % S::kBlocks);
  const Colour* const above = cluster.map_shared_rank(seen, (rank + 1) % S::kBlocks);

  wait_for_previous();
  Real v[S::kEach][S::kPlanes][2], f[S::kEach][S::kPlanes][2];
  constexpr int kArea = S::kSide * S::kSide;
  const int first = rank * S::kPlanes * kArea;
#pragma unroll
  for (int e = 0; e < S::kEach; ++e) {
    const Place<S> at(threadIdx.x + e * S::kThreads);
#pragma unroll
    for (int z = 0; z < S::kPlanes; ++z)
#pragma unroll
      for (int m = 0; m < 2; ++m) {
        const int cell = first + z * kArea + at.member[m];
        v[e][z][m] = from_zero ? Real(0) : u[cell];
        f[e][z][m] = rhs[cell];
        if (m != z % 2) seen[1][z][at.self] = v[e][z][m];
      }
  }
  cluster.sync();
  for (int s = 0; s < sweeps; ++s)
#pragma unroll
    for (int colour = 0; colour < 2; ++colour) {
      const int other = 1 - colour;
#pragma unroll
      for (int e = 0; e < S::kEach; ++e) {
        const Place<S> at(threadIdx.x + e * S::kThreads);
#pragma unroll
        for (int z = 0; z < S::kPlanes; ++z) {
          const int m = (z + colour) % 2;
          const Real lower =
              z > 0 ? v[e][z > 0 ? z - 1 : 0][m] : below[other][S::kPlanes - 1][at.self];
          const Real upper = z + 1 < S::kPlanes ? v[e][z + 1 < S::kPlanes ? z + 1 : z][m]
                                                : above[other][0][at.self];
          const Plane& plane = seen[other][z];
          const Real neighbours = (plane[at.beside[m]] + v[e][z][1 - m]) +
                                  (plane[at.before] + plane[at.after]) + (lower + upper);
          v[e][z][m] = relaxed(neighbours, Real(1) / Real(6), v[e][z][m], f[e][z][m], omega);
          seen[colour][z][at.self] = v[e][z][m];
        }
      }
      cluster.sync();
    }
#pragma unroll
  for (int e = 0; e < S::kEach; ++e) {
    const Place<S> at(threadIdx.x + e * S::kThreads);
#pragma unroll
    for (int z = 0; z < S::kPlanes; ++z)
#pragma unroll
      for (int m = 0; m < 2; ++m) u[first + z * kArea + at.member[m]] = v[e][z][m];
  }
#endif
}

/// Whether this device can hold such a cluster: asked once.
template <typename Real, typename S>
bool prepared(const Grid& grid) {
  static const bool able = [&] {
    const auto kernel = cluster_sweeps_kernel<Real, S>;
    int device = 0, clusters = 0;
    TYCHO_CUDA(cudaGetDevice(&device));
    TYCHO_CUDA(cudaDeviceGetAttribute(&clusters, cudaDevAttrClusterLaunch, device));
    if (clusters == 0) return false;
    allow_shared_memory(kernel, grid.shared_bytes);
    TYCHO_CUDA(cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
    const EarlyLaunch launch(grid, nullptr);
    TYCHO_CUDA(cudaOccupancyMaxActiveClusters(&clusters, kernel, &launch.config));
    return clusters > 0;
  }();
  return able;
}

template <typename Real, typename S>
bool run(Level<Real>& level, int sweeps, const Relaxation<Real>& how, const Stream& stream) {
  Grid grid{dim3(S::kBlocks), dim3(S::kThreads), 2 * sizeof(Real) * S::kPlanes * S::kColumns};
  grid.cluster = S::kBlocks;
  if (!prepared<Real, S>(grid)) return false;
  launch_early(cluster_sweeps_kernel<Real, S>, grid, stream, level.u.data(), level.rhs.data(),
               level.zero, sweeps, how.omega);
  level.zero = false;
  return true;
}

}  // namespace

template <typename Real>
bool smooth_in_cluster(Level<Real>& level, int sweeps, const Relaxation<Real>& how,
                       const Stream& stream) {
  if (how.walls || sweeps == 0) return false;
  if (level.n == 32) return run<Real, Shape<32, 8, 1>>(level, sweeps, how, stream);
  if constexpr (sizeof(Real) == 4)
    if (level.n == 64) return run<Real, Shape<64, 16, 2>>(level, sweeps, how, stream);
  return false;
}

template bool smooth_in_cluster(Level<float>&, int, const Relaxation<float>&, const Stream&);
template bool smooth_in_cluster(Level<double>&, int, const Relaxation<double>&, const Stream&);

}  // namespace tycho::gpu::particle_mesh
