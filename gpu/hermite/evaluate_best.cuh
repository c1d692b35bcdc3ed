// Force, jerk, potential and nearest neighbour of a block of targets against all sources, as fast
// as the GPU issues it. For the .cu file of each precision.
//
// A block holds a group of targets in registers, up to kMostBodies in each lane, and all its warps
// hold the same ones: the warps share out the sources, 32 at a time, each through a tile of shared
// memory of its own, so that nothing waits for the block until the sums are combined. Few targets
// are met by splitting the sources among blocks (plan.hpp); the last block to finish a group adds
// up the parts in a fixed order, so that results repeat to the bit.
//
// Single-precision terms are summed alone over two tiles and then join a sum in double.
//
// No pair is skipped in the inner loop. A warp whose tile holds one of its own targets takes a loop
// that masks equal indices; all others take one that does not ask.
//
// Of the nearest neighbour the loop keeps the smallest squared distance of the tile only, as an
// integer that orders as it does; the tile that has the smallest is searched at the end. Tiles
// whose smallest distances are too close to call in this precision are compared in double at once,
// so that the neighbour is exact.
#pragma once

#include <cuda_pipeline.h>

#include "gpu/hermite/evaluate_best.hpp"
#include "gpu/hermite/plan.hpp"
#include "gpu/support/launch.hpp"

namespace tycho::gpu::hermite {

namespace best {

constexpr unsigned kAll = 0xffffffffU;
constexpr int kSums = kFields - 1;
constexpr int kTilesTogether = 2;  // whose terms are summed before they are rounded no more

/// A squared distance and the tile it was met in, in one word that orders by distance.
using Nearest = unsigned long long;
constexpr std::uint32_t kNothing = 0xffffffffU;
__device__ inline Nearest nearest(std::uint32_t key, int tile) {
  return (static_cast<Nearest>(key) << 32) | static_cast<std::uint32_t>(tile);
}
__device__ inline std::uint32_t key_of(Nearest n) { return static_cast<std::uint32_t>(n >> 32); }
__device__ inline int tile_of(Nearest n) { return static_cast<int>(n & 0xffffffffU); }

/// rsqrt.approx.ftz has a relative error of 2^-22.9.
__device__ inline float inverse_root(float value) {
  float inverse;
  asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(inverse) : "f"(value));
  return inverse;
}
/// From an approximation y good to about 20 bits, e = 1 - d y^2 is small and
/// d^(-1/2) = y (1 - e)^(-1/2) = y (1 + e/2 + 3/8 e^2 + O(e^3)).
__device__ inline double inverse_root(double value) {
  double y;
  asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(value));
  const double e = fma(-value, y * y, 1.0);
  return fma(fma(0.375, e, 0.5), y * e, y);
}

/// Positive numbers order as the integers of their bits do, and doubles by their upper halves.
__device__ inline std::uint32_t order_of(float value) { return __float_as_uint(value); }
__device__ inline std::uint32_t order_of(double value) {
  return static_cast<std::uint32_t>(__double2hiint(value));
}

template <typename Real>
struct Sum {
  Real value[kSums] = {};  // acc, jerk, pot
};

template <typename F, bool kGuard, bool kMasked>
__device__ __forceinline__ void add_pair(const typename F::Here& here,
                                         const typename F::There& there,
                                         typename F::Real softening_sq, std::int32_t self,
                                         Sum<typename F::Real>& sum, std::uint32_t& key) {
  using Real = typename F::Real;
  const Vec3<Real> r = F::separation(here, there);
  const Vec3<Real> v = there.v - here.v;
  const Real distance_sq = fma(r.z, r.z, fma(r.y, r.y, fma(r.x, r.x, softening_sq)));
  Real inverse = inverse_root(distance_sq);
  std::uint32_t order = order_of(distance_sq);
  if constexpr (kGuard) inverse = distance_sq > Real(0) ? inverse : Real(0);
  if constexpr (kMasked) {
    const bool same = there.index == self && self != -1;
    inverse = same ? Real(0) : inverse;
    order = same ? kNothing : order;
  }
  key = min(key, order);
  const Real rv = fma(r.z, v.z, fma(r.y, v.y, r.x * v.x));
  const Real inverse_sq = inverse * inverse;
  const Real potential = there.mass * inverse;
  const Real factor = potential * inverse_sq;
  const Real alpha = (Real(-3) * inverse_sq) * rv;
  sum.value[0] = fma(factor, r.x, sum.value[0]);
  sum.value[1] = fma(factor, r.y, sum.value[1]);
  sum.value[2] = fma(factor, r.z, sum.value[2]);
  sum.value[3] = fma(factor, fma(alpha, r.x, v.x), sum.value[3]);
  sum.value[4] = fma(factor, fma(alpha, r.y, v.y), sum.value[4]);
  sum.value[5] = fma(factor, fma(alpha, r.z, v.z), sum.value[5]);
  sum.value[6] -= potential;
}

