// Accelerations of groups of bodies that are neighbours (group.cu): one warp a group, one walk for
// all its bodies, with the group's tight bounding box in the place of the body. A cell is
// taken as a whole where no point of the box would open it, so every body has at least the accuracy
// that theta gives it alone.
//
// The walk goes down a stack of opened cells, four at a time: lane l tests child l % 8 of the
// (l / 8)th of them. Cells that are taken, and the bodies of leaves that are opened, go into lists,
// and whenever a list has 32 entries, all bodies of the group meet them: the entries stand in a
// tile of shared memory, and each lane holds kBodies bodies of the group in registers. Where that
// makes fewer lanes than a warp has, kSplit of them share a body and take every kSplit-th entry.
//
// Cells that are far away for the size of the group as well go into a list of their own, and meet
// the group as a whole: one lane takes one cell, about the group's centre (local_terms.cuh).
//
// The stack cannot overflow. Its entries are in the order of their levels, the deepest on top:
// those popped are the deepest there are, and their children go on top in the same order. So when
// cells of a level are pushed, none is there, and at most 4 * 8 are pushed: 32 a level.
#pragma once

#include <algorithm>

#include "core/formulas/opening.hpp"
#include "gpu/barnes_hut/bodies.hpp"
#include "gpu/barnes_hut/levels.hpp"
#include "gpu/barnes_hut/local_terms.cuh"
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
struct GroupShape {
  static constexpr int kGroup = group, kBodies = bodies, kBlocks = blocks;
  static constexpr int kOwners = kGroup / kBodies;  // lanes with bodies of their own
  static constexpr int kSplit = kWarp / kOwners;
  static_assert(kOwners * kBodies == kGroup && kOwners * kSplit == kWarp);
};

/// What a warp has of shared memory.
template <typename Real>
struct NearSpace {
  Vector4<Real> tile[3][kWarp];
  unsigned stack[kStack];  // first child * 8 + children - 1
  unsigned cells[2 * kWarp];
  unsigned bodies[kBodyList];
};
template <typename Real>
struct FarSpace : NearSpace<Real> {
  unsigned far[2 * kWarp];
  Real local[kLocalTerms][kWarp];
};

/// A cell is far from a group that it is this many of the group's radii over theta away from: the
/// error of the expansion about the group's centre is then below that of the cell's own. On an
/// H200, 2^20 bodies at theta = 0.5: a step takes 5.6 ms, 5.4 with 5 and errors a sixth larger, 5.9
/// with 8, 8.0 without.
constexpr double kFarReach = 6;

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

/// What is compiled in: the terms of a cell, the softening, the criterion, whether potentials are
/// wanted, and whether the force is the short-range part of a periodic one. (That has a kind of its
/// own: gpu/tree_pm/walk.cuh.)
template <bool quadrupole, bool spline, bool relative, bool potential>
struct Kind {
  static constexpr bool kQuadrupole = quadrupole, kSpline = spline, kRelative = relative,
                        kPotential = potential, kShortRange = false;
  using Rule = WalkRule;
};

/// What becomes of a cell.
enum class Verdict { kSkipped, kTaken, kOpened };

/// Whether far cells are told apart: where speed is what counts, and theta says what is far.
template <typename Real, typename K>
constexpr bool kHasFar = sizeof(Real) == 4 && !K::kRelative && !K::kShortRange;
template <typename Real, typename K>
using Space = std::conditional_t<kHasFar<Real, K>, FarSpace<Real>, NearSpace<Real>>;

/// A group and its lists.
template <typename Real, typename S, typename K>
struct Group {
  static constexpr int kBodies = S::kBodies, kSplit = S::kSplit, kOwners = S::kOwners;
  static constexpr bool kQuadrupole = K::kQuadrupole, kPotential = K::kPotential;

  const TreeView<Real>& tree;
  const typename K::Rule& rule;
  const Real* const table;  // of the short-range factor, in shared memory; null elsewhere
  Space<Real, K>& space;
  const int lane;
  const Real eps_sq;
  Real accuracy;      // alpha |a_old|, the least of the group: opening = relative
  Real radius_max;    // the largest of the group: softening = spline
  Vec3<Real> centre;  // of the group
  Real far_sq;        // the squared distance from it at which far begins
  Vec3<Real> half;    // of its box: short range
  int owners;         // lanes with bodies of their own: short range
  bool few, wide;     // not more bodies than owners; half and cut reach around the box
  Vec3<Real> here[kBodies];
  Real radius[kBodies];  // the spline's h
  Sum<Real> sum[kBodies];
  int cells = 0, bodies = 0, far = 0;  // entries of the lists
  unsigned cells_met = 0, bodies_met = 0, far_met = 0;

