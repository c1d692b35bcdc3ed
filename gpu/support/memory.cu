#include <cstdlib>
#include <string>

#include "core/bytes_in_words.hpp"
#include "core/error.hpp"
#include "gpu/support/check.hpp"
#include "gpu/support/memory.hpp"

namespace tycho::gpu {

namespace {

// 0: all there is.
std::size_t most_bytes() {
  const char* const given = std::getenv("TYCHO_GPU_MEMORY");
  static const std::size_t most = given ? bytes_in(given) : 0;
  return most;
}

[[noreturn]] void refuse(std::size_t bytes, const char* what) {
  const DeviceMemory memory = device_memory();
  const auto in_words = [](std::size_t amount) {
    return bytes_in_words(static_cast<std::int64_t>(amount));
  };
  throw Unavailable(std::string("out of device memory: ") + what + " asks for " + in_words(bytes) +
                    ", " + in_words(memory.free_bytes) + " of " + in_words(memory.total_bytes) +
                    " are free");
}

}  // namespace

DeviceMemory device_memory() {
  DeviceMemory memory;
  TYCHO_CUDA(cudaMemGetInfo(&memory.free_bytes, &memory.total_bytes));
  return most_bytes() > 0 ? smaller(memory, most_bytes()) : memory;
}

void* allocate(std::size_t bytes) {
  if (most_bytes() > 0) require_memory(bytes, "a buffer");
  void* memory = nullptr;
  const cudaError_t code = cudaMalloc(&memory, bytes);
  if (code == cudaErrorMemoryAllocation) {
    cudaGetLastError();  // a refused allocation is no lasting error: clear it
    refuse(bytes, "a buffer");
  }
  TYCHO_CUDA(code);
  return memory;
}

void release(void* memory) noexcept { TYCHO_CUDA_NOTHROW(cudaFree(memory)); }

void* allocate_pinned(std::size_t bytes) {
  void* memory = nullptr;
  const cudaError_t code = cudaMallocHost(&memory, bytes);
  if (code == cudaErrorMemoryAllocation) {
    cudaGetLastError();  // as above
    throw Unavailable("out of page-locked host memory: a buffer asks for " +
                      bytes_in_words(static_cast<std::int64_t>(bytes)));
  }
  TYCHO_CUDA(code);
  return memory;
}

void require_memory(std::size_t bytes, const char* what) {
  if (bytes > device_memory().free_bytes) refuse(bytes, what);
}

}  // namespace tycho::gpu
