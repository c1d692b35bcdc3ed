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
  unsigned cluster = 1;  // thread blocks that share their memory (cluster.hpp): launch_early() only
};

/// One thread an element, rounded up to whole thread blocks.
inline Grid cover(std::int64_t elements, int threads = 256) {
  const std::int64_t blocks = (elements + threads - 1) / threads;
  if (blocks < 1 || blocks > 0x7fffffff)
    throw std::invalid_argument("a grid cannot cover " + std::to_string(elements) + " elements");
  return {dim3(static_cast<unsigned>(blocks)), dim3(static_cast<unsigned>(threads))};
}

/// Enqueues a kernel; a launch that the device refuses throws here, a kernel that fails while it
/// runs throws at the next wait.
template <typename... Parameters, typename... Arguments>
void launch(void (*kernel)(Parameters...), const Grid& grid, const Stream& stream,
            Arguments&&... arguments) {
  kernel<<<grid.blocks, grid.threads, grid.shared_bytes, stream.get()>>>(
      std::forward<Arguments>(arguments)...);
  TYCHO_CUDA(cudaGetLastError());
}

/// Whether the code of a kernel that runs on this device was compiled for Hopper or newer. A newer
/// device may run code for an older one, which knows neither clusters nor early launches.
template <typename... Parameters>
bool compiled_for_hopper(void (*kernel)(Parameters...)) {
  cudaFuncAttributes attributes{};
  TYCHO_CUDA(cudaFuncGetAttributes(&attributes, kernel));
  return attributes.ptxVersion >= 90;
}

/// Enqueues a kernel that the device may begin while the kernel before it ends: for chains of
/// kernels so short that the time from one to the next counts. The kernel calls wait_for_previous()
/// before it touches memory. Code for older devices is launched plainly.
template <typename... Parameters, typename... Arguments>
void launch_early(void (*kernel)(Parameters...), const Grid& grid, const Stream& stream,
                  Arguments&&... arguments) {
  // One answer serves all kernels: they are compiled for the same devices.
  static const bool early = compiled_for_hopper(kernel);
  if (!early) return launch(kernel, grid, stream, std::forward<Arguments>(arguments)...);
  cudaLaunchAttribute attributes[2] = {};
  attributes[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attributes[0].val.programmaticStreamSerializationAllowed = 1;
  attributes[1].id = cudaLaunchAttributeClusterDimension;
  attributes[1].val.clusterDim = {grid.cluster, 1, 1};
  cudaLaunchConfig_t config = {};
  config.gridDim = grid.blocks;
  config.blockDim = grid.threads;
  config.dynamicSmemBytes = grid.shared_bytes;
  config.stream = stream.get();
  config.attrs = attributes;
  config.numAttrs = grid.cluster > 1 ? 2 : 1;
  TYCHO_CUDA(cudaLaunchKernelEx(&config, kernel, std::forward<Arguments>(arguments)...));
}

/// Thread blocks of the next kernel, if it was launched early, may start where there is room once
/// all thread blocks of this kernel have called this or ended.
__device__ inline void let_next_begin() {
#if __CUDA_ARCH__ >= 900
  cudaTriggerProgrammaticLaunchCompletion();
#endif
}

/// Waits until the kernel launched before has ended and its writes are seen. Every thread block
/// calls this; otherwise the kernel after this one might begin before the kernel before it has
/// ended.
__device__ inline void wait_for_previous() {
#if __CUDA_ARCH__ >= 900
  cudaGridDependencySynchronize();
#endif
}

}  // namespace tycho::gpu
