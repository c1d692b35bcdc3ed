// Force, jerk, potential and nearest neighbour of a block of targets against all sources, as fast
// as the GPU issues it. For the .cu file of each precision.
//
// A block holds a group of targets in registers, up to kMostBodies in each lane, and all its warps
// hold the same ones: the warps share out the sources, 32 at a time, each through a tile of shared
// memory of its own, so that nothing waits for the block until the sums are joined (join.cuh). Few
// targets are met by splitting the sources among blocks (plan.hpp).
//
// Single-precision terms are summed alone over two tiles and then join a sum in double.
//
// No pair is skipped in the inner loop. A warp whose tile holds one of its own targets takes a loop
// that masks equal indices; all others take one that does not ask.
#pragma once

#include <cuda_pipeline.h>

#include "gpu/hermite/join.cuh"
#include "gpu/support/launch.hpp"

namespace tycho::gpu::hermite {

namespace best {

constexpr int kTilesTogether = 2;  // whose terms are summed before they are rounded no more

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

template <typename F, int kBodies>
struct BlockMemory {
  Word tile[2][kWarps][F::kWords][kTile];
  double sums[kBodies][kSums][kWarps][kWarp];
  Nearest nearest[kBodies][kWarps][kWarp];
  JoinMemory<kBodies> join;
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
__device__ __forceinline__ void add_part(const Job& job, const Group& group, int first, int last,
                                         BlockMemory<F, kBodies>& memory) {
  using Real = typename F::Real;
  constexpr bool kSingle = sizeof(Real) == 4;
  const int lane = threadIdx.x % kWarp, warp = threadIdx.x / kWarp;
  const auto target = [&](int b) { return group.targets + min(b * kWarp + lane, group.count - 1); };

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

template <typename F, bool kGuard, int kBodies>
__device__ void take_items(const Job& job, const Workspace& space, const Plan& plan, int targets,
                           unsigned char* raw) {
  auto& memory = *reinterpret_cast<BlockMemory<F, kBodies>*>(raw);
  const int lane = threadIdx.x % kWarp, field = threadIdx.x / kWarp;
  const int tiles = tiles_of(job.sources.count);
  const bool alone = plan.parts == 0;
  const int blocks = alone ? 1 : cluster::blocks(), rank = alone ? 0 : cluster::rank();
  const int parts = max(plan.parts, 1), splits = parts * blocks;

  for (int item = blockIdx.x / blocks; item < plan.items(); item += gridDim.x / blocks) {
    const int first = item / parts * plan.targets(), split = item % parts * blocks + rank;
    const Group group{job.targets + first, first, min(plan.targets(), targets - first)};
    add_part<F, kGuard, kBodies>(job, group, first_tile(split, splits, tiles),
                                 first_tile(split + 1, splits, tiles), memory);
    __syncthreads();
#pragma unroll 1
    for (int b = 0; b < kBodies; ++b) {
      const double* const of_warps = field < kSums
                                         ? &memory.sums[b][field][0][lane]
                                         : reinterpret_cast<double*>(&memory.nearest[b][0][lane]);
      memory.join.joined[field][b * kWarp + lane] =
          join<F, kWarps>(job.sources, group.targets + min(b * kWarp + lane, group.count - 1),
                          Seat{kWarp}, kWarps, [&](int warp) { return of_warps[warp * kWarp]; });
    }
    if (alone)
      finish_group<F>(job.sources, group, memory.join, space.results);
    else
      finish_slice<F>(job.sources, group, item, parts, memory.join, space);
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

/// Targets a lane at most.
template <typename F, bool kFew>
constexpr int kMost = kFew ? 1 : F::kMostBodies;

// `known` is the plan where the host knows the number of targets; where it does not, the kernel for
// few and that for many are both launched, and one finds that the evaluation is not its own.
template <typename F, bool kGuard, bool kFew>
__global__ void __launch_bounds__(kThreads, 2) evaluate(Job job, Workspace space, Plan known) {
  extern __shared__ __align__(16) unsigned char raw[];
  let_next_begin();
  const Share share(job.sources.count, {static_cast<int>(gridDim.x), cluster::blocks()});
  wait_for_previous();
  const int targets = job.count();
  if (targets <= 0) return;
  if (job.count.there && are_few(targets, job.sources.count) != kFew) return;
  const Plan plan = job.count.there ? make_plan(targets, share, kMost<F, kFew>) : known;
  take_items_of<F, kGuard, kMost<F, kFew>>(job, space, plan, targets, raw);
}

template <typename F, bool kFew>
constexpr std::size_t kSharedBytes = sizeof(BlockMemory<F, kMost<F, kFew>>);

}  // namespace best
}  // namespace tycho::gpu::hermite