/// What is in registers stays there: short of them, the compiler would round a target's position
/// anew in the inner loop.
template <typename F>
__device__ __forceinline__ void keep(typename F::Here& here) {
  if constexpr (sizeof(typename F::Real) == sizeof(float)) {
    float* const values = reinterpret_cast<float*>(&here);
#pragma unroll
    for (std::size_t k = 0; k < sizeof(here) / sizeof(float); ++k)
      asm volatile("" : "+f"(values[k]));
  }
}

template <typename F>
__device__ inline typename F::There source(const Sources& sources, int j) {
  Word words[F::kWords];
#pragma unroll
  for (int w = 0; w < F::kWords; ++w) words[w] = sources.words[w * sources.stride + j];
  return F::unpack(words);
}

struct Closest {
  double distance_sq;
  int slot;
};

/// The nearest of the sources `first`, `first` + `stride`, ... of one tile, in double, the target
/// itself excluded. Loads do not wait for one another.
template <typename F, int kStride>
__device__ inline Closest closest_of_tile(const Sources& sources, const Target& target, int tile,
                                          int first) {
  const typename F::Here here = F::here(target);
  Closest closest{__longlong_as_double(0x7ff0000000000000LL), -1};
#pragma unroll 4
  for (int k = 0; k < kTile; k += kStride) {
    const int j = tile * kTile + k + first;
    const typename F::There there = source<F>(sources, min(j, sources.count - 1));
    const Vec3<double> r = F::exact(here, there);
    const double distance_sq = dot(r, r);
    const bool self = there.index == target.index && target.index != -1;
    if (j < sources.count && !self && distance_sq < closest.distance_sq) closest = {distance_sq, j};
  }
  return closest;
}

/// The nearer of two, in double, for two that the loop's precision cannot tell apart. The key kept
/// is the smaller: one that the next candidate clears is cleared by the winner too.
template <typename F>
__device__ __noinline__ Nearest nearer_exactly(Sources sources, const Target* target, Nearest a,
                                               Nearest b) {
  const Closest at_a = closest_of_tile<F, 1>(sources, *target, tile_of(a), 0);
  const Closest at_b = closest_of_tile<F, 1>(sources, *target, tile_of(b), 0);
  const bool first = at_a.distance_sq < at_b.distance_sq ||
                     (at_a.distance_sq == at_b.distance_sq && tile_of(a) <= tile_of(b));
  return nearest(min(key_of(a), key_of(b)), first ? tile_of(a) : tile_of(b));
}

template <typename F>
__device__ inline Nearest nearer(const Sources& sources, const Target* target, Nearest a,
                                 Nearest b) {
  const std::uint32_t high = max(key_of(a), key_of(b)), low = min(key_of(a), key_of(b));
  if (high - low > F::kSlack || tile_of(a) == tile_of(b) || high == kNothing) return a < b ? a : b;
  return nearer_exactly<F>(sources, target, a, b);
}

template <typename F, int kBodies>
struct BlockMemory {
  Word tile[2][kWarps][F::kWords][kTile];
  double sums[kBodies][kSums][kWarps][kWarp];
  Nearest nearest[kBodies][kWarps][kWarp];
  Nearest found[kWarp];
  Result results[kWarp];
  bool last;
};

