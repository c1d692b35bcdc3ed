// How many multiprocessors the device has.
#pragma once

#include <cuda_runtime_api.h>

#include "gpu/support/check.hpp"

namespace tycho::gpu {

inline int multiprocessors() {
  int device = 0, count = 0;
  TYCHO_CUDA(cudaGetDevice(&device));
  TYCHO_CUDA(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device));
  return count;
}

}  // namespace tycho::gpu
