// Owns an array in device memory.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/large_array.hpp"
#include "gpu/support/check.hpp"
#include "gpu/support/memory.hpp"
#include "gpu/support/stream.hpp"

namespace tycho::gpu {

template <typename T>
class Buffer {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Buffer() = default;
  /// n elements, poisoned: every byte 0xFF, which is NaN in floating point and -1 in integers, so
  /// that what no kernel writes shows.
  Buffer(std::size_t n, Stream& stream)
      : data_(n ? static_cast<T*>(allocate(n * sizeof(T))) : nullptr), size_(n) {
    poison(stream);
  }
  ~Buffer() {
    if (data_) release(data_);
  }
  Buffer(Buffer&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  Buffer& operator=(Buffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }

  T* data() { return data_; }
  const T* data() const { return data_; }
  std::size_t size() const { return size_; }
  std::size_t bytes() const { return size_ * sizeof(T); }

  void poison(Stream& stream) { fill_bytes(0xFF, stream); }
  void zero(Stream& stream) { fill_bytes(0, stream); }

  void upload(std::span<const T> from, Stream& stream) {
    require_size(from.size());
    TYCHO_CUDA(cudaMemcpyAsync(data_, from.data(), bytes(), cudaMemcpyHostToDevice, stream.get()));
  }
  /// Waits for the stream: the values are there when it returns.
  void download(std::span<T> to, Stream& stream) const {
    require_size(to.size());
    TYCHO_CUDA(cudaMemcpyAsync(to.data(), data_, bytes(), cudaMemcpyDeviceToHost, stream.get()));
    stream.wait();
  }
  /// A part, from the element `first` on.
  void upload_part(std::size_t first, std::span<const T> from, Stream& stream) {
    require_part(first, from.size());
    TYCHO_CUDA(cudaMemcpyAsync(data_ + first, from.data(), from.size_bytes(),
                               cudaMemcpyHostToDevice, stream.get()));
  }
  /// Does not wait: the values are there once the stream has been waited for.
  void download_part(std::size_t first, std::span<T> to, Stream& stream) const {
    require_part(first, to.size());
    TYCHO_CUDA(cudaMemcpyAsync(to.data(), data_ + first, to.size_bytes(), cudaMemcpyDeviceToHost,
                               stream.get()));
  }
  std::vector<T> download(Stream& stream) const {
    std::vector<T> values = large_array<T>(size_);
    download(values, stream);
    return values;
  }

 private:
  void fill_bytes(int value, Stream& stream) {
    if (data_) TYCHO_CUDA(cudaMemsetAsync(data_, value, bytes(), stream.get()));
  }
  void require_size(std::size_t n) const {
    if (n != size_)
      throw std::logic_error("a buffer of " + std::to_string(size_) +
                             " elements cannot be copied with " + std::to_string(n));
  }

  void require_part(std::size_t first, std::size_t n) const {
    if (first > size_ || n > size_ - first)
      throw std::logic_error("a buffer of " + std::to_string(size_) + " elements has no " +
                             std::to_string(n) + " from " + std::to_string(first) + " on");
  }

  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace tycho::gpu
