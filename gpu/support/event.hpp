// Owns a CUDA event with timing.
#pragma once

#include <cuda_runtime_api.h>

#include <utility>

#include "core/units.hpp"
#include "gpu/support/check.hpp"
#include "gpu/support/stream.hpp"

namespace tycho::gpu {

class Event {
 public:
  Event() { TYCHO_CUDA(cudaEventCreate(&handle_)); }
  ~Event() {
    if (handle_) TYCHO_CUDA_NOTHROW(cudaEventDestroy(handle_));
  }
  Event(Event&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Event& operator=(Event&&) = delete;

  void record(const Stream& stream) { TYCHO_CUDA(cudaEventRecord(handle_, stream.get())); }

  /// Blocks the host until the stream has got here.
  void wait() const { TYCHO_CUDA(cudaEventSynchronize(handle_)); }
  /// Blocks the host likewise, and counts as a wait for that stream.
  void wait(Stream& stream) const {
    stream.count_wait();
    wait();
  }

  /// Time from `first` to `last`; both must have been reached. The one place where CUDA's
  /// milliseconds become seconds.
  friend Seconds elapsed(const Event& first, const Event& last) {
    float milliseconds = 0;
    TYCHO_CUDA(cudaEventElapsedTime(&milliseconds, first.handle_, last.handle_));
    return Seconds(1e-3 * static_cast<double>(milliseconds));
  }

 private:
  cudaEvent_t handle_ = nullptr;
};

}  // namespace tycho::gpu
