// Dynamic shared memory beyond the 48 KiB that every kernel may use. For .cu files.
#pragma once

#include <cuda_runtime.h>

#include <string>

#include "core/error.hpp"
#include "gpu/support/check.hpp"

namespace tycho::gpu {

/// Call before launching with more than 48 KiB. Throws Unavailable where the device has less.
template <typename Kernel>
void allow_shared_memory(Kernel* kernel, std::size_t bytes) {
  constexpr std::size_t kAlways = 48 * 1024;
  if (bytes <= kAlways) return;
  int device = 0, most = 0;
  TYCHO_CUDA(cudaGetDevice(&device));
  TYCHO_CUDA(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
  if (bytes > static_cast<std::size_t>(most))
    throw Unavailable("a block of this kernel needs " + std::to_string(bytes) +
                      " bytes of shared memory, this device has " + std::to_string(most));
  TYCHO_CUDA(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                  static_cast<int>(bytes)));
}

}  // namespace tycho::gpu
