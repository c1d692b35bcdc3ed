// One warp a group, until none is left: the group made ready, its walk (walk_group.cuh), what comes
// of it.
#pragma once

#include <algorithm>

#include "gpu/support/launch.hpp"
#include "gpu/support/multiprocessors.hpp"
#include "gpu/tree/walk_group.cuh"

namespace tycho::gpu::tree {

namespace {

constexpr int kWarps = 4, kThreads = kWarp * kWarps;  // of a thread block

/// A cell is far from a group that it is this many of the group's radii over theta away from: the
/// error of the expansion about the group's centre is then below that of the cell's own. On an
/// H200, 2^20 bodies at theta = 0.5: a step takes 5.6 ms, 5.4 with 5 and errors a sixth larger, 5.9
/// with 8, 8.0 without.
constexpr double kFarReach = 6;

template <typename Real, typename S, typename K>
__global__ void __launch_bounds__(kThreads, S::kBlocks)
    walk_kernel(const TreeView<Real> tree, const typename K::Rule rule, const WalkJob<Real> job,
                const Span* __restrict__ groups, const unsigned* __restrict__ group_count,
                WalkCounts* counts, unsigned* next_group, const Halt halt) {
  if (halt.stopped()) return;
  __shared__ Space<Real, K> spaces[kWarps];
  const int lane = threadIdx.x % kWarp;
  const unsigned group_end = *group_count;
  const double per_unit = tree.frame->per_unit;
  const Real* table = nullptr;
  if constexpr (K::kShortRange) table = rule.template shared_table<K>();
  const Real eps = K::kSpline ? Real(0) : static_cast<Real>(rule.softening * per_unit);
  const Real eps_sq = most(eps * eps, kLeastSofteningSq<Real>);
  const double scale = rule.mass_unit * per_unit * per_unit;  // of accelerations
  unsigned long long walks = 0, cells_met = 0, bodies_met = 0, far_met = 0;
  for (;;) {
    unsigned group = 0;
    if (lane == 0) group = atomicAdd(next_group, 1u);
    group = __shfl_sync(kAllLanes, group, 0);
    if (group >= group_end) break;
    const Span members = groups[group];
    Group<Real, S, K> own{tree, rule, table, spaces[threadIdx.x / kWarp], lane, eps_sq};
    const int owners = own.share_lanes(members);
    const unsigned member = lane % owners;
    unsigned at[S::kBodies];  // slots of the bodies; where the group has too few, of its last
#pragma unroll
    for (int b = 0; b < S::kBodies; ++b) {
      const unsigned k = members.first + min(member + b * owners, members.count - 1);
      at[b] = job.walkers.list ? job.walkers.list[k] : k;
      const Vector4<Real> x = tree.source[at[b]];
      own.here[b] = {x.x, x.y, x.z};
    }
    own.take_radii(at);
    if constexpr (K::kRelative)
      own.accuracy = static_cast<Real>(rule.alpha) * sqrt(least_sq_of<Real>(job.old, at, scale));
    if constexpr (K::kShortRange)
      own.accuracy = static_cast<Real>(rule.alpha * least_of_both<Real>(job.old, at) / scale);
    const Box<Real> box = own.take_box();
    if constexpr (kHasFar<Real, K>) {
      const Real reach = static_cast<Real>(kFarReach / rule.theta);
      own.far_sq = reach * reach * radius_sq_of(own.here, box.centre);
    }
    own.walk(box);
    own.join_parts();
#pragma unroll
    for (int b = 0; b < S::kBodies; ++b) {
      if (lane >= owners || member + b * owners >= members.count) continue;
      const Vec3<Real> a = static_cast<Real>(scale) * own.sum[b].acc;
      job.acceleration[at[b]] = {a.x, a.y, a.z, Real(0)};
      if constexpr (K::kPotential) {
        const Real pot = own.potential(b, tree.source[at[b]].w, eps);
        job.potential[at[b]] = static_cast<Real>(rule.mass_unit * per_unit) * pot;
      }
    }
    walks += members.count;
    cells_met += static_cast<unsigned long long>(own.cells_met + own.far_met) * members.count;
    far_met += static_cast<unsigned long long>(own.far_met) * members.count;
    bodies_met += static_cast<unsigned long long>(own.bodies_met) * members.count;
    __syncwarp();
  }
  if (lane == 0 && counts) {
    atomicAdd(&counts->cells, cells_met);
    atomicAdd(&counts->bodies, bodies_met);
    atomicAdd(&counts->far, far_met);
    atomicAdd(&counts->walks, walks);
  }
}

/// The thread blocks that the device holds at once; their warps take groups until none is left.
template <typename Kernel>
int resident_blocks(Kernel* kernel) {
  int a_multiprocessor = 0;
  TYCHO_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&a_multiprocessor, kernel, kThreads, 0));
  return std::max(1, a_multiprocessor) * multiprocessors();
}

template <typename S, typename K, typename Real>
void run_shape(const TreeView<Real>& tree, const typename K::Rule& rule, const WalkJob<Real>& job,
               const Span* groups, const unsigned* group_count, WalkCounts* counts,
               unsigned* next_group, const Halt& halt, const Stream& stream) {
  const auto kernel = walk_kernel<Real, S, K>;
  static const int resident = resident_blocks(kernel);
  const int blocks = std::min(resident, (tree.bodies + kWarps - 1) / kWarps);  // groups <= bodies
  TYCHO_CUDA(cudaMemsetAsync(next_group, 0, sizeof(unsigned), stream.get()));
  launch(kernel, {dim3(blocks), dim3(kThreads)}, stream, tree, rule, job, groups, group_count,
         counts, next_group, halt);
}

}  // namespace

}  // namespace tycho::gpu::tree
