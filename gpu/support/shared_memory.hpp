// Dynamic shared memory beyond the 48 KiB that every kernel may use. For .cu files.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdlib>
#include <string>

#include "core/error.hpp"
#include "gpu/support/check.hpp"
#include "gpu/support/memory.hpp"

namespace tycho::gpu {

/// Bytes that a thread block may have at most: 227 KiB on an H100 or H200, 163 on an A100, 99 on
/// most others from compute capability 8.6 on. With TYCHO_GPU_SHARED_MEMORY=BYTES the device is
/// taken for one of BYTES.
inline std::size_t most_shared_memory() {
  int device = 0, most = 0;
  TYCHO_CUDA(cudaGetDevice(&device));
  TYCHO_CUDA(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
  constexpr const char* kGiven = "TYCHO_GPU_SHARED_MEMORY";
  const char* const given = std::getenv(kGiven);
  const auto own = static_cast<std::size_t>(most);
  return given ? std::min(own, bytes_in(given, kGiven)) : own;
}

/// Call before launching with more than 48 KiB. Throws Unavailable where the device has less.
template <typename Kernel>
void allow_shared_memory(Kernel* kernel, std::size_t bytes) {
  constexpr std::size_t kAlways = 48 * 1024;
  if (bytes <= kAlways) return;
  if (const std::size_t most = most_shared_memory(); bytes > most)
    throw Unavailable("a block of this kernel needs " + std::to_string(bytes) +
                      " bytes of shared memory, this device has " + std::to_string(most));
  TYCHO_CUDA(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                  static_cast<int>(bytes)));
}

}  // namespace tycho::gpu
