// The threads of a block that share a task. On the host a team has one member, so that the same
// code runs in tests without a device.
#pragma once

#include "core/attributes.hpp"

namespace tycho::gpu::pic {

struct Team {
  TYCHO_HOST_DEVICE int rank() const {
#if defined(__CUDA_ARCH__)
    return static_cast<int>(threadIdx.x);
#else
    return 0;
#endif
  }
  TYCHO_HOST_DEVICE int size() const {
#if defined(__CUDA_ARCH__)
    return static_cast<int>(blockDim.x);
#else
    return 1;
#endif
  }
  TYCHO_HOST_DEVICE void sync() const {
#if defined(__CUDA_ARCH__)
    __syncthreads();
#endif
  }
  /// The value of a shared counter before it is raised by one.
  TYCHO_HOST_DEVICE int next(int& counter) const {
#if defined(__CUDA_ARCH__)
    return atomicAdd(&counter, 1);
#else
    return counter++;
#endif
  }
};

}  // namespace tycho::gpu::pic
