// The nearest neighbour of a target: of the loop's candidates the tile that has it, then the body
// in that tile. For .cu files.
//
// The loop keeps the smallest squared distance of a tile only, as an integer that orders as it
// does; the tile that has the smallest is searched at the end. Tiles whose smallest distances are
// too close to call in the loop's precision are compared in double at once, by the whole warp, so
// that the neighbour is exact.
#pragma once

#include "gpu/hermite/job.hpp"
#include "gpu/hermite/plan.hpp"
#include "gpu/support/warp.cuh"

namespace tycho::gpu::hermite::best {

/// A squared distance and the first source of the tile it was met in, in one word that orders by
/// distance.
using Nearest = unsigned long long;
constexpr std::uint32_t kNothing = 0xffffffffU;
__device__ inline Nearest nearest(std::uint32_t key, int tile) {
  return (static_cast<Nearest>(key) << 32) | static_cast<std::uint32_t>(tile);
}
constexpr Nearest kNoNearest = static_cast<Nearest>(kNothing) << 32;
__device__ inline std::uint32_t key_of(Nearest n) { return static_cast<std::uint32_t>(n >> 32); }
__device__ inline int tile_of(Nearest n) { return static_cast<int>(n & 0xffffffffU); }

/// Positive numbers order as the integers of their bits do, and doubles by their upper halves.
__device__ inline std::uint32_t order_of(float value) { return __float_as_uint(value); }
__device__ inline std::uint32_t order_of(double value) {
  return static_cast<std::uint32_t>(__double2hiint(value));
}

struct Candidate {
  double distance_sq;  // infinite where there is none, and of the target itself
  std::int32_t index;
};

template <typename F>
__device__ inline Candidate candidate(const Sources& sources, const typename F::Here& here,
                                      std::int32_t self, int j) {
  Word words[F::kWords];
#pragma unroll
  for (int w = 0; w < F::kWords; ++w)
    words[w] = sources.words[w * sources.stride + min(j, sources.count - 1)];
  const typename F::There there = F::unpack(words);
  const Vec3<double> r = F::exact(here, there);
  const bool other = j < sources.count && (there.index != self || self == -1);
  return {other ? dot(r, r) : __longlong_as_double(0x7ff0000000000000LL), there.index};
}

/// Of the 32 sources from `tile` on the one that is this lane's. A tile may be shorter: the sources
/// behind it are no nearer than the nearest of all.
template <typename F>
__device__ inline Candidate candidate_in_tile(const Sources& sources, const typename F::Here& here,
                                              std::int32_t self, int tile) {
  return candidate<F>(sources, here, self, tile + static_cast<int>(threadIdx.x % kWarp));
}

/// The first of the lanes that have the smallest of a warp's numbers, none of which is negative.
__device__ inline int lane_of_least(double value) {
  const std::uint32_t high = __double2hiint(value), low = __double2loint(value);
  const std::uint32_t least_high = least_of_warp(high);
  const std::uint32_t least_low = least_of_warp(high == least_high ? low : kNothing);
  return __ffs(__ballot_sync(kAllLanes, high == least_high && low == least_low)) - 1;
}

/// The nearer of two for the lanes of `ties`, in double; for the others the one of the smaller key.
/// The key kept is the smaller: one that the next candidate clears is cleared by the winner too.
template <typename F>
__device__ __noinline__ Nearest settle(Sources sources, const Target* target, Nearest a, Nearest b,
                                       unsigned ties) {
  Nearest settled = a < b ? a : b;
  for (; ties != 0; ties &= ties - 1) {
    const int lane = __ffs(ties) - 1;
    const Target& whose = *reinterpret_cast<const Target*>(
        __shfl_sync(kAllLanes, reinterpret_cast<unsigned long long>(target), lane));
    const typename F::Here here = F::here(whose);
    const auto least = [&](int tile) {
      const double mine = candidate_in_tile<F>(sources, here, whose.index, tile).distance_sq;
      return __shfl_sync(kAllLanes, mine, lane_of_least(mine));
    };
    const int tile_a = __shfl_sync(kAllLanes, tile_of(a), lane);
    const int tile_b = __shfl_sync(kAllLanes, tile_of(b), lane);
    const double at_a = least(tile_a), at_b = least(tile_b);
    const bool first = at_a < at_b || (at_a == at_b && tile_a <= tile_b);
    if (static_cast<int>(threadIdx.x % kWarp) == lane)
      settled = nearest(min(key_of(a), key_of(b)), first ? tile_a : tile_b);
  }
  return settled;
}

/// The nearer of two. All lanes of a warp come here together.
template <typename F>
__device__ inline Nearest nearer(const Sources& sources, const Target* target, Nearest a,
                                 Nearest b) {
  const std::uint32_t high = max(key_of(a), key_of(b)), low = min(key_of(a), key_of(b));
  const bool tie = high - low <= F::kSlack && tile_of(a) != tile_of(b) && high != kNothing;
  const unsigned ties = __ballot_sync(kAllLanes, tie);
  return ties == 0 ? min(a, b) : settle<F>(sources, target, a, b, ties);
}

/// The index of the body of a tile that is nearest to a target, found by a warp; of equally near
/// ones the one in the first slot. -1 where there is none.
template <typename F>
__device__ inline std::int32_t neighbour_in_tile(const Sources& sources,
                                                 const typename F::Here& here, std::int32_t self,
                                                 int tile) {
  const Candidate mine = candidate_in_tile<F>(sources, here, self, tile);
  const int lane = lane_of_least(mine.distance_sq);
  const double least = __shfl_sync(kAllLanes, mine.distance_sq, lane);
  const std::int32_t index = __shfl_sync(kAllLanes, mine.index, lane);
  return isinf(least) ? -1 : index;
}

}  // namespace tycho::gpu::hermite::best
