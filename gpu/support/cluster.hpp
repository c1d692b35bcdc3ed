// Clusters: thread blocks that see each other's shared memory. In code for devices without clusters
// every thread block is a cluster by itself. For .cu files.
#pragma once

#include <cooperative_groups.h>

#include "gpu/support/launch.hpp"

namespace tycho::gpu {

/// Clusters of a grid's kind that the device can run at once; 0 where it cannot run one.
template <typename... Parameters>
int clusters_at_once(void (*kernel)(Parameters...), const Grid& grid) {
  cudaLaunchAttribute attribute = {};
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim = {grid.cluster, 1, 1};
  cudaLaunchConfig_t config = {};
  config.gridDim = grid.blocks;
  config.blockDim = grid.threads;
  config.dynamicSmemBytes = grid.shared_bytes;
  config.attrs = &attribute;
  config.numAttrs = 1;
  int clusters = 0;
  TYCHO_CUDA(cudaOccupancyMaxActiveClusters(&clusters, kernel, &config));
  return clusters;
}

namespace cluster {

#if __CUDA_ARCH__ >= 900

__device__ inline int blocks() {
  return static_cast<int>(cooperative_groups::this_cluster().num_blocks());
}
__device__ inline int rank() {
  return static_cast<int>(cooperative_groups::this_cluster().block_rank());
}
/// The same address in the shared memory of thread block `rank`.
template <typename T>
__device__ inline T* shared_of(T* mine, int rank) {
  return cooperative_groups::this_cluster().map_shared_rank(mine, rank);
}
/// A barrier of all threads of the cluster, in two halves: what was written before arrive() is seen
/// after wait().
__device__ inline void arrive() { cooperative_groups::this_cluster().barrier_arrive(); }
__device__ inline void wait() { cooperative_groups::this_cluster().barrier_wait(); }

#else

__device__ inline int blocks() { return 1; }
__device__ inline int rank() { return 0; }
template <typename T>
__device__ inline T* shared_of(T* mine, int) {
  return mine;
}
__device__ inline void arrive() {}
__device__ inline void wait() { __syncthreads(); }

#endif

__device__ inline void sync() {
  arrive();
  wait();
}

}  // namespace cluster

}  // namespace tycho::gpu
