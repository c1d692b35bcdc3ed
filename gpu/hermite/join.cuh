// What the warps of a block have summed becomes results. For .cu files.
//
// A block that took all sources of a group joins its warps' sums and is done. Else the blocks of a
// cluster join theirs through each other's shared memory, each block for a slice of the targets;
// and where clusters share a group's sources, each leaves its part of the slice in global memory,
// where the last to come joins the parts. All sums are taken in a fixed order, so that results
// repeat to the bit.
#pragma once

#include "gpu/hermite/evaluate_best.hpp"
#include "gpu/hermite/nearest.cuh"
#include "gpu/support/cluster.hpp"

namespace tycho::gpu::hermite::best {

constexpr int kSums = kFields - 1;
static_assert(kWarps == kFields);  // a warp for each field

/// Fields of the targets of a group; the last is the bits of a Nearest.
template <int kBodies>
struct JoinMemory {
  double joined[kFields][kWarp * kBodies];  // over the block's warps
  Result results[kWarp];
  bool last;
};

/// Of one group of targets.
struct Group {
  const Target* targets;
  int first;  // of them among all
  int count;
};

/// Where a lane stands where a warp joins the parts of a field: which target's, and as which of the
/// lanes that share that target's parts, `width` lanes apart.
struct Seat {
  int width;
  __device__ int target() const { return threadIdx.x % kWarp % width; }
  __device__ int helper() const { return threadIdx.x % kWarp / width; }
  __device__ int helpers() const { return kWarp / width; }
};

template <int kAtOnce, typename Part>
__device__ inline double join_sums(const Seat& seat, int parts, const Part& part) {
  double sum = 0;
  for (int p = seat.helper(); p < parts; p += kAtOnce * seat.helpers()) {
    double some[kAtOnce];
#pragma unroll
    for (int k = 0; k < kAtOnce; ++k) {
      const int here = p + k * seat.helpers();
      some[k] = here < parts ? part(here) : 0.0;
    }
#pragma unroll
    for (int k = 0; k < kAtOnce; ++k) sum += some[k];
  }
  for (int offset = seat.width; offset < kWarp; offset *= 2)
    sum += __shfl_xor_sync(kAll, sum, offset);
  return sum;
}

/// The smallest word is that of the nearest, unless the next key is too close to call.
template <typename F, int kAtOnce, typename Part>
__device__ inline Nearest join_nearest(const Sources& sources, const Target* target,
                                       const Seat& seat, int parts, const Part& part) {
  const auto nearest_of = [&](int p) {
    return p < parts ? static_cast<Nearest>(__double_as_longlong(part(p))) : nearest(kNothing, 0);
  };
  Nearest first = nearest(kNothing, 0);
  std::uint32_t second = kNothing;
  const auto meet = [&](Nearest other) {
    second = min(second, max(key_of(first), key_of(other)));
    first = min(first, other);
  };
  for (int p = seat.helper(); p < parts; p += kAtOnce * seat.helpers()) {
    Nearest some[kAtOnce];
#pragma unroll
    for (int k = 0; k < kAtOnce; ++k) some[k] = nearest_of(p + k * seat.helpers());
#pragma unroll
    for (int k = 0; k < kAtOnce; ++k) meet(some[k]);
  }
  for (int offset = seat.width; offset < kWarp; offset *= 2) {
    const std::uint32_t other_second = __shfl_xor_sync(kAll, second, offset);
    meet(__shfl_xor_sync(kAll, first, offset));
    second = min(second, other_second);
  }
  if (!__any_sync(kAll, second != kNothing && second - key_of(first) <= F::kSlack)) return first;
  for (int p = seat.helper(); p < parts; p += seat.helpers())
    first = nearer<F>(sources, target, first, nearest_of(p));
  for (int offset = seat.width; offset < kWarp; offset *= 2)
    first = nearer<F>(sources, target, first, __shfl_xor_sync(kAll, first, offset));
  return first;
}

/// This warp's field of a target, joined over its parts, of which `part` reads one. Of each lane up
/// to kAtOnce loads are under way together.
template <typename F, int kAtOnce, typename Part>
__device__ inline double join(const Sources& sources, const Target* target, const Seat& seat,
                              int parts, const Part& part) {
  if (threadIdx.x / kWarp < kSums) return join_sums<kAtOnce>(seat, parts, part);
  return __longlong_as_double(join_nearest<F, kAtOnce>(sources, target, seat, parts, part));
}

/// The results of up to 32 targets, of which lane t of warp f has field f of number t.
template <typename F>
__device__ inline void put_results(const Sources& sources, const Target* targets, int count,
                                   double value, Result* staged, Result* results) {
  const int lane = threadIdx.x % kWarp, warp = threadIdx.x / kWarp;
  const auto field = [&](int t, int f) { return reinterpret_cast<double*>(staged + t) + f; };
  if (lane < count) *field(lane, warp) = value;
  __syncthreads();
  for (int t = warp; t < count; t += kWarps) {
    const Nearest found = __double_as_longlong(*field(t, kSums));
    const std::int32_t neighbour =
        key_of(found) == kNothing ? -1 : neighbour_in_tile<F>(sources, targets[t], tile_of(found));
    __syncwarp();
    if (lane == 0) {
      staged[t].neighbour = neighbour;
      staged[t].unused = 0;
    }
  }
  __syncthreads();
  // In whole lines and words, none of which has all bits set: the host may look for them
  // (arrival.hpp).
  if (static_cast<int>(threadIdx.x) < count * kFields) {
    const double word = *field(0, threadIdx.x);
    const bool no_number = threadIdx.x % kFields < kSums && isnan(word);
    reinterpret_cast<volatile double*>(results)[threadIdx.x] =
        no_number ? __longlong_as_double(0x7ff8000000000000LL) : word;
  }
  __syncthreads();  // before the memory is used again
}

/// Whether this block is the last of `parts` to come by a counter, which is 0 again afterwards.
/// What the others had written before they came is seen then.
__device__ inline bool last_to_come(unsigned* counter, int parts, bool& shared_answer) {
  __syncthreads();
  if (threadIdx.x == 0) {
    unsigned before;
    asm volatile("atom.acq_rel.gpu.inc.u32 %0, [%1], %2;"
                 : "=r"(before)
                 : "l"(counter), "r"(parts - 1)
                 : "memory");
    shared_answer = before == parts - 1U;
  }
  __syncthreads();
  return shared_answer;
}

/// Of a block that took all sources: memory.joined is not yet seen by all warps.
template <typename F, int kBodies>
__device__ __noinline__ void finish_group(Sources sources, Group group, JoinMemory<kBodies>& memory,
                                          Result* results) {
  const int lane = threadIdx.x % kWarp, field = threadIdx.x / kWarp;
  for (int first = 0; first < group.count; first += kWarp)
    put_results<F>(sources, group.targets + first, min(kWarp, group.count - first),
                   memory.joined[field][first + lane], memory.results,
                   results + group.first + first);
}

/// Of the blocks of a cluster that took a part of the sources each, as one of `parts` clusters.
/// Every block of the cluster calls it, and may use its memory again when it returns.
template <typename F, int kBodies>
__device__ __noinline__ void finish_slice(Sources sources, Group group, int item, int parts,
                                          JoinMemory<kBodies>& memory, Workspace space) {
  constexpr int targets = kWarp * kBodies;
  const int blocks = cluster::blocks(), rank = cluster::rank(), field = threadIdx.x / kWarp;
  // A warp has a whole slice, save where there are no clusters.
  const int slice = targets / blocks, width = min(slice, kWarp);
  const Seat seat{width};
  const auto place = [&](int piece) { return rank * slice + piece + seat.target(); };
  const auto target = [&](int piece) { return group.targets + min(place(piece), group.count - 1); };
  const auto of_cluster = [&](int piece) {
    return join<F, 8>(sources, target(piece), seat, blocks, [&](int p) {
      return *cluster::shared_of(&memory.joined[field][place(piece)], p);
    });
  };
  const auto put = [&](int piece, double value) {
    const int first = rank * slice + piece;
    put_results<F>(sources, group.targets + first, min(width, group.count - first), value,
                   memory.results, space.results + group.first + first);
  };

  cluster::arrive();
  cluster::wait();
  const double first_value = of_cluster(0);
  cluster::arrive();  // what the others hold is not read any more: further pieces are this block's
  const auto value = [&](int piece) { return piece == 0 ? first_value : of_cluster(piece); };
  if (parts == 1) {
    for (int piece = 0; piece < slice; piece += width) put(piece, value(piece));
  } else {
    const std::int64_t stride = static_cast<std::int64_t>(targets) * kFields;
    const auto partial = [&](int part, int piece) {
      return space.partials + (item - item % parts + part) * stride + field * targets +
             place(piece);
    };
    for (int piece = 0; piece < slice; piece += width) {
      const double mine = value(piece);
      if (seat.helper() == 0) __stcg(partial(item % parts, piece), mine);
    }
    if (last_to_come(space.counters + item / parts * blocks + rank, parts, memory.last))
      for (int piece = 0; piece < slice; piece += width)
        put(piece, join<F, 16>(sources, target(piece), seat, parts,
                               [&](int p) { return __ldcg(partial(p, piece)); }));
  }
  cluster::wait();
}

}  // namespace tycho::gpu::hermite::best