  __device__ Real radius_of(int b) const {
    if constexpr (K::kShortRange)
      return rule.radius;
    else
      return radius[b];
  }

  /// A place of the tree as the group sees it: in a periodic box the nearest image, from the
  /// group's centre.
  __device__ Vector4<Real> seen(const Vector4<Real>& there) const {
    if constexpr (K::kShortRange)
      return rule.nearest_image(there, centre);
    else
      return there;
  }

  /// All bodies with 32 cells, one of each lane, of which only the first `count` are.
  __device__ void meet_cells(unsigned cell, int count) {
    Vector4<Real> place{Real(kFarAway), 0, 0, 0}, low{}, high{};
    if (lane < count) {
      place = seen(tree.place[cell]);
      low = tree.moments_low[cell];
      if constexpr (kQuadrupole) high = tree.moments_high[cell];
    }
    cells_met += count;
    if constexpr (K::kShortRange) {
      meet_points({place.x, place.y, place.z, low.x}, Real(0));
    } else {
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
    }
  }

  /// 32 cells, one of each lane, with the group as a whole.
  __device__ void meet_far(unsigned cell, int count) {
    if (lane < count) {
      const Vector4<Real> place = tree.place[cell], low = tree.moments_low[cell];
      const Vector4<Real> high = kQuadrupole ? tree.moments_high[cell] : Vector4<Real>{};
      add_far_cell<kQuadrupole, kWarp>(centre, place, low, high, eps_sq, &space.local[0][lane]);
    }
    far_met += count;
  }

  __device__ void meet_bodies(unsigned body, int count) {
    Vector4<Real> source{Real(kFarAway), 0, 0, 0};
    Real source_radius = 0;
    if (lane < count) {
      source = seen(tree.source[body]);
      if constexpr (K::kSpline) source_radius = tree.source_radius[body];
    }
    meet_points(source, source_radius);
    bodies_met += count;
  }

  /// All bodies with 32 point masses, one of each lane.
  __device__ void meet_points(const Vector4<Real>& source, [[maybe_unused]] Real source_radius) {
    __syncwarp();
    space.tile[0][lane] = source;
    if constexpr (K::kSpline) space.tile[1][lane].x = source_radius;
    __syncwarp();
    if constexpr (K::kShortRange) {
      if (few)
        pull_short<1, true>(owners);
      else if (wide)
        pull_short<kBodies, true>(kOwners);
      else
        pull_short<kBodies, false>(kOwners);
    } else {
      const int part = lane / kOwners;
#pragma unroll 8
      for (int k = 0; k < kWarp / kSplit; ++k) {
        const Vector4<Real> there = space.tile[0][k * kSplit + part];
#pragma unroll
        for (int b = 0; b < kBodies; ++b)
          if constexpr (K::kSpline)
            add_softened_body<kPotential>(here[b], there,
                                          most(radius[b], space.tile[1][k * kSplit + part].x),
                                          eps_sq, sum[b]);
          else
            add_body<kPotential>(here[b], there, eps_sq, sum[b]);
      }
    }
  }

  /// The tile with the bodies of a lane; `kWrap`: in the image nearest to each of them.
  template <int kHeld, bool kWrap>
  __device__ void pull_short(int lanes) {
#pragma unroll 8
    for (int entry = lane / lanes; entry < kWarp; entry += kWarp / lanes) {
      const Vector4<Real> there = space.tile[0][entry];
#pragma unroll
      for (int b = 0; b < kHeld; ++b) rule.template add<K, kWrap>(here[b], there, table, sum[b]);
    }
  }

  /// The cells of the lanes that take one, into a list of `entries`; whether it has a full batch,
  /// which is then taken off it.
  __device__ bool take(bool takes_one, unsigned cell, unsigned* list, int& entries) {
    const unsigned takers = __ballot_sync(kAllLanes, takes_one);
    if (takes_one) list[entries + __popc(takers & ((1u << lane) - 1))] = cell;
    entries += __popc(takers);
    __syncwarp();
    if (entries < kWarp) return false;
    entries -= kWarp;
    return true;
  }
  __device__ void take_cells(bool takes_one, unsigned cell) {
    if (take(takes_one, cell, space.cells, cells)) meet_cells(space.cells[cells + lane], kWarp);
  }
  __device__ void take_far(bool takes_one, unsigned cell) {
    if (take(takes_one, cell, space.far, far)) meet_far(space.far[far + lane], kWarp);
  }

