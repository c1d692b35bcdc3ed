// Force, jerk, potential and nearest neighbour of a block of targets against all sources, as fast
// as the GPU issues it. For the .cu file of each precision.
//
// A thread block holds a group of targets in registers, up to kMostBodies in each lane, and all its
// warps hold the same ones: the warps share out the sources, and each takes its own 32 at a time
// through a tile of shared memory of its own, so that nothing waits for the thread block until the
// sums are joined (join.cuh). Few targets are met by splitting the sources among thread blocks
// (plan.hpp).
//
// Single-precision terms are summed alone over a tile or two and then join a sum in double.
//
// No pair is skipped in the inner loop. A warp whose tile holds one of its own targets takes a loop
// that masks equal indices; all others take one that does not ask.
#pragma once

#include <cuda_pipeline.h>

#include "core/formulas/pair_force.hpp"
#include "gpu/hermite/join.cuh"
#include "gpu/support/inverse_root.cuh"
#include "gpu/support/launch.hpp"

namespace tycho::gpu::hermite {

namespace best {

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
  // Nearer than this the inverse cube may overflow, and infinity times a separation of 0 is no
  // number.
  if constexpr (kGuard) inverse = distance_sq >= kLeastSofteningSq<Real> ? inverse : Real(0);
  if constexpr (kMasked) {
    const bool same = there.index == self && self != -1;
    inverse = same ? Real(0) : inverse;
    order = same ? kNothing : order;
  }
  key = min(key, order);
  const Real rv = fma(r.z, v.z, fma(r.y, v.y, r.x * v.x));
  const Real inverse_sq = inverse * inverse;
  const Real potential = there.mass * inverse;
  Real factor = potential * inverse_sq;
  if constexpr (F::kRefined) {  // d^(-3/2) = y^3 (1 + 3/2 e + O(e^2)), e = 1 - d y^2
    const Real e = fma(-distance_sq, inverse_sq, Real(1));
    factor = fma(Real(1.5) * e, factor, factor);
  }
  const Real alpha = (Real(-3) * inverse_sq) * rv;
  sum.value[0] = fma(factor, r.x, sum.value[0]);
  sum.value[1] = fma(factor, r.y, sum.value[1]);
  sum.value[2] = fma(factor, r.z, sum.value[2]);
  sum.value[3] = fma(factor, fma(alpha, r.x, v.x), sum.value[3]);
  sum.value[4] = fma(factor, fma(alpha, r.y, v.y), sum.value[4]);
  sum.value[5] = fma(factor, fma(alpha, r.z, v.z), sum.value[5]);
  sum.value[6] -= potential;
}

/// Has the compiler work both numbers out before this line, not later.
__device__ __forceinline__ void now(int& a, int& b) { asm volatile("" : "+r"(a), "+r"(b)); }

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

template <typename F, int kBodies, int kWarps>
struct ThreadBlockMemory {
  Word tile[2][kWarps][F::kWords][kTile];
  Field fields[kBodies][kFields][kWarps][kWarp];
  JoinMemory<F, kBodies> join;

