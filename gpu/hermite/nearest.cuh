// The nearest neighbour of a target: of the loop's candidates the tile that has it, then the body
// in that tile. For .cu files.
//
// The loop keeps the smallest squared distance of a tile only, as an integer that orders as it
// does; the tile that has the smallest is searched at the end. Tiles whose smallest distances are
// too close to call in the loop's precision are compared in double at once, so that the neighbour
// is exact.
#pragma once

#include "gpu/hermite/job.hpp"
#include "gpu/hermite/plan.hpp"

namespace tycho::gpu::hermite::best {

constexpr unsigned kAll = 0xffffffffU;

/// A squared distance and the tile it was met in, in one word that orders by distance.
using Nearest = unsigned long long;
constexpr std::uint32_t kNothing = 0xffffffffU;
__device__ inline Nearest nearest(std::uint32_t key, int tile) {
  return (static_cast<Nearest>(key) << 32) | static_cast<std::uint32_t>(tile);
}
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

template <typename F>
__device__ inline double least_distance_sq(const Sources& sources, const Target& target, int tile) {
  const typename F::Here here = F::here(target);
  double least = __longlong_as_double(0x7ff0000000000000LL);
#pragma unroll 4  // loads that do not wait for one another
  for (int k = 0; k < kTile; ++k)
    least = fmin(least, candidate<F>(sources, here, target.index, tile * kTile + k).distance_sq);
  return least;
}

/// The nearer of two, in double, for two that the loop's precision cannot tell apart. The key kept
/// is the smaller: one that the next candidate clears is cleared by the winner too.
template <typename F>
__device__ __noinline__ Nearest nearer_exactly(Sources sources, const Target* target, Nearest a,
                                               Nearest b) {
  const double at_a = least_distance_sq<F>(sources, *target, tile_of(a));
  const double at_b = least_distance_sq<F>(sources, *target, tile_of(b));
  const bool first = at_a < at_b || (at_a == at_b && tile_of(a) <= tile_of(b));
  return nearest(min(key_of(a), key_of(b)), first ? tile_of(a) : tile_of(b));
}

template <typename F>
__device__ inline Nearest nearer(const Sources& sources, const Target* target, Nearest a,
                                 Nearest b) {
  const std::uint32_t high = max(key_of(a), key_of(b)), low = min(key_of(a), key_of(b));
  if (high - low > F::kSlack || tile_of(a) == tile_of(b) || high == kNothing) return a < b ? a : b;
  return nearer_exactly<F>(sources, target, a, b);
}

/// The index of the body of a tile that is nearest to a target, found by a warp, a lane a body; of
/// equally near ones the one in the first slot. -1 where there is none.
template <typename F>
__device__ inline std::int32_t neighbour_in_tile(const Sources& sources, const Target& target,
                                                 int tile) {
  const int lane = threadIdx.x % kWarp;
  const Candidate mine = candidate<F>(sources, F::here(target), target.index, tile * kTile + lane);
  double least = mine.distance_sq;
  int who = lane;
#pragma unroll
  for (int offset = kWarp / 2; offset > 0; offset /= 2) {
    const double distance_sq = __shfl_xor_sync(kAll, least, offset);
    const int other = __shfl_xor_sync(kAll, who, offset);
    if (distance_sq < least || (distance_sq == least && other < who)) {
      least = distance_sq;
      who = other;
    }
  }
  const std::int32_t index = __shfl_sync(kAll, mine.index, who);
  return isinf(least) ? -1 : index;
}

}  // namespace tycho::gpu::hermite::best
