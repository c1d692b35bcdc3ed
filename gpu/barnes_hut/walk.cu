// Accelerations of groups of bodies that are neighbours along Morton's curve: one warp a group, one
// walk for all its bodies, with the group's tight bounding box in the place of the body. A cell is
// taken as a whole where no point of the box would open it, so every body has at least the accuracy
// that theta gives it alone.
//
// The walk goes down a stack of opened cells, four at a time: lane l tests child l % 8 of the
// (l / 8)th of them. Cells that are taken, and the bodies of leaves that are opened, go into lists,
// and whenever a list has 32 entries, all bodies of the group meet them: the entries stand in a tile
// of shared memory, and each lane holds kBodies bodies of the group in registers. Where that makes
// fewer lanes than a warp has, kSplit of them share a body and take every kSplit-th entry.
//
// The stack cannot overflow. Its entries are in the order of their levels, the deepest on top:
// those popped are the deepest there are, and their children go on top in the same order. So when
// cells of a level are pushed, none is there, and at most 4 * 8 are pushed: 32 a level.
#include "core/formulas/opening.hpp"
#include "gpu/barnes_hut/bodies.hpp"
#include "gpu/barnes_hut/levels.hpp"
#include "gpu/barnes_hut/walk_terms.cuh"
#include "gpu/support/launch.hpp"

namespace tycho::gpu::barnes_hut {

namespace {

constexpr int kWarp = 32, kWarps = 4, kThreads = kWarp * kWarps;
constexpr unsigned kAllLanes = 0xffffffffu;
constexpr int kChildren = 8, kOpenedAtOnce = kWarp / kChildren;
constexpr int kStack = kWarp * tycho::tree::kDeepestLevel;  // opened cells: all but the deepest
constexpr int kSmallLeaf = 16;  // bodies; larger leaves do not go through the list
constexpr int kBodyList = kWarp * kSmallLeaf + kWarp;

/// Bodies of a group, those that a lane holds, and the blocks that should fit a multiprocessor.
template <int group, int bodies, int blocks>
struct Shape_ {
  static constexpr int kGroup = group, kBodies = bodies, kBlocks = blocks;
  static constexpr int kOwners = kGroup / kBodies;  // lanes with bodies of their own
  static constexpr int kSplit = kWarp / kOwners;
  static_assert(kOwners * kBodies == kGroup && kOwners * kSplit == kWarp);
};

/// What a warp has of shared memory.
template <typename Real>
struct Space {
  Vector4<Real> tile[3][kWarp];
  unsigned stack[kStack];  // first child * 8 + children - 1
  unsigned cells[2 * kWarp];
  unsigned bodies[kBodyList];
};

template <typename Real>
struct Box {
  Vec3<Real> centre, half;
};

__device__ float least(float a, float b) { return fminf(a, b); }
__device__ double least(double a, double b) { return fmin(a, b); }
__device__ float most(float a, float b) { return fmaxf(a, b); }
__device__ double most(double a, double b) { return fmax(a, b); }

/// Around the bodies of all lanes.
template <int kBodies, typename Real>
__device__ Box<Real> box_around(const Vec3<Real> (&here)[kBodies]) {
  Vec3<Real> low = here[0], high = here[0];
  const auto join = [&](const Vec3<Real>& a, const Vec3<Real>& b) {
    low = {least(low.x, a.x), least(low.y, a.y), least(low.z, a.z)};
    high = {most(high.x, b.x), most(high.y, b.y), most(high.z, b.z)};
  };
#pragma unroll
  for (int b = 1; b < kBodies; ++b) join(here[b], here[b]);
  for (int step = kWarp / 2; step > 0; step /= 2) {
    const auto other = [&](Real v) { return __shfl_xor_sync(kAllLanes, v, step); };
    const Vec3<Real> a{other(low.x), other(low.y), other(low.z)},
        b{other(high.x), other(high.y), other(high.z)};
    join(a, b);
  }
  const Vec3<Real> middle = Real(0.5) * (low + high);
  return {middle,
          {most(high.x - middle.x, middle.x - low.x), most(high.y - middle.y, middle.y - low.y),
           most(high.z - middle.z, middle.z - low.z)}};
}

/// A group and its lists.
template <typename Real, typename S, bool kQuadrupole, bool kPotential>
struct Group {
  static constexpr int kBodies = S::kBodies, kSplit = S::kSplit, kOwners = S::kOwners;

