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

}  // namespace tycho::gpu
