// What the warps of a thread block have summed becomes results. For .cu files.
//
// A thread block joins its warps' sums. The thread blocks of a cluster hand theirs to each other,
// and each takes a slice of the targets; and where clusters share a group's sources, each leaves
// its part of the slice in global memory, where the last to come joins the parts. All sums are
// taken in a fixed order, so that results repeat to the bit.
//
// For few targets the joining takes as long as the sums do, and much of the time goes into code
// that runs once and has to be fetched: it is kept short.
#pragma once

#include "gpu/hermite/evaluate_best.hpp"
#include "gpu/hermite/nearest.cuh"
#include "gpu/support/cluster.hpp"

namespace tycho::gpu::hermite::best {

constexpr int kSums = kFields - 1;

// The warps of a thread block come in teams of kFields: a warp has a field of its team's share of
// the targets.
template <int kWarps>
constexpr int kTeams = kWarps / kFields;
__device__ inline int field() { return static_cast<int>(threadIdx.x / kWarp) % kFields; }
__device__ inline int team() { return static_cast<int>(threadIdx.x / kWarp) / kFields; }

/// A field of a target in 64 bits: a sum, or the nearest.
using Field = unsigned long long;

template <typename F, int kBodies>
struct JoinMemory {
  Field fields[kFields * kWarp * kBodies];  // of the slice, from every thread block of the cluster
  Result results[kWarp];
  typename F::Here here[kBodies * kWarp];
  std::int32_t index[kBodies * kWarp];  // of the targets
  bool last;
};

/// Targets that are evaluated together.
struct Group {
  const Target* targets;
  int number, first;  // among all groups, and of its first target among all
  int count;
};

/// What a lane does where a warp joins the parts of its field: which target it sits for, and as
/// which of the `helpers` lanes, `width` lanes apart, that share the parts of one target.
struct Seat {
  int width;  // targets a warp, a power of two
  int helpers;

  __device__ int target() const { return team() * width + (lane() & (width - 1)); }
  __device__ int helper() const { return helpers == 1 ? 0 : lane() >> __popc(width - 1); }

