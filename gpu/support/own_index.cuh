// The number of a thread among all threads of a launch.
#pragma once

#include <cstdint>

namespace tycho::gpu {

__device__ inline std::int64_t own_index() {
  return static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
}

}  // namespace tycho::gpu