template <typename F, bool kGuard, bool kMasked, int kBodies>
__device__ __forceinline__ void add_tile(const Word (&tile)[F::kWords][kTile],
                                         const typename F::Here (&here)[kBodies],
                                         typename F::Real softening_sq,
                                         const std::int32_t (&self)[kBodies],
                                         Sum<typename F::Real> (&sum)[kBodies],
                                         std::uint32_t (&key)[kBodies]) {
  constexpr int kUnroll = kMasked ? 1 : 8 / kBodies;
#pragma unroll kUnroll
  for (int k = 0; k < kTile; ++k) {
    Word words[F::kWords];
#pragma unroll
    for (int w = 0; w < F::kWords; ++w) words[w] = tile[w][k];
    const typename F::There there = F::unpack(words);
#pragma unroll
    for (int b = 0; b < kBodies; ++b)
      add_pair<F, kGuard, kMasked>(here[b], there, softening_sq, self[b], sum[b], key[b]);
  }
}

/// One group of targets against one part of the sources: sums and nearest of every warp are in
/// shared memory when it returns, not yet seen by the other warps.
template <typename F, bool kGuard, int kBodies>
__device__ __forceinline__ void add_part(const Job& job, int targets, int group, int first,
                                         int last, BlockMemory<F, kBodies>& memory) {
  using Real = typename F::Real;
  constexpr bool kSingle = sizeof(Real) == 4;
  const int lane = threadIdx.x % kWarp, warp = threadIdx.x / kWarp;
  const Target* const mine = job.targets + static_cast<std::int64_t>(group) * kWarp * kBodies;
  const int have = targets - group * kWarp * kBodies;
  const auto target = [&](int b) { return mine + min(b * kWarp + lane, have - 1); };

  const auto fetch = [&](int tile, int buffer) {
    const int j = tile * kTile + lane;
    if (tile < last) {
      if (j < job.sources.count) {
#pragma unroll
        for (int w = 0; w < F::kWords; ++w)
          __pipeline_memcpy_async(&memory.tile[buffer][warp][w][lane],
                                  job.sources.words + w * job.sources.stride + j, sizeof(Word));
      } else {
        Word pad[F::kWords];
        F::pack({{kFarAway, kFarAway, kFarAway}, {}}, 0.0, -1, pad);
#pragma unroll
        for (int w = 0; w < F::kWords; ++w) memory.tile[buffer][warp][w][lane] = pad[w];
      }
    }
    __pipeline_commit();
  };
  fetch(first + warp, 0);  // on its way while the targets are read

  typename F::Here here[kBodies];
  int home[kBodies];  // the tile that the target itself is in
  Sum<Real> sum[kBodies];
#pragma unroll
  for (int b = 0; b < kBodies; ++b) {
    const Target t = *target(b);
    here[b] = F::here(t);
    keep<F>(here[b]);
    home[b] = t.slot >> 5;
    memory.nearest[b][warp][lane] = nearest(kNothing, 0);
    if constexpr (kSingle)
      for (int f = 0; f < kSums; ++f) memory.sums[b][f][warp][lane] = 0;
  }
  const auto flush = [&] {
#pragma unroll
    for (int b = 0; b < kBodies; ++b) {
#pragma unroll
      for (int f = 0; f < kSums; ++f) {
        if constexpr (kSingle) {
          memory.sums[b][f][warp][lane] += static_cast<double>(sum[b].value[f]);
          sum[b].value[f] = 0;
        } else {
          memory.sums[b][f][warp][lane] = sum[b].value[f];
        }
      }
    }
  };

  const Real softening_sq = static_cast<Real>(job.softening_sq);
  int buffer = 0, held = 0;
  for (int tile = first + warp; tile < last; tile += kWarps) {
    fetch(tile + kWarps, buffer ^ 1);
    __pipeline_wait_prior(1);
    __syncwarp();
    std::uint32_t key[kBodies];
    std::int32_t self[kBodies];
    bool masked = job.by_index;
#pragma unroll
    for (int b = 0; b < kBodies; ++b) {
      key[b] = kNothing;
      self[b] = -1;
      masked |= home[b] == tile;
    }
    if (__any_sync(kAll, masked)) {
#pragma unroll
      for (int b = 0; b < kBodies; ++b) self[b] = target(b)->index;
      add_tile<F, kGuard, true>(memory.tile[buffer][warp], here, softening_sq, self, sum, key);
    } else {
      add_tile<F, kGuard, false>(memory.tile[buffer][warp], here, softening_sq, self, sum, key);
    }
#pragma unroll
    for (int b = 0; b < kBodies; ++b) {
      const Nearest held_nearest = memory.nearest[b][warp][lane];
      // Too far to matter, as nearly every tile is, without another look.
      if (key[b] - min(key[b], F::kSlack) <= key_of(held_nearest))
        memory.nearest[b][warp][lane] =
            nearer<F>(job.sources, target(b), held_nearest, nearest(key[b], tile));
    }
    if (kSingle && ++held == kTilesTogether) {
      flush();
      held = 0;
    }
    __syncwarp();  // the tile is read by all before the next is fetched into its place
    buffer ^= 1;
  }
  flush();
}