 private:
  __device__ static int lane() { return threadIdx.x % kWarp; }
};

/// The seat of a lane where all lanes of the warp help `width` targets.
__device__ inline Seat seat_among(int width) { return {width, kWarp >> __popc(width - 1)}; }

/// Parts of a field, `stride` words apart.
struct Parts {
  const Field* first;
  int stride, count;
  __device__ Field at(int p, Field otherwise) const {
    return p < count ? first[p * stride] : otherwise;
  }
};

/// The nearest of parts of which two are too close to call.
template <typename F>
__device__ __noinline__ Nearest join_exactly(Sources sources, const Target* target, Seat seat,
                                             Parts parts) {
  Nearest least = kNoNearest;
#pragma unroll 1
  for (int p = 0; p < parts.count; p += seat.helpers)
    least = nearer<F>(sources, target, least, parts.at(p + seat.helper(), kNoNearest));
#pragma unroll 1
  for (int offset = seat.width; offset < seat.width * seat.helpers; offset *= 2)
    least = nearer<F>(sources, target, least, __shfl_xor_sync(kAllLanes, least, offset));
  return least;
}

/// This warp's field of the lane's target. Of each lane kAtOnce loads are under way together. The
/// smallest word is that of the nearest, unless the next key is too close to call.
template <typename F, int kAtOnce>
__device__ __forceinline__ Field join(const Sources& sources, const Target* target,
                                      const Seat& seat, const Parts& parts) {
  const bool is_sum = field() < kSums;
  double sum = 0;
  Nearest least = kNoNearest;
  std::uint32_t second = kNothing;
  const auto meet = [&](Nearest other) {
    second = min(second, max(key_of(least), key_of(other)));
    least = min(least, other);
  };
#pragma unroll 1
  for (int p = seat.helper(); p < parts.count; p += kAtOnce * seat.helpers) {
    Field some[kAtOnce];
#pragma unroll
    for (int k = 0; k < kAtOnce; ++k)
      some[k] = parts.at(p + k * seat.helpers, is_sum ? 0 : kNoNearest);
    if (is_sum) {
#pragma unroll
      for (int k = 0; k < kAtOnce; ++k) sum += __longlong_as_double(some[k]);
    } else {
#pragma unroll
      for (int k = 0; k < kAtOnce; ++k) meet(some[k]);
    }
  }
  if (is_sum) {
#pragma unroll 1
    for (int offset = seat.width; offset < seat.width * seat.helpers; offset *= 2)
      sum += __shfl_xor_sync(kAllLanes, sum, offset);
    return __double_as_longlong(sum);
  }
#pragma unroll 1
  for (int offset = seat.width; offset < seat.width * seat.helpers; offset *= 2) {
    const std::uint32_t other_second = __shfl_xor_sync(kAllLanes, second, offset);
    meet(__shfl_xor_sync(kAllLanes, least, offset));
    second = min(second, other_second);
  }
  const bool tie = second != kNothing && second - key_of(least) <= F::kSlack;
  return __any_sync(kAllLanes, tie) ? join_exactly<F>(sources, target, seat, parts) : least;
}

/// The results of up to 32 targets, of which a lane has its field of the one it sits for.
template <typename F, int kBodies>
__device__ __noinline__ void put_results(Sources sources, JoinMemory<F, kBodies>& memory, int first,
                                         int count, Seat seat, Field value, Result* results) {
  const int lane = threadIdx.x % kWarp, warp = threadIdx.x / kWarp, warps = blockDim.x / kWarp;
  Field* const staged = reinterpret_cast<Field*>(memory.results);
  if (seat.target() < count) staged[seat.target() * kFields + field()] = value;
  __syncthreads();
  for (int t = warp; t < count; t += warps) {
    const Nearest found = staged[t * kFields + kSums];
    const std::int32_t neighbour =
        key_of(found) == kNothing ? -1
                                  : neighbour_in_tile<F>(sources, memory.here[first + t],
                                                         memory.index[first + t], tile_of(found));
    __syncwarp();
    if (lane == 0) {
      memory.results[t].neighbour = neighbour;
      memory.results[t].unused = 0;
    }
  }
  __syncthreads();
  // In whole lines and words, none of which has all bits set: the host may look for them
  // (arrival.hpp).
  if (static_cast<int>(threadIdx.x) < count * kFields) {
    const Field word = staged[threadIdx.x];
    const bool no_number =
        threadIdx.x % kFields < kSums && isnan(__longlong_as_double(static_cast<long long>(word)));
    reinterpret_cast<volatile Field*>(results)[threadIdx.x] =
        no_number ? 0x7ff8000000000000ULL : word;
  }
  __syncthreads();  // before the memory is used again
}

/// Whether this thread block is the last of `parts` to come by a counter, which is 0 again
/// afterwards. What the others had written before they came is seen then.
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

/// Which part of a group's sources a thread block took.
struct Piece {
  int part, parts;          // of all sources
  int rank, thread_blocks;  // of the part: one of a cluster's, or the only one
};

/// of_warps[b][f][w][t] is what warp w has in field f of target t of the b-th 32. The memory may be
/// used again when it returns, the memory of the other thread blocks once they have said so.
template <typename F, int kBodies, int kWarps>
__device__ __forceinline__ void finish(const Sources& sources, const Group& group,
                                       const Piece& piece,
                                       const Field (&of_warps)[kBodies][kFields][kWarps][kWarp],
                                       JoinMemory<F, kBodies>& memory, const Workspace& space) {
  const auto [part, parts, rank, thread_blocks] = piece;
  constexpr int kTargets = kWarp * kBodies;
  const int slice = kTargets >> __popc(thread_blocks - 1);  // of the targets, for each
  const auto target = [&](int t) { return group.targets + min(t, group.count - 1); };

  __syncthreads();
  if (thread_blocks > 1) cluster::wait();
  constexpr Seat kWide{kWarp / kTeams<kWarps>, kTeams<kWarps>};
#pragma unroll 1
  for (int b = 0; b < kBodies; ++b) {
    const int t = b * kWarp + kWide.target();
    const Field mine = join<F, kFields>(sources, target(t), kWide,
                                        {&of_warps[b][field()][0][kWide.target()], kWarp, kWarps});
    Field* const here = &memory.fields[(rank * kFields + field()) * slice + (t & (slice - 1))];
    *(thread_blocks > 1 ? cluster::shared_of(here, t >> __popc(slice - 1)) : here) = mine;
  }
  if (thread_blocks > 1)
    cluster::sync();
  else
    __syncthreads();

  // The teams have a whole slice at once, save where there are no clusters.
  const Seat seat = seat_among(min(slice / kTeams<kWarps>, kWarp));
  const int at_once = seat.width * kTeams<kWarps>, stride = kTargets * kFields;
  Field* const partials = space.partials +
                          static_cast<std::int64_t>(group.number) * parts * stride +
                          field() * kTargets + rank * slice + seat.target();
  const auto put = [&](int first, Field value) {
    first += rank * slice;
    put_results<F>(sources, memory, first, min(at_once, group.count - first), seat, value,
                   space.results + group.first + first);
  };
#pragma unroll 1
  for (int first = 0; first < slice; first += at_once) {
    const Field mine = join<F, 2>(
        sources, target(rank * slice + first + seat.target()), Seat{seat.width, 1},
        {&memory.fields[field() * slice + first + seat.target()], kFields * slice, thread_blocks});
    if (parts == 1)
      put(first, mine);
    else if (seat.helper() == 0)
      partials[part * stride + first] = mine;
  }
  if (parts == 1 ||
      !last_to_come(space.counters + group.number * thread_blocks + rank, parts, memory.last))
    return;
    // Up to 48 parts at once, of four helpers a target.
#pragma unroll 1
  for (int first = 0; first < slice; first += at_once)
    put(first, join<F, 12>(sources, target(rank * slice + first + seat.target()), seat,
                           {partials + first, stride, parts}));
}

/// The same for loops that need all registers for themselves.
template <typename F, int kBodies, int kWarps>
__device__ __noinline__ void finish_apart(Sources sources, Group group, Piece piece,
                                          const Field (&of_warps)[kBodies][kFields][kWarps][kWarp],
                                          JoinMemory<F, kBodies>& memory, Workspace space) {
  finish<F>(sources, group, piece, of_warps, memory, space);
}

}  // namespace tycho::gpu::hermite::best