  /// The bodies of the lanes that have opened a leaf.
  __device__ void take_leaves(bool take, const Link& leaf) {
    const unsigned count = take ? leaf.bodies() : 0;
    const bool small = count <= kSmallLeaf;
    if (__any_sync(kAllLanes, take && small)) {
      int own = small ? static_cast<int>(count) : 0;
      [[maybe_unused]] unsigned reached = 0;
      if constexpr (K::kShortRange) {
        for (int k = 0; k < own; ++k)
          if (rule.reaches(seen(tree.source[leaf.first + k]), half)) reached |= 1u << k;
        own = __popc(reached);
      }
      int end = own;
      for (int step = 1; step < kWarp; step *= 2) {
        const int before = __shfl_up_sync(kAllLanes, end, step);
        if (lane >= step) end += before;
      }
      int place = bodies + end - own;
      if constexpr (K::kShortRange)
        for (; reached; reached &= reached - 1)
          space.bodies[place++] = leaf.first + __ffs(static_cast<int>(reached)) - 1;
      else
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

  /// Whether no point of the box would open the cell.
  __device__ bool takes(unsigned cell, const Vector4<Real>& place, const Box<Real>& box) const {
    const Real distance_sq = tycho::tree::distance_sq_to_box(Vec3<Real>{place.x, place.y, place.z},
                                                             box.centre, box.half);
    if constexpr (K::kSpline) {  // a quadrupole knows no softening
      const Real h = most(radius_max, tree.radius[cell]);
      if (distance_sq < h * h) return false;
    }
    if constexpr (K::kRelative) {
      const Vector4<Real> cube = tree.box[cell];
      const Vec3<Real> apart{fabs(cube.x - box.centre.x) - box.half.x,
                             fabs(cube.y - box.centre.y) - box.half.y,
                             fabs(cube.z - box.centre.z) - box.half.z};
      const Real reach = Real(tycho::tree::kAlwaysOpened) * cube.w;
      if (apart.x < reach && apart.y < reach && apart.z < reach) return false;
      return !tycho::tree::opened_relative(place.w, accuracy, distance_sq);
    }
    return distance_sq > place.w;
  }

  __device__ Verdict judge(unsigned cell, const Vector4<Real>& place, const Box<Real>& box) const {
    if constexpr (K::kShortRange)
      return rule.judge(place, seen(tree.box[cell]), box.half, accuracy);
    else
      return takes(cell, place, box) ? Verdict::kTaken : Verdict::kOpened;
  }

  __device__ void walk(const Box<Real>& box) {
    if constexpr (kHasFar<Real, K>)
      for (int term = 0; term < kLocalTerms; ++term) space.local[term][lane] = 0;
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
        place = seen(tree.place[cell]);
        link = tree.link[cell];
      }
      const Verdict verdict = active ? judge(cell, place, box) : Verdict::kSkipped;
      const bool take = verdict == Verdict::kTaken, open = verdict == Verdict::kOpened;
      const bool push = open && !link.is_leaf();
      __syncwarp();  // the entries have been read
      const unsigned pushers = __ballot_sync(kAllLanes, push);
      if (push)
        space.stack[size + __popc(pushers & ((1u << lane) - 1))] =
            link.first * kChildren + link.count - 1;
      size += __popc(pushers);
      if constexpr (kHasFar<Real, K>) {
        const Vec3<Real> r{place.x - centre.x, place.y - centre.y, place.z - centre.z};
        const bool is_far = take && dot(r, r) > far_sq;
        take_far(is_far, cell);
        take_cells(take && !is_far, cell);
      } else {
        take_cells(take, cell);
      }
      take_leaves(open && link.is_leaf(), link);
      __syncwarp();
    }
    if (cells > 0) meet_cells(space.cells[min(lane, cells - 1)], cells);
    if (bodies > 0) meet_bodies(space.bodies[min(lane, bodies - 1)], bodies);
    if constexpr (kHasFar<Real, K>) {
      if (far > 0) meet_far(space.far[min(lane, far - 1)], far);
      join_far();
    }
  }

  /// What the far cells do to the bodies. Of the lanes that share a body only the first takes it.
  __device__ void join_far() {
    Real local[kLocalTerms];
#pragma unroll
    for (int term = 0; term < kLocalTerms; ++term) {
      Real value = space.local[term][lane];
      for (int step = kWarp / 2; step > 0; step /= 2)
        value += __shfl_xor_sync(kAllLanes, value, step);
      local[term] = value;
    }
    if (lane >= kOwners) return;
#pragma unroll
    for (int b = 0; b < kBodies; ++b) add_local<kPotential>(local, here[b] - centre, sum[b]);
  }

