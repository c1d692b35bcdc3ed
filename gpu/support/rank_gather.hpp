// An array on the device of which each rank has written its own part: afterwards all ranks have all
// of it. The parts go through page-locked memory of the host, or straight from device to device
// where the transport takes device memory.
#pragma once

#include <numeric>
#include <span>

#include "core/ranks/ranks.hpp"
#include "gpu/support/buffer.hpp"
#include "gpu/support/pinned.hpp"

namespace tycho::gpu {

template <typename T>
class RankGather {
 public:
  RankGather(Ranks& ranks, Stream& stream) : ranks_(ranks), stream_(stream) {}

  /// `counts` has the elements of every rank, rank after rank. Waits for the stream, since a
  /// transport does not know it, and for the other ranks; the copy back to the device is enqueued.
  void gather(Buffer<T>& whole, std::span<const std::size_t> counts) {
    gather(std::span<T>(whole.data(), whole.size()), counts);
  }
  /// The same of a part of the device's memory, which may be longer or shorter from call to call.
  void gather(std::span<T> whole, std::span<const std::size_t> counts) {
    if (whole.empty()) return;
    if (ranks_.takes_device_memory()) {
      stream_.wait();
      return ranks_.all_gather(whole, counts);
    }
    if (staged_.size() < whole.size()) {
      stream_.wait();  // for copies from the memory that is given up
      staged_ = Pinned<T>(whole.size());
    }
    const auto me = static_cast<std::size_t>(ranks_.rank());
    const std::size_t first =
        std::accumulate(counts.begin(), counts.begin() + ranks_.rank(), std::size_t{0});
    const std::size_t last = first + counts[me];
    copy(staged_.data() + first, whole.data() + first, counts[me], cudaMemcpyDeviceToHost);
    // The copies of the gather before this one end here too: the host's memory is free.
    stream_.wait();
    ranks_.all_gather(std::span<T>(staged_.data(), whole.size()), counts);
    copy(whole.data(), staged_.data(), first, cudaMemcpyHostToDevice);
    copy(whole.data() + last, staged_.data() + last, whole.size() - last, cudaMemcpyHostToDevice);
  }

 private:
  void copy(T* to, const T* from, std::size_t count, cudaMemcpyKind kind) {
    if (count) TYCHO_CUDA(cudaMemcpyAsync(to, from, count * sizeof(T), kind, stream_.get()));
  }

  Ranks& ranks_;
  Stream& stream_;
  Pinned<T> staged_;
};

}  // namespace tycho::gpu