  const TreeView<Real>& tree;
  Space<Real>& space;
  const int lane;
  const Real eps_sq;
  Vec3<Real> here[kBodies];
  Sum<Real> sum[kBodies];
  int cells = 0, bodies = 0;                      // entries of the lists
  unsigned cells_met = 0, bodies_met = 0;

  /// All bodies with 32 cells, one of each lane, of which only the first `count` are.
  __device__ void meet_cells(unsigned cell, int count) {
    Vector4<Real> place{Real(kFarAway), 0, 0, 0}, low{}, high{};
    if (lane < count) {
      place = tree.place[cell];
      low = tree.moments_low[cell];
      if constexpr (kQuadrupole) high = tree.moments_high[cell];
    }
    __syncwarp();
    space.tile[0][lane] = place;
    space.tile[1][lane] = low;
    if constexpr (kQuadrupole) space.tile[2][lane] = high;
    __syncwarp();
    const int part = lane / kOwners;
#pragma unroll 4
    for (int k = 0; k < kWarp / kSplit; ++k) {
      const int entry = k * kSplit + part;
      const Vector4<Real> p = space.tile[0][entry], l = space.tile[1][entry];
      const Vector4<Real> h = kQuadrupole ? space.tile[2][entry] : Vector4<Real>{};
#pragma unroll
      for (int b = 0; b < kBodies; ++b)
        add_cell<kPotential, kQuadrupole>(here[b], p, l, h, eps_sq, sum[b]);
    }
    cells_met += count;
  }

  __device__ void meet_bodies(unsigned body, int count) {
    Vector4<Real> source{Real(kFarAway), 0, 0, 0};
    if (lane < count) source = tree.source[body];
    __syncwarp();
    space.tile[0][lane] = source;
    __syncwarp();
    const int part = lane / kOwners;
#pragma unroll 8
    for (int k = 0; k < kWarp / kSplit; ++k) {
      const Vector4<Real> there = space.tile[0][k * kSplit + part];
#pragma unroll
      for (int b = 0; b < kBodies; ++b) add_body<kPotential>(here[b], there, eps_sq, sum[b]);
    }
    bodies_met += count;
  }

  /// The cells of the lanes that take one.
  __device__ void take_cells(bool take, unsigned cell) {
    const unsigned takers = __ballot_sync(kAllLanes, take);
    if (take) space.cells[cells + __popc(takers & ((1u << lane) - 1))] = cell;
    cells += __popc(takers);
    __syncwarp();
    if (cells < kWarp) return;
    cells -= kWarp;
    meet_cells(space.cells[cells + lane], kWarp);
  }

  /// The bodies of the lanes that have opened a leaf.
  __device__ void take_leaves(bool take, const Link& leaf) {
    const unsigned count = take ? leaf.bodies() : 0;
    const bool small = count <= kSmallLeaf;
    if (__any_sync(kAllLanes, take && small)) {
      const int own = small ? static_cast<int>(count) : 0;
      int end = own;
      for (int step = 1; step < kWarp; step *= 2) {
        const int before = __shfl_up_sync(kAllLanes, end, step);
        if (lane >= step) end += before;
      }
      const int place = bodies + end - own;
      for (int k = 0; k < own; ++k) space.bodies[place + k] = leaf.first + k;
      bodies += __shfl_sync(kAllLanes, end, kWarp - 1);
      __syncwarp();
      while (bodies >= kWarp) {
        bodies -= kWarp;
        meet_bodies(space.bodies[bodies + lane], kWarp);
      }
    }
    for (unsigned large = __ballot_sync(kAllLanes, !small); large; large &= large - 1) {
      const int owner = __ffs(large) - 1;
      const unsigned first = __shfl_sync(kAllLanes, leaf.first, owner);
      const unsigned all = __shfl_sync(kAllLanes, count, owner);
      for (unsigned done = 0; done < all; done += kWarp)
        meet_bodies(first + done + lane, static_cast<int>(min(all - done, unsigned{kWarp})));
    }
  }

