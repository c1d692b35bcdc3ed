// Owns an array in page-locked host memory, which the device reaches at full speed.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <type_traits>
#include <utility>

#include "gpu/support/buffer.hpp"
#include "gpu/support/check.hpp"
#include "gpu/support/memory.hpp"
#include "gpu/support/stream.hpp"

namespace tycho::gpu {

template <typename T>
class Pinned {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Pinned() = default;
  explicit Pinned(std::size_t n) : size_(n) {
    data_ = static_cast<T*>(n ? allocate_pinned(n * sizeof(T)) : nullptr);
  }
  ~Pinned() {
    if (data_) TYCHO_CUDA_NOTHROW(cudaFreeHost(data_));
  }
  Pinned(Pinned&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  Pinned& operator=(Pinned&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }

  T* data() { return data_; }
  T& operator[](std::size_t i) { return data_[i]; }
  std::size_t size() const { return size_; }
  std::size_t bytes() const { return size_ * sizeof(T); }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace tycho::gpu