  __device__ double& sum(int body, int field, int warp, int lane) {
    return reinterpret_cast<double&>(fields[body][field][warp][lane]);
  }
  __device__ Nearest& nearest(int body, int warp, int lane) {
    return fields[body][kSums][warp][lane];
  }
};

/// The first `count` sources of a tile and, up to a whole unit, what pads it.
template <typename F, bool kGuard, bool kMasked, int kBodies>
__device__ __forceinline__ void add_tile(const Word (&tile)[F::kWords][kTile], int count,
                                         const typename F::Here (&here)[kBodies],
                                         typename F::Real softening_sq,
                                         const std::int32_t (&self)[kBodies],
                                         Sum<typename F::Real> (&sum)[kBodies],
                                         std::uint32_t (&key)[kBodies]) {
  constexpr int kAtOnce = kMasked ? 1 : kUnit / kBodies;
#pragma unroll 1
  for (int first = 0; first < count; first += kAtOnce) {
#pragma unroll
    for (int k = 0; k < kAtOnce; ++k) {
      Word words[F::kWords];
#pragma unroll
      for (int w = 0; w < F::kWords; ++w) words[w] = tile[w][first + k];
      const typename F::There there = F::unpack(words);
#pragma unroll
      for (int b = 0; b < kBodies; ++b)
        add_pair<F, kGuard, kMasked>(here[b], there, softening_sq, self[b], sum[b], key[b]);
    }
  }
}

/// One group of targets against the warp's share of the sources: sums and nearest of every warp are
/// in shared memory when it returns, not yet seen by the other warps.
template <typename F, bool kGuard, int kBodies, int kWarps>
__device__ __forceinline__ void add_share(const Job& job, const Group& group, int first, int last,
                                          ThreadBlockMemory<F, kBodies, kWarps>& memory) {
  using Real = typename F::Real;
  constexpr bool kSingle = sizeof(Real) == 4;
  const int lane = threadIdx.x % kWarp, warp = threadIdx.x / kWarp;
  const auto target = [&](int b) { return group.targets + min(b * kWarp + lane, group.count - 1); };

  const auto fetch = [&](int tile, int buffer) {
    const int j = tile + lane;
    if (tile < last) {
      if (j < last) {
#pragma unroll
        for (int w = 0; w < F::kWords; ++w)
          __pipeline_memcpy_async(&memory.tile[buffer][warp][w][lane],
                                  job.sources.words + w * job.sources.stride + j, sizeof(Word));
      } else {
        Word pad[F::kWords];
        F::pack({{F::kFarAway, F::kFarAway, F::kFarAway}, {}}, 0.0, -1, pad);
#pragma unroll
        for (int w = 0; w < F::kWords; ++w) memory.tile[buffer][warp][w][lane] = pad[w];
      }
    }
    __pipeline_commit();
  };
  fetch(first, 0);  // on its way while the targets are read

  typename F::Here here[kBodies];
  int slot[kBodies];  // of the target itself
  Sum<Real> sum[kBodies];
#pragma unroll
  for (int b = 0; b < kBodies; ++b) {
    const Target t = *target(b);
    here[b] = F::here(t);
    keep<F>(here[b]);
    slot[b] = t.slot;
    if (warp == 0) {
      memory.join.here[b * kWarp + lane] = here[b];
      memory.join.index[b * kWarp + lane] = t.index;
    }
    memory.nearest(b, warp, lane) = kNoNearest;
    if constexpr (kSingle)
      for (int f = 0; f < kSums; ++f) memory.sum(b, f, warp, lane) = 0;
  }
  const auto flush = [&] {
#pragma unroll
    for (int b = 0; b < kBodies; ++b) {
#pragma unroll
      for (int f = 0; f < kSums; ++f) {
        if constexpr (kSingle) {
          memory.sum(b, f, warp, lane) += static_cast<double>(sum[b].value[f]);
          sum[b].value[f] = 0;
        } else {
          memory.sum(b, f, warp, lane) = sum[b].value[f];
        }
      }
    }
  };

  const Real softening_sq = softening_sq_or_none<Real>(job.softening_sq);
  int buffer = 0, held = 0;
  for (int tile = first; tile < last; tile += kTile) {
    fetch(tile + kTile, buffer ^ 1);
    __pipeline_wait_prior(1);
    __syncwarp();
    std::uint32_t key[kBodies];
    std::int32_t self[kBodies];
    bool masked = job.by_index;
#pragma unroll
    for (int b = 0; b < kBodies; ++b) {
      key[b] = kNothing;
      self[b] = -1;
      masked |= static_cast<unsigned>(slot[b] - tile) < kTile;
    }
    const auto& words = memory.tile[buffer][warp];
    // Of many targets, who have few tiles that are not whole, a tile is taken with all its padding.
    const int count = kBodies > 1 ? kTile : min(kTile, last - tile);
    if (__any_sync(kAllLanes, masked)) {
#pragma unroll
      for (int b = 0; b < kBodies; ++b) self[b] = target(b)->index;
      add_tile<F, kGuard, true>(words, count, here, softening_sq, self, sum, key);
    } else {
      add_tile<F, kGuard, false>(words, count, here, softening_sq, self, sum, key);
    }
#pragma unroll
    for (int b = 0; b < kBodies; ++b) {
      Nearest& held_nearest = memory.nearest(b, warp, lane);
      // Too far to matter, as nearly every tile is, without another look.
      if (__any_sync(kAllLanes, key[b] - min(key[b], F::kSlack) <= key_of(held_nearest)))
        held_nearest = nearer<F>(job.sources, target(b), held_nearest, nearest(key[b], tile));
    }
    if (++held == F::kTilesTogether) {
      flush();
      held = 0;
    }
    __syncwarp();  // all have read the tile before the next is fetched over it
    buffer ^= 1;
  }
  flush();
}

template <typename F, bool kGuard, int kBodies, bool kFew>
__device__ void take_items(const Job& job, const Workspace& space, const Plan& plan, int targets,
                           unsigned char* raw) {
  constexpr int kWarps = hermite::kWarps<kFew>;
  auto& memory = *reinterpret_cast<ThreadBlockMemory<F, kBodies, kWarps>*>(raw);
  const bool alone = plan.parts == 0;
  const int thread_blocks = alone ? 1 : cluster::blocks(), rank = alone ? 0 : cluster::rank();
  const int parts = max(plan.parts, 1), items = plan.items();
  const Shares shares(job.sources.count, parts * thread_blocks * kWarps);

  int item = blockIdx.x / thread_blocks, number, part, first, last;
  const auto locate = [&] {
    number = item / parts;
    part = item - number * parts;
    const int warp = (part * thread_blocks + rank) * kWarps + static_cast<int>(threadIdx.x / kWarp);
    first = shares.first(warp);
    last = shares.first(warp + 1);
  };
  locate();
  now(first, last);
  wait_for_previous();
  while (item < items) {
    if (thread_blocks > 1) cluster::arrive();  // the others may write into this one's memory
    const int target = number * plan.targets();
    const Group group{job.targets + target, number, target, min(plan.targets(), targets - target)};
    add_share<F, kGuard>(job, group, first, last, memory);
    const Piece piece{part, parts, rank, thread_blocks};
    if constexpr (kFew)
      finish<F>(job.sources, group, piece, memory.fields, memory.join, space);
    else
      finish_apart<F>(job.sources, group, piece, memory.fields, memory.join, space);
    item += gridDim.x / thread_blocks;
    locate();
  }
}

template <typename F, bool kGuard, int kBodies, bool kFew>
__device__ inline void take_items_of(const Job& job, const Workspace& space, const Plan& plan,
                                     int targets, unsigned char* raw) {
  if (plan.bodies == kBodies)
    take_items<F, kGuard, kBodies, kFew>(job, space, plan, targets, raw);
  else if constexpr (kBodies > 1)
    take_items_of<F, kGuard, kBodies / 2, kFew>(job, space, plan, targets, raw);
}

/// Targets a lane at most, with as much shared memory as there is on any device.
template <typename F, bool kFew>
constexpr int kMost = kFew ? 1 : F::kMostBodies;

/// Which of the two kernels a device can run, and with how many targets a lane: Crew.
struct Room {
  int most_bodies;
  bool few;  // whether there is a kernel for few targets

