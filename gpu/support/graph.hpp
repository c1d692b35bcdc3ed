// Owns a CUDA graph: launches captured once and enqueued together afterwards.
#pragma once

#include <cuda_runtime_api.h>

#include <utility>

#include "gpu/support/check.hpp"
#include "gpu/support/stream.hpp"

namespace tycho::gpu {

class Graph {
 public:
  Graph() = default;
  /// Captures what `enqueue` puts into the stream, which nothing else may use meanwhile.
  template <typename Enqueue>
  Graph(Stream& stream, const Enqueue& enqueue) {
    cudaGraph_t captured = nullptr;
    TYCHO_CUDA(cudaStreamBeginCapture(stream.get(), cudaStreamCaptureModeThreadLocal));
    try {
      enqueue();
    } catch (...) {
      TYCHO_CUDA_NOTHROW(cudaStreamEndCapture(stream.get(), &captured));
      if (captured) TYCHO_CUDA_NOTHROW(cudaGraphDestroy(captured));
      throw;
    }
    TYCHO_CUDA(cudaStreamEndCapture(stream.get(), &captured));
    const cudaError_t code = cudaGraphInstantiate(&handle_, captured, 0);
    TYCHO_CUDA_NOTHROW(cudaGraphDestroy(captured));
    TYCHO_CUDA(code);
  }
  ~Graph() {
    if (handle_) TYCHO_CUDA_NOTHROW(cudaGraphExecDestroy(handle_));
  }
  Graph(Graph&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Graph& operator=(Graph&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }

  bool empty() const { return !handle_; }
  void launch(const Stream& stream) const { TYCHO_CUDA(cudaGraphLaunch(handle_, stream.get())); }

 private:
  cudaGraphExec_t handle_ = nullptr;
};

}  // namespace tycho::gpu
