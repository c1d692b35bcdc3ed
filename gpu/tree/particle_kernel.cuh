// What kernels with a walk a thread share. For .cu files.
#pragma once

#include <cstddef>
#include <cstring>
#include <type_traits>

#include "gpu/support/warp.hpp"

namespace tycho::gpu::tree {

/// By the widest loads that its size allows: arrays on the device begin at a multiple of 256 bytes.
template <typename T>
__device__ inline T loaded(const T* from) {
  using Word = std::conditional_t<sizeof(T) % 16 == 0, uint4, uint2>;
  static_assert(sizeof(T) % sizeof(Word) == 0);
  Word words[sizeof(T) / sizeof(Word)];
  for (std::size_t w = 0; w < sizeof(T) / sizeof(Word); ++w)
    words[w] = __ldg(reinterpret_cast<const Word*>(from) + w);
  T value;
  memcpy(&value, words, sizeof(T));
  return value;
}

/// The values of a warp, all of whose lanes are here, to the total.
__device__ inline void add_up(unsigned long long value, unsigned long long* total) {
  for (int step = kWarp / 2; step > 0; step /= 2) value += __shfl_xor_sync(kAllLanes, value, step);
  if (threadIdx.x % kWarp == 0) atomicAdd(total, value);
}

/// What a thread's walks have met.
struct Interactions {
  unsigned long long with_cells = 0, with_bodies = 0;
  unsigned long long missing = 0;  // opened, of which this rank lacks the inside

  __device__ unsigned long long all() const { return with_cells + with_bodies; }
};

/// Adds up the interactions of a warp, and adds them to the kCounted totals.
__device__ inline void add_up(const Interactions& mine, unsigned long long* counted) {
  add_up(mine.with_cells, counted);
  add_up(mine.with_bodies, counted + 1);
  add_up(mine.missing, counted + 2);
}

}  // namespace tycho::gpu::tree