  __device__ bool are_few(int targets, int sources) const {
    return few && hermite::are_few(targets, sources);
  }
};

// `known` is the plan where the host knows the number of targets; where it does not, the kernel for
// few and the one for many are both launched, and one finds that the evaluation is not its own.
template <typename F, bool kGuard, bool kFew>
__global__ void __launch_bounds__(kThreads<kFew>, 16 / kWarps<kFew>)
    evaluate(Job job, Workspace space, Plan known, Room room) {
  extern __shared__ __align__(16) unsigned char raw[];
  let_next_begin();
  const Share share(job.sources.count,
                    {static_cast<int>(gridDim.x), cluster::blocks(), kFew ? 1 : room.most_bodies});
  if (job.count.there) wait_for_previous();
  const int targets = job.count();
  if (job.count.there && (targets <= 0 || room.are_few(targets, job.sources.count) != kFew)) return;
  const Plan plan = job.count.there ? make_plan(targets, share) : known;
  take_items_of<F, kGuard, kMost<F, kFew>, kFew>(job, space, plan, targets, raw);
}

/// Of a thread block whose lanes have at most `most_bodies` targets.
template <typename F, bool kFew, int kBodies = kMost<F, kFew>>
constexpr std::size_t shared_bytes(int most_bodies) {
  if constexpr (kBodies > 1)
    if (most_bodies < kBodies) return shared_bytes<F, kFew, kBodies / 2>(most_bodies);
  return sizeof(ThreadBlockMemory<F, kBodies, kWarps<kFew>>);
}

}  // namespace best
}  // namespace tycho::gpu::hermite