  /// The parts of a body's sum, in every lane that shares it.
  __device__ void join_parts() {
#pragma unroll
    for (int b = 0; b < kBodies; ++b)
      for (int step = K::kShortRange ? owners : kOwners; step < kWarp; step *= 2) {
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

/// The least or largest over a warp.
template <typename Real, typename Choose>
__device__ Real over_warp(Real value, const Choose& choose) {
  for (int step = kWarp / 2; step > 0; step /= 2)
    value = choose(value, __shfl_xor_sync(kAllLanes, value, step));
  return value;
}

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
    int owners = S::kOwners;
    if constexpr (K::kShortRange) {
      // Where bodies are few, more lanes share one.
      own.few = members.count <= S::kOwners;
      if (own.few) owners = members.count > 1 ? 1 << (kWarp - __clz(members.count - 1)) : 1;
      own.owners = owners;
    }
    const unsigned member = lane % owners;
    unsigned at[S::kBodies];  // places of the bodies; where there are too few, of the last
#pragma unroll
    for (int b = 0; b < S::kBodies; ++b) {
      const unsigned k = members.first + min(member + b * owners, members.count - 1);
      at[b] = job.walkers.list ? job.walkers.list[k] : k;
      const Vector4<Real> x = tree.source[at[b]];
      own.here[b] = {x.x, x.y, x.z};
    }
    if constexpr (K::kSpline) {
      own.radius_max = 0;
#pragma unroll
      for (int b = 0; b < S::kBodies; ++b) {
        own.radius[b] = tree.source_radius[at[b]];
        own.radius_max = most(own.radius_max, own.radius[b]);
      }
      own.radius_max = over_warp(own.radius_max, [](Real a, Real b) { return most(a, b); });
    }
    if constexpr (K::kRelative) {
      Real least_sq = Real(3e38);
#pragma unroll
      for (int b = 0; b < S::kBodies; ++b) {
        const Vector4<Real> a = job.old[at[b]];
        const Vec3<Real> in_units{static_cast<Real>(a.x / scale), static_cast<Real>(a.y / scale),
                                  static_cast<Real>(a.z / scale)};
        least_sq = least(least_sq, dot(in_units, in_units));
      }
      least_sq = over_warp(least_sq, [](Real a, Real b) { return least(a, b); });
      own.accuracy = static_cast<Real>(rule.alpha) * sqrt(least_sq);
    }
    if constexpr (K::kShortRange) {  // of short and long range together
      Real old = Real(3e38);
#pragma unroll
      for (int b = 0; b < S::kBodies; ++b) old = least(old, job.old[at[b]].w);
      old = over_warp(old, [](Real a, Real b) { return least(a, b); });
      own.accuracy = static_cast<Real>(rule.alpha * old / scale);
    }
    const Box<Real> box = box_around(own.here);
    own.centre = box.centre;
    if constexpr (K::kShortRange) {
      own.half = box.half;
      own.wide = most(box.half.x, most(box.half.y, box.half.z)) + rule.cut > rule.length / 2;
#pragma unroll
      for (int b = 0; b < S::kBodies; ++b) own.here[b] -= box.centre;
    }
    if constexpr (kHasFar<Real, K>) {
      Real radius_sq = 0;
#pragma unroll
      for (int b = 0; b < S::kBodies; ++b) {
        const Vec3<Real> s = own.here[b] - box.centre;
        radius_sq = most(radius_sq, dot(s, s));
      }
      radius_sq = over_warp(radius_sq, [](Real a, Real b) { return most(a, b); });
      const Real reach = static_cast<Real>(kFarReach / rule.theta);
      own.far_sq = reach * reach * radius_sq;
    }
    own.walk(box);
    own.join_parts();
#pragma unroll
    for (int b = 0; b < S::kBodies; ++b) {
      if (lane >= owners || member + b * owners >= members.count) continue;
      const Vec3<Real> a = static_cast<Real>(scale) * own.sum[b].acc;
      job.acceleration[at[b]] = {a.x, a.y, a.z, Real(0)};
      if constexpr (K::kPotential) {
        // Other bodies in the same place, without the body itself.
        const Real mass = tree.source[at[b]].w;
        Real pot = own.sum[b].pot;
        if constexpr (K::kSpline || K::kShortRange) {
          const Real h = own.radius_of(b);
          if (h > 0) pot -= Real(tycho::tree::kSplineRadius) * (own.sum[b].coincident - mass / h);
        } else if (eps > 0) {
          pot -= (own.sum[b].coincident - mass) / eps;
        }
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

template <typename S, typename K, typename Real>
void run_shape(const TreeView<Real>& tree, const typename K::Rule& rule, const WalkJob<Real>& job,
               const Span* groups, const unsigned* group_count, WalkCounts* counts,
               unsigned* next_group, const Halt& halt, const Stream& stream) {
  const auto kernel = walk_kernel<Real, S, K>;
  static const int resident = resident_blocks(kernel);
  const int blocks = std::min(resident, (tree.bodies + kWarps - 1) / kWarps);  // a body has a group
  TYCHO_CUDA(cudaMemsetAsync(next_group, 0, sizeof(unsigned), stream.get()));
  launch(kernel, {dim3(blocks), dim3(kThreads)}, stream, tree, rule, job, groups, group_count,
         counts, next_group, halt);
}

// Large groups share a walk among more bodies and, opening more, are more accurate; small ones have
// the shorter lists. What is softened by a spline or opened by acceleration is in small ones. The
// first is the fastest of those tried on an H200 whose errors at theta = 0.75 stay below Bonsai's
// (small groups: 15% faster at 2^17 bodies, with a 99th percentile of 1.7e-3 against 1.4e-3).
using SingleShape = GroupShape<64, 4, 6>;
using SmallSingleShape = GroupShape<32, 2, 5>;
using DoubleShape = GroupShape<32, 2, 3>;

template <typename Real>
int group_size(const WalkRule& rule) {
  if (sizeof(Real) == 8) return DoubleShape::kGroup;
  return rule.spline || rule.relative ? SmallSingleShape::kGroup : SingleShape::kGroup;
}

template <typename K, typename... Arguments>
void run_best_shape(const TreeView<float>& tree, const Arguments&... arguments) {
  if constexpr (K::kSpline || K::kRelative)
    run_shape<SmallSingleShape, K>(tree, arguments...);
  else
    run_shape<SingleShape, K>(tree, arguments...);
}

template <typename K, typename... Arguments>
void run_best_shape(const TreeView<double>& tree, const Arguments&... arguments) {
  run_shape<DoubleShape, K>(tree, arguments...);
}

}  // namespace

template <typename Real>
Walk<Real>::Walk(int bodies, Stream& stream)
    : groups_(bodies, stream), group_count_(1, stream), next_group_(1, stream), counts_(1, stream) {
  counts_.zero(stream);
}

template <typename Real>
void Walk<Real>::group(const TreeView<Real>& tree, const WalkRule& rule, const Walkers& walkers,
                       const Halt& halt, const Stream& stream) {
  barnes_hut::group(tree.keys, tree.bodies, walkers, group_size<Real>(rule), 0, groups_.data(),
                    group_count_.data(), halt, stream);
}

template <typename Real>
void Walk<Real>::run(const TreeView<Real>& tree, const WalkRule& rule, const WalkJob<Real>& job,
                     const Halt& halt, const Stream& stream) {
  const auto by = [&]<bool kQuadrupole, bool kSpline, bool kRelative, bool kPotential>() {
    run_best_shape<Kind<kQuadrupole, kSpline, kRelative, kPotential>>(
        tree, rule, job, groups_.data(), group_count_.data(), kPotential ? nullptr : counts_.data(),
        next_group_.data(), halt, stream);
  };
  const auto with_potential = [&]<bool kQuadrupole, bool kSpline, bool kRelative>() {
    if (job.potential)
      by.template operator()<kQuadrupole, kSpline, kRelative, true>();
    else
      by.template operator()<kQuadrupole, kSpline, kRelative, false>();
  };
  const auto with_opening = [&]<bool kQuadrupole, bool kSpline>() {
    if (rule.relative)
      with_potential.template operator()<kQuadrupole, kSpline, true>();
    else
      with_potential.template operator()<kQuadrupole, kSpline, false>();
  };
  const auto with_softening = [&]<bool kQuadrupole>() {
    if (rule.spline)
      with_opening.template operator()<kQuadrupole, true>();
    else
      with_opening.template operator()<kQuadrupole, false>();
  };
  if (rule.quadrupole)
    with_softening.template operator()<true>();
  else
    with_softening.template operator()<false>();
}

}  // namespace tycho::gpu::barnes_hut
