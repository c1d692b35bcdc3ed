// Results that a kernel writes into the host's memory tell by themselves that they have come: the
// host fills their memory with what no result holds and looks until every word is another. So the
// host neither waits for the kernel's end nor relies on an order of the words' arrival.
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>

#include "gpu/hermite/forms.hpp"

namespace tycho::gpu::hermite {

/// All bits set: a NaN that no kernel writes (join.cuh).
inline void await(std::span<Result> results) {
  std::memset(static_cast<void*>(results.data()), 0xFF, results.size_bytes());
}

inline bool arrived(Result& result) {
  const auto there = [](double& word) {
    const double seen = std::atomic_ref<double>(word).load(std::memory_order_relaxed);
    return std::bit_cast<std::uint64_t>(seen) != ~std::uint64_t{0};
  };
  for (int k = 0; k < 3; ++k)
    if (!there(result.acc[k]) || !there(result.jerk[k])) return false;
  // The neighbour comes in one word with `unused`, and may be -1.
  return there(result.pot) &&
         std::atomic_ref<std::int32_t>(result.unused).load(std::memory_order_acquire) == 0;
}

}  // namespace tycho::gpu::hermite
