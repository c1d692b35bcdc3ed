// How many multiprocessors the device has.
#pragma once

#include <cuda_runtime_api.h>

#include "gpu/support/check.hpp"

namespace tycho::gpu::probe {

inline unsigned multiprocessors() {
  int device = 0, count = 0;
  TYCHO_CUDA(cudaGetDevice(&device));
  TYCHO_CUDA(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device));
  return static_cast<unsigned>(count);
}

}  // namespace tycho::gpu::probe
