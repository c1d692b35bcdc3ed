// Owns a CUDA stream, and counts how often the host waits for it.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <utility>

#include "gpu/support/check.hpp"

namespace tycho::gpu {

class Stream {
 public:
  Stream() { TYCHO_CUDA(cudaStreamCreateWithFlags(&handle_, cudaStreamNonBlocking)); }
  /// One that someone else owns and destroys.
  explicit Stream(cudaStream_t borrowed) : handle_(borrowed), owned_(false) {}
  ~Stream() {
    if (handle_ && owned_) TYCHO_CUDA_NOTHROW(cudaStreamDestroy(handle_));
  }
  Stream(Stream&& other) noexcept
      : handle_(std::exchange(other.handle_, nullptr)),
        owned_(other.owned_),
        waits_(other.waits_) {}
  Stream& operator=(Stream&&) = delete;

  cudaStream_t get() const { return handle_; }

  /// Blocks the host until all enqueued work is done, and throws what went wrong in it.
  void wait() {
    ++waits_;
    TYCHO_CUDA(cudaStreamSynchronize(handle_));
  }
  /// Counts a wait for part of the enqueued work.
  void count_wait() { ++waits_; }
  std::int64_t waits() const { return waits_; }

 private:
  cudaStream_t handle_ = nullptr;
  bool owned_ = true;
  std::int64_t waits_ = 0;
};

}  // namespace tycho::gpu