/// A value of one field of one target, summed over some parts in their order; of neighbours the
/// nearest. The parts are in shared memory, or in global memory where other blocks have left them:
/// volatile, so that no stale copy is read. Many loads are on their way at a time, whatever the
/// number of parts.
template <typename F>
__device__ __noinline__ double joined(Sources sources, const Target* target, int field, int parts,
                                      const volatile double* from, std::int64_t stride) {
  double total = 0;
  Nearest found = nearest(kNothing, 0);
  for (int first = 0; first < parts; first += kPartsAtOnce) {
    double some[kPartsAtOnce];
#pragma unroll
    for (int k = 0; k < kPartsAtOnce; ++k)
      some[k] = from[min(first + k, parts - 1) * stride];  // a part met twice is not nearer
    if (field < kSums) {
#pragma unroll
      for (int k = 0; k < kPartsAtOnce; ++k) total += first + k < parts ? some[k] : 0.0;
    } else {
#pragma unroll
      for (int k = 0; k < kPartsAtOnce; ++k)
        found = nearer<F>(sources, target, found, __double_as_longlong(some[k]));
    }
  }
  return field < kSums ? total : __longlong_as_double(found);
}

/// The neighbours of 32 targets from the tiles that have them: eight lanes search a tile.
template <typename F>
__device__ __noinline__ void name_neighbours(Sources sources, const Nearest* found,
                                             const Target* targets, int count, Result* results) {
  constexpr int kLanes = kThreads / kWarp;
  const int t = threadIdx.x / kLanes, lane = threadIdx.x % kLanes;
  Closest closest{__longlong_as_double(0x7ff0000000000000LL), -1};
  if (t < count && key_of(found[t]) != kNothing)
    closest = closest_of_tile<F, kLanes>(sources, targets[t], tile_of(found[t]), lane);
#pragma unroll
  for (int offset = kLanes / 2; offset > 0; offset /= 2) {
    const double distance_sq = __shfl_xor_sync(kAll, closest.distance_sq, offset);
    const int slot = __shfl_xor_sync(kAll, closest.slot, offset);
    const bool nearer_there = distance_sq < closest.distance_sq ||
                              (distance_sq == closest.distance_sq &&
                               static_cast<unsigned>(slot) < static_cast<unsigned>(closest.slot));
    if (nearer_there) closest = {distance_sq, slot};
  }
  if (t >= count || lane != 0) return;
  results[t].neighbour = closest.slot >= 0 ? source<F>(sources, closest.slot).index : -1;
  results[t].unused = 0;
}

/// Whether this block is the last of `parts` to come by a counter, which is 0 again afterwards. The
/// barriers make one thread's fences those of its block.
__device__ inline bool last_to_come(unsigned* counter, int parts, bool& shared_answer) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();  // what this block has written is seen before it is counted
    shared_answer = atomicInc(counter, parts - 1) == parts - 1U;
    __threadfence();  // what the others had written is read after
  }
  __syncthreads();
  return shared_answer;
}

