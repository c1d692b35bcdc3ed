// Groups of bodies that share a walk: neighbours along Morton's curve, but never across one of its
// jumps. A group's box would be as wide as the jump, and its walk open all that is in it.
//
// The curve jumps least within a small cell. So the bodies are taken in the largest cells of at
// most kSpan bodies, and each of these is cut into equal pieces of at most a group's size. (The
// cells are those of the bodies that walk, which need not be all: from their keys, as in
// levels.hpp.)
// The host's: core/tree/group.cpp.
#include "gpu/support/launch.hpp"
#include "gpu/tree/bodies.hpp"
#include "gpu/tree/levels.hpp"

namespace tycho::gpu::tree {

namespace {

constexpr int kThreads = 512;

/// The keys of the bodies that walk, in their order.
struct WalkersKeys {
  const std::uint64_t* keys;
  const std::uint32_t* targets;  // null: all bodies
  __device__ std::uint64_t operator[](int k) const { return keys[targets ? targets[k] : k]; }
};

/// kSpan a power of two. Groups are numbered as they come; which bodies are in one, and whose it
/// is, is not a matter of chance. `kShared`: there are several ranks.
template <int kSpan, bool kShared>
__global__ void __launch_bounds__(kThreads)
    group_kernel(const WalkersKeys keys, const unsigned* walker_count, int bodies, int group_size,
                 int least_level, [[maybe_unused]] const WalkShare share, Span* groups,
                 unsigned* group_count, const Halt halt) {
  if (halt.stopped()) return;
  constexpr int kWindows = kThreads + kSpan, kOwn = (kWindows + kThreads - 1) / kThreads;
  __shared__ signed char windows[kWindows];  // from kSpan before the thread block on
  const int n = walker_count ? static_cast<int>(*walker_count) : bodies;
  const int first = blockIdx.x * kThreads, k = first + threadIdx.x;
  if (first >= n) return;
  for (int w = threadIdx.x; w < kWindows; w += kThreads)
    windows[w] = static_cast<signed char>(window_level(keys, n, kSpan, first - kSpan + w));
  __syncthreads();
  const signed char last = windows[threadIdx.x + kSpan];
  // From windows[w] to the highest of windows[w ... w + kSpan - 1], in strides that double.
  for (int stride = 1; stride < kSpan; stride *= 2) {
    signed char highest[kOwn];
#pragma unroll
    for (int o = 0; o < kOwn; ++o) {
      const int w = threadIdx.x + o * kThreads;
      highest[o] = w < kWindows ? windows[w] : -1;
      if (w + stride < kWindows && windows[w + stride] > highest[o])
        highest[o] = windows[w + stride];
    }
    __syncthreads();
#pragma unroll
    for (int o = 0; o < kOwn; ++o) {
      const int w = threadIdx.x + o * kThreads;
      if (w < kWindows) windows[w] = highest[o];
    }
    __syncthreads();
  }
  if (k >= n) return;
  const int window = max(static_cast<int>(windows[threadIdx.x]), static_cast<int>(last));
  const int level = max(least_level, min(window + 1, tycho::tree::kDeepestLevel));
  if (k > 0 && common_level(keys[k - 1], keys[k]) >= level) return;  // no cell begins here
  const int count = cell_end(keys, n, k, level) - k;
  const int pieces = (count + group_size - 1) / group_size;
  const auto piece = [&](int p) -> Span {
    const int from = static_cast<int>(static_cast<std::int64_t>(count) * p / pieces);
    const int to = static_cast<int>(static_cast<std::int64_t>(count) * (p + 1) / pieces);
    return {static_cast<unsigned>(k + from), static_cast<unsigned>(to - from)};
  };
  if constexpr (kShared) {
    for (int p = 0; p < pieces; ++p) {
      const Span span = piece(p);
      share.note(span.first, span.count, n);
      if (share.takes(span.first, n)) groups[atomicAdd(group_count, 1u)] = span;
    }
  } else {
    const unsigned base = atomicAdd(group_count, static_cast<unsigned>(pieces));
    for (int p = 0; p < pieces; ++p) groups[base + p] = piece(p);
  }
}

}  // namespace

void group(const std::uint64_t* keys, int bodies, const Walkers& walkers, int group_size,
           int least_level, const WalkShare& share, Span* groups, unsigned* group_count,
           const Halt& halt, const Stream& stream) {
  const bool shared = share.ranks > 1;
  TYCHO_CUDA(cudaMemsetAsync(group_count, 0, sizeof(unsigned), stream.get()));
  if (shared)
    TYCHO_CUDA(cudaMemsetAsync(share.cuts, 0, (share.ranks + 1) * sizeof(unsigned), stream.get()));
  const WalkersKeys list{keys, walkers.list};
  const auto run = [&](auto kernel) {
    launch(kernel, cover(bodies, kThreads), stream, list, walkers.count, bodies, group_size,
           least_level, share, groups, group_count, halt);
  };
  if (group_size > 32)
    run(shared ? group_kernel<kGroupSpan * 64, true> : group_kernel<kGroupSpan * 64, false>);
  else
    run(shared ? group_kernel<kGroupSpan * 32, true> : group_kernel<kGroupSpan * 32, false>);
}

}  // namespace tycho::gpu::tree
