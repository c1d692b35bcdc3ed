// An array on the device that follows one on the host, whose size may change from copy to copy.
#pragma once

#include <algorithm>
#include <span>

#include "gpu/support/buffer.hpp"

namespace tycho::gpu::tree {

template <typename T>
class Copied {
 public:
  /// Room for n elements; more than asked for, so that a size that grows slowly rarely asks.
  void reserve(std::size_t n, Stream& stream) {
    if (n <= room_.size()) return;
    room_ = Buffer<T>();
    room_ = Buffer<T>(n + n / 8, stream);
  }
  /// `from` must stay as it is until the stream has been waited for.
  void upload(std::span<const T> from, Stream& stream) {
    reserve(from.size(), stream);
    if (from.empty()) return;
    TYCHO_CUDA(cudaMemcpyAsync(room_.data(), from.data(), from.size_bytes(), cudaMemcpyHostToDevice,
                               stream.get()));
  }
  /// The first of them. Does not wait.
  void download(std::span<T> to, Stream& stream) const {
    if (to.empty()) return;
    TYCHO_CUDA(cudaMemcpyAsync(to.data(), room_.data(), to.size_bytes(), cudaMemcpyDeviceToHost,
                               stream.get()));
  }

  T* data() { return room_.data(); }

 private:
  Buffer<T> room_;
};

}  // namespace tycho::gpu::tree