template <typename F, bool kGuard, int kBodies>
__device__ void take_items(const Job& job, const Workspace& space, const Plan& plan, int targets,
                           unsigned char* raw) {
  auto& memory = *reinterpret_cast<BlockMemory<F, kBodies>*>(raw);
  // A warp for each field.
  static_assert(kWarps == kFields);
  const int lane = threadIdx.x % kWarp, field = threadIdx.x / kWarp;
  const int tiles = tiles_of(job.sources.count);
  const auto place = [&](int part, int b) {
    return ((static_cast<std::int64_t>(part) * kBodies + b) * kFields + field) * kWarp + lane;
  };

  for (int item = blockIdx.x; item < plan.items(); item += gridDim.x) {
    const int group = item / plan.splits, split = item % plan.splits;
    const int base = group * plan.targets();
    const auto target = [&](int b) {
      return job.targets + min(base + b * kWarp + lane, targets - 1);
    };
    // Every field of every target of the group, summed over some parts, to where it goes next.
    const auto join = [&](int parts, const auto& from, std::int64_t stride, double* to, int where) {
#pragma unroll 1
      for (int b = 0; b < kBodies; ++b) {
        const double value = joined<F>(job.sources, target(b), field, parts, from(b), stride);
        if (to) {
          __stcg(to + place(where, b), value);
          continue;
        }
        const int first = base + b * kWarp, count = min(kWarp, targets - first);
        if (field == kSums)
          memory.found[lane] = __double_as_longlong(value);
        else
          reinterpret_cast<double*>(memory.results + lane)[field] = value;
        __syncthreads();
        name_neighbours<F>(job.sources, memory.found, job.targets + first, count, memory.results);
        __syncthreads();
        // In whole lines: they may go to the host's memory.
        constexpr int kPieces{sizeof(Result) / sizeof(uint4)};
        if (static_cast<int>(threadIdx.x) < count * kPieces)
          reinterpret_cast<uint4*>(space.results + first)[threadIdx.x] =
              reinterpret_cast<const uint4*>(memory.results)[threadIdx.x];
        __syncthreads();
      }
    };

    add_part<F, kGuard, kBodies>(job, targets, group, first_tile(split, plan.splits, tiles),
                                 first_tile(split + 1, plan.splits, tiles), memory);
    __syncthreads();
    const auto of_warps = [&](int b) {
      return field < kSums ? &memory.sums[b][field][0][lane]
                           : reinterpret_cast<const double*>(&memory.nearest[b][0][lane]);
    };
    constexpr std::int64_t kPart = std::int64_t{kBodies} * kFields * kWarp;
    const bool whole = plan.splits == 1;
    join(kWarps, of_warps, kWarp, whole ? nullptr : space.partials, item);
    if (!whole) {
      const int joint = split / kPartsAtOnce, first = joint * kPartsAtOnce;
      const int parts = min(kPartsAtOnce, plan.splits - first);
      const int joint_item = group * plan.joints() + joint;
      const auto of_splits = [&](int b) {
        return space.partials + place(group * plan.splits + first, b);
      };
      const auto of_joints = [&](int b) { return space.joints + place(group * plan.joints(), b); };
      const bool one_joint = plan.joints() == 1;
      if (last_to_come(space.counters + joint_item, parts, memory.last)) {
        join(parts, of_splits, kPart, one_joint ? nullptr : space.joints, joint_item);
        if (!one_joint && last_to_come(space.counters + plan.groups * plan.joints() + group,
                                       plan.joints(), memory.last))
          join(plan.joints(), of_joints, kPart, nullptr, 0);
      }
    }
    __syncthreads();  // the block's memory is free for the next item
  }
}

template <typename F, bool kGuard, int kBodies>
__device__ inline void take_items_of(const Job& job, const Workspace& space, const Plan& plan,
                                     int targets, unsigned char* raw) {
  if (plan.bodies == kBodies)
    take_items<F, kGuard, kBodies>(job, space, plan, targets, raw);
  else if constexpr (kBodies > 1)
    take_items_of<F, kGuard, kBodies / 2>(job, space, plan, targets, raw);
}

template <typename F, bool kGuard>
__global__ void __launch_bounds__(kThreads, 2) evaluate(Job job, Workspace space) {
  extern __shared__ __align__(16) unsigned char raw[];
  let_next_begin();
  wait_for_previous();
  const int targets = job.count();
  if (targets <= 0) return;
  const Plan plan = make_plan(targets, job.sources.count, gridDim.x, F::kMostBodies);
  take_items_of<F, kGuard, F::kMostBodies>(job, space, plan, targets, raw);
}

template <typename F>
constexpr std::size_t kSharedBytes = sizeof(BlockMemory<F, F::kMostBodies>);

}  // namespace best
}  // namespace tycho::gpu::hermite
