// Four neighbouring elements of an array at a time: accesses as wide as the device has, and four
// independent loads under way in each thread. For .cu files.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <cstring>

#include "gpu/support/launch.hpp"

namespace tycho::gpu {

template <typename T>
struct alignas(sizeof(T) * 4 < 16 ? sizeof(T) * 4 : 16) Pack4 {
  T at[4];
};

/// Elements first .. first + 3 of an array of n, `first` a multiple of 4; zeros beyond its end.
template <typename T>
__device__ inline Pack4<T> load4(const T* array, std::int64_t first, std::int64_t n) {
  if (first + 4 <= n) return *reinterpret_cast<const Pack4<T>*>(array + first);
  Pack4<T> pack{};
  for (int e = 0; e < 4; ++e)
    if (first + e < n) pack.at[e] = array[first + e];
  return pack;
}

template <typename T>
__device__ inline void store4(const Pack4<T>& pack, T* array, std::int64_t first, std::int64_t n) {
  if (first + 4 <= n) {
    *reinterpret_cast<Pack4<T>*>(array + first) = pack;
    return;
  }
  for (int e = 0; e < 4; ++e)
    if (first + e < n) array[first + e] = pack.at[e];
}

/// The same for elements that are read or written once and not again soon: the cache is left to
/// other data.
template <typename T>
__device__ inline Pack4<T> stream4(const T* array, std::int64_t first, std::int64_t n) {
  if (first + 4 > n) return load4(array, first, n);
  const uint4* const from = reinterpret_cast<const uint4*>(array + first);
  uint4 raw[sizeof(Pack4<T>) / sizeof(uint4)];
  for (std::size_t q = 0; q < sizeof(raw) / sizeof(uint4); ++q) raw[q] = __ldcs(from + q);
  Pack4<T> pack;
  memcpy(&pack, raw, sizeof(pack));
  return pack;
}

template <typename T>
__device__ inline void stream4(const Pack4<T>& pack, T* array, std::int64_t first, std::int64_t n) {
  if (first + 4 > n) {
    store4(pack, array, first, n);
    return;
  }
  uint4* const to = reinterpret_cast<uint4*>(array + first);
  uint4 raw[sizeof(Pack4<T>) / sizeof(uint4)];
  memcpy(raw, &pack, sizeof(pack));
  for (std::size_t q = 0; q < sizeof(raw) / sizeof(uint4); ++q) __stcs(to + q, raw[q]);
}

/// The first of this thread's four elements.
__device__ inline std::int64_t first4() {
  return 4 * (static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x);
}

/// One thread for every four elements.
inline Grid cover4(std::int64_t elements) { return cover((elements + 3) / 4); }

}  // namespace tycho::gpu
