// Checked kernel launch. For .cu files.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

#include "gpu/support/check.hpp"
#include "gpu/support/stream.hpp"

namespace tycho::gpu {

struct Grid {
  dim3 blocks, threads;
  std::size_t shared_bytes = 0;
  unsigned cluster = 1;  // blocks that see each other's shared memory: launch_early() only
};

/// One thread an element, rounded up to whole blocks.
inline Grid cover(std::int64_t elements, int threads = 256) {
  const std::int64_t blocks = (elements + threads - 1) / threads;
  if (blocks < 1 || blocks > 0x7fffffff)
    throw std::invalid_argument("a grid cannot cover " + std::to_string(elements) + " elements");
  return {dim3(static_cast<unsigned>(blocks)), dim3(static_cast<unsigned>(threads))};
}

/// Enqueues a kernel; a launch that the device refuses throws here, what fails while it runs throws
/// at the next wait.
template <typename... Parameters, typename... Arguments>
void launch(void (*kernel)(Parameters...), const Grid& grid, const Stream& stream,
            Arguments&&... arguments) {
  kernel<<<grid.blocks, grid.threads, grid.shared_bytes, stream.get()>>>(
      std::forward<Arguments>(arguments)...);
  TYCHO_CUDA(cudaGetLastError());
}

/// What cudaLaunchKernelEx is given for a grid that may begin early.
struct EarlyLaunch {
  EarlyLaunch(const Grid& grid, cudaStream_t stream) {
    attributes[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attributes[0].val.programmaticStreamSerializationAllowed = 1;
    attributes[1].id = cudaLaunchAttributeClusterDimension;
    attributes[1].val.clusterDim = {grid.cluster, 1, 1};
    config.gridDim = grid.blocks;
    config.blockDim = grid.threads;
    config.dynamicSmemBytes = grid.shared_bytes;
    config.stream = stream;
    config.attrs = attributes;
    config.numAttrs = grid.cluster > 1 ? 2 : 1;
  }
  EarlyLaunch(const EarlyLaunch&) = delete;

  cudaLaunchAttribute attributes[2] = {};
  cudaLaunchConfig_t config = {};
};

/// The same, but the device may begin with the kernel while the one before it ends: for chains of
/// kernels so short that the way from one to the next counts. The kernel calls wait_for_previous()
/// before it touches memory.
template <typename... Parameters, typename... Arguments>
void launch_early(void (*kernel)(Parameters...), const Grid& grid, const Stream& stream,
                  Arguments&&... arguments) {
  const EarlyLaunch early(grid, stream.get());
  TYCHO_CUDA(cudaLaunchKernelEx(&early.config, kernel, std::forward<Arguments>(arguments)...));
}

/// Older devices begin when the previous kernel has ended anyway.
__device__ inline void wait_for_previous() {
#if __CUDA_ARCH__ >= 900
  cudaGridDependencySynchronize();
#endif
}

}  // namespace tycho::gpu
