// What all lanes of a warp agree on. For .cu files.
#pragma once

#include <cstdint>

#include "gpu/support/warp.hpp"

namespace tycho::gpu {

/// In one instruction from compute capability 8.0 on.
__device__ inline std::uint32_t least_of_warp(std::uint32_t value) {
#if __CUDA_ARCH__ >= 800
  return __reduce_min_sync(kAllLanes, value);
#else
  for (int offset = kWarp / 2; offset > 0; offset /= 2)
    value = min(value, __shfl_xor_sync(kAllLanes, value, offset));
  return value;
#endif
}

__device__ inline std::uint32_t most_of_warp(std::uint32_t value) {
#if __CUDA_ARCH__ >= 800
  return __reduce_max_sync(kAllLanes, value);
#else
  for (int offset = kWarp / 2; offset > 0; offset /= 2)
    value = max(value, __shfl_xor_sync(kAllLanes, value, offset));
  return value;
#endif
}

}  // namespace tycho::gpu