  __device__ void walk(const Box<Real>& box) {
    if (lane == 0) space.stack[0] = 0;  // the root, as the only child of a cell above it
    int size = 1;
    __syncwarp();
    while (size > 0) {
      const int opened = min(size, kOpenedAtOnce);
      size -= opened;
      const int parent = lane / kChildren, child = lane % kChildren;
      const unsigned entry = parent < opened ? space.stack[size + parent] : 0;
      const bool active = parent < opened && child <= static_cast<int>(entry % kChildren);
      const unsigned cell = entry / kChildren + child;
      Vector4<Real> place{};
      Link link{};
      if (active) {
        place = tree.place[cell];
        link = tree.link[cell];
      }
      const Real distance_sq = tycho::tree::distance_sq_to_box(
          Vec3<Real>{place.x, place.y, place.z}, box.centre, box.half);
      const bool take = active && distance_sq > place.w, open = active && !take;
      const bool push = open && !link.is_leaf();
      __syncwarp();  // the entries have been read
      const unsigned pushers = __ballot_sync(kAllLanes, push);
      if (push)
        space.stack[size + __popc(pushers & ((1u << lane) - 1))] =
            link.first * kChildren + link.count - 1;
      size += __popc(pushers);
      take_cells(take, cell);
      take_leaves(open && link.is_leaf(), link);
      __syncwarp();
    }
    if (cells > 0) meet_cells(space.cells[min(lane, cells - 1)], cells);
    if (bodies > 0) meet_bodies(space.bodies[min(lane, bodies - 1)], bodies);
  }

  /// The parts of a body's sum, in every lane that shares it.
  __device__ void join_parts() {
#pragma unroll
    for (int b = 0; b < kBodies; ++b)
      for (int step = kOwners; step < kWarp; step *= 2) {
        const auto add = [&](Real& v) { v += __shfl_xor_sync(kAllLanes, v, step); };
        add(sum[b].acc.x);
        add(sum[b].acc.y);
        add(sum[b].acc.z);
        if constexpr (kPotential) {
          add(sum[b].pot);
          add(sum[b].coincident);
        }
      }
  }
};

template <typename Real>
struct Output {
  Vector4<Real>* acceleration;
  Real* potential;
  WalkCounts* counts;
};

template <typename Real, typename S, bool kQuadrupole, bool kPotential>
__global__ void __launch_bounds__(kThreads, S::kBlocks)
    walk_kernel(const TreeView<Real> tree, double softening, double mass_unit,
                const Output<Real> output, unsigned* next_group, const Halt halt) {
  if (halt.stopped()) return;
  __shared__ Space<Real> spaces[kWarps];
  const int lane = threadIdx.x % kWarp, n = tree.bodies;
  const int groups = (n + S::kGroup - 1) / S::kGroup;
  const double per_unit = tree.frame->per_unit;
  const Real eps = static_cast<Real>(softening * per_unit);
  const Real eps_sq = most(eps * eps, kLeastSofteningSq<Real>);
  unsigned long long cells_met = 0, bodies_met = 0;
  for (;;) {
    int group = 0;
    if (lane == 0) group = static_cast<int>(atomicAdd(next_group, 1u));
    group = __shfl_sync(kAllLanes, group, 0);
    if (group >= groups) break;
    Group<Real, S, kQuadrupole, kPotential> own{tree, spaces[threadIdx.x / kWarp], lane, eps_sq};
    const int first = group * S::kGroup + lane % S::kOwners;
#pragma unroll
    for (int b = 0; b < S::kBodies; ++b) {
      const Vector4<Real> x = tree.source[min(first + b * S::kOwners, n - 1)];
      own.here[b] = {x.x, x.y, x.z};
    }
    own.walk(box_around(own.here));
    own.join_parts();
    const double scale = mass_unit * per_unit * per_unit;
#pragma unroll
    for (int b = 0; b < S::kBodies; ++b) {
      const int i = first + b * S::kOwners;
      if (lane >= S::kOwners || i >= n) continue;
      const Vec3<Real> a = static_cast<Real>(scale) * own.sum[b].acc;
      output.acceleration[i] = {a.x, a.y, a.z, Real(0)};
      if constexpr (kPotential) {
        // Other bodies in the same place, without the body itself.
        const Real others = own.sum[b].coincident - tree.source[i].w;
        const Real pot = own.sum[b].pot - (eps > 0 ? others / eps : Real(0));
        output.potential[i] = static_cast<Real>(mass_unit * per_unit) * pot;
      }
    }
    const unsigned members = min(S::kGroup, n - group * S::kGroup);
    cells_met += static_cast<unsigned long long>(own.cells_met) * members;
    bodies_met += static_cast<unsigned long long>(own.bodies_met) * members;
    __syncwarp();
  }
  if (lane == 0 && output.counts) {
    atomicAdd(&output.counts->cells, cells_met);
    atomicAdd(&output.counts->bodies, bodies_met);
    if (blockIdx.x == 0 && threadIdx.x == 0)
      atomicAdd(&output.counts->walks, static_cast<unsigned long long>(n));
  }
}

int multiprocessors() {
  int device = 0, count = 0;
  TYCHO_CUDA(cudaGetDevice(&device));
  TYCHO_CUDA(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device));
  return count;
}

/// As many blocks as the device holds at once; their warps take groups until none is left.
template <typename Kernel>
int resident_blocks(Kernel* kernel) {
  int a_multiprocessor = 0;
  TYCHO_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&a_multiprocessor, kernel, kThreads, 0));
  return std::max(1, a_multiprocessor) * multiprocessors();
}

template <typename S, typename Real, bool kQuadrupole, bool kPotential>
void run_shape(const TreeView<Real>& tree, const WalkRule& rule, const Output<Real>& output,
               unsigned* next_group, const Halt& halt, const Stream& stream) {
  const auto kernel = walk_kernel<Real, S, kQuadrupole, kPotential>;
  static const int resident = resident_blocks(kernel);
  const int groups = (tree.bodies + S::kGroup - 1) / S::kGroup;
  const int blocks = std::min(resident, (groups + kWarps - 1) / kWarps);
  TYCHO_CUDA(cudaMemsetAsync(next_group, 0, sizeof(unsigned), stream.get()));
  launch(kernel, {dim3(blocks), dim3(kThreads)}, stream, tree, rule.softening, rule.mass_unit,
         output, next_group, halt);
}

// The shapes by size: small groups have the shorter lists and keep more warps busy, large ones
// share a walk among more bodies.
constexpr int kFewBodies = 1 << 18;

template <bool kQuadrupole, bool kPotential>
void choose(const TreeView<float>& tree, const WalkRule& rule, const Output<float>& output,
            unsigned* next_group, const Halt& halt, const Stream& stream) {
  if (tree.bodies <= kFewBodies)
    run_shape<Shape_<32, 2, 5>, float, kQuadrupole, kPotential>(tree, rule, output, next_group,
                                                                halt, stream);
  else
    run_shape<Shape_<64, 4, 5>, float, kQuadrupole, kPotential>(tree, rule, output, next_group,
                                                                halt, stream);
}

template <bool kQuadrupole, bool kPotential>
void choose(const TreeView<double>& tree, const WalkRule& rule, const Output<double>& output,
            unsigned* next_group, const Halt& halt, const Stream& stream) {
  run_shape<Shape_<32, 2, 3>, double, kQuadrupole, kPotential>(tree, rule, output, next_group, halt,
                                                               stream);
}

}  // namespace

template <typename Real>
Walk<Real>::Walk(Stream& stream) : next_group_(1, stream), counts_(1, stream) {
  counts_.zero(stream);
}

template <typename Real>
void Walk<Real>::run(const TreeView<Real>& tree, const WalkRule& rule, Vector4<Real>* acceleration,
                     Real* potential, const Halt& halt, const Stream& stream) {
  const Output<Real> output{acceleration, potential, potential ? nullptr : counts_.data()};
  const auto run = [&]<bool kQuadrupole>() {
    if (potential)
      choose<kQuadrupole, true>(tree, rule, output, next_group_.data(), halt, stream);
    else
      choose<kQuadrupole, false>(tree, rule, output, next_group_.data(), halt, stream);
  };
  if (rule.quadrupole)
    run.template operator()<true>();
  else
    run.template operator()<false>();
}

template class Walk<float>;
template class Walk<double>;

}  // namespace tycho::gpu::barnes_hut
