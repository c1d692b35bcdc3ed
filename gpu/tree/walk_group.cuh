// Accelerations of groups of bodies that are neighbours (group.cu): one warp a group, one walk for
// all its bodies, with the group's tight bounding box in the body's stead. A cell is taken as a
// whole where no point of the box would open it (walk_verdict.cuh), so every body has at least the
// accuracy that theta gives it alone.
//
// The walk goes down a stack of opened cells, four at a time: lane l tests child l % 8 of the
// (l / 8)th of them. Cells that are taken, and the bodies of leaves that are opened, go into lists,
// and whenever a list has 32 entries, all bodies of the group meet them: the entries stand in a
// tile of shared memory, and each lane holds kBodies bodies of the group in registers. Where that
// makes fewer lanes than a warp has, kSplit of them share a body and take every kSplit-th entry.
//
// Each list is met at one place of the code, in one loop with the walk: a kernel that is larger
// than the instruction cache waits for its own instructions (docs/gpu.md).
//
// Cells that are far away for the size of the group as well go into a list of their own, and meet
// the group as a whole: one lane takes one cell, about the group's centre (local_terms.cuh).
#pragma once

#include "gpu/tree/walk_kind.cuh"
#include "gpu/tree/walk_terms.cuh"
#include "gpu/tree/walk_verdict.cuh"

namespace tycho::gpu::tree {

namespace {

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
  int stacked = 0;                     // entries of the stack
  int cells = 0, bodies = 0, far = 0;  // entries of the lists
  unsigned large = 0;                  // lanes with a large leaf
  unsigned large_first = 0, large_count = 0;
  unsigned cells_met = 0, bodies_met = 0, far_met = 0;

  // These make the group ready, in this order; `accuracy` is set before walk().

  /// How many lanes have bodies of their own. Where the short range has few bodies, more lanes
  /// share one.
  __device__ int share_lanes(const Span& members) {
    int lanes = kOwners;
    if constexpr (K::kShortRange) {
      few = members.count <= kOwners;
      if (few) lanes = members.count > 1 ? 1 << (kWarp - __clz(members.count - 1)) : 1;
      owners = lanes;
    }
    return lanes;
  }

  /// `at`: the slots of the bodies that stand in `here`.
  __device__ void take_radii([[maybe_unused]] const unsigned (&at)[kBodies]) {
    if constexpr (K::kSpline) {
      radius_max = 0;
#pragma unroll
      for (int b = 0; b < kBodies; ++b) {
        radius[b] = tree.source_radius[at[b]];
        radius_max = most(radius_max, radius[b]);
      }
      radius_max = over_warp(radius_max, [](Real a, Real b) { return most(a, b); });
    }
  }

  /// The box around the bodies; those of the short range stand about its centre from then on.
  __device__ Box<Real> take_box() {
    const Box<Real> box = box_around(here);
    centre = box.centre;
    if constexpr (K::kShortRange) {
      half = box.half;
      wide = most(box.half.x, most(box.half.y, box.half.z)) + rule.cut > rule.length / 2;
#pragma unroll
      for (int b = 0; b < kBodies; ++b) here[b] -= box.centre;
    }
    return box;
  }

  __device__ Real radius_of(int b) const {
    if constexpr (K::kShortRange)
      return rule.radius;
    else
      return radius[b];
  }

  /// A position in the tree as the group sees it: in a periodic box the nearest image, from the
  /// group's centre.
  __device__ Vector4<Real> seen(const Vector4<Real>& there) const {
    if constexpr (K::kShortRange)
      return rule.nearest_image(there, centre);
    else
      return there;
  }

  /// The last entries of a list, one a lane; only the first `count` lanes have one.
  struct Batch {
    unsigned entry;
    int count;
  };
  __device__ Batch batch_of(const unsigned* list, int& entries) {
    const int count = min(entries, kWarp);
    entries -= count;
    return {list[entries + min(lane, count - 1)], count};
  }

  /// Adds the pull of the next cells on the list to all bodies of the group.
  __device__ void meet_cells() {
    const auto [cell, count] = batch_of(space.cells, cells);
    Vector4<Real> com{Real(kFarAway), 0, 0, 0}, low{}, high{};
    if (lane < count) {
      com = tree.com[cell];
      low = tree.moments_low[cell];
      if constexpr (kQuadrupole) high = tree.moments_high[cell];
    }
    cells_met += count;
    __syncwarp();
    space.tile[0][lane] = com;
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

  /// Adds the field of the next far cells to that of the group as a whole.
  __device__ void meet_far() {
    const auto [cell, count] = batch_of(space.far, far);
    if (lane < count) {
      const Vector4<Real> com = tree.com[cell], low = tree.moments_low[cell];
      const Vector4<Real> high = kQuadrupole ? tree.moments_high[cell] : Vector4<Real>{};
      add_far_cell<kQuadrupole, kWarp>(centre, com, low, high, eps_sq, &space.local[0][lane]);
    }
    far_met += count;
  }

  /// Adds the pull of the next bodies on the list to all bodies of the group.
  __device__ void meet_bodies() {
    const auto [body, count] = batch_of(space.bodies, bodies);
    Vector4<Real> source{Real(kFarAway), 0, 0, 0};
    Real source_radius = 0;
    if (lane < count) {
      source = tree.source[body];
      if constexpr (K::kSpline) source_radius = tree.source_radius[body];
    }
    bodies_met += count;
    meet_points(source, source_radius);
  }

  /// Short range: cells or bodies are point masses alike.
  __device__ void meet_masses(bool of_cells) {
    const auto [entry, count] =
        of_cells ? batch_of(space.cells, cells) : batch_of(space.bodies, bodies);
    (of_cells ? cells_met : bodies_met) += count;
    Vector4<Real> source{Real(kFarAway), 0, 0, 0};
    if (lane < count) {
      source = seen(of_cells ? tree.com[entry] : tree.source[entry]);
      if (of_cells) source.w = tree.moments_low[entry].x;
    }
    meet_points(source, Real(0));
  }

  /// Meets 32 entries of a list that has so many; when the walk is over, what any list has left.
  /// False where there is none.
  __device__ bool meet(bool over) {
    const int fewest = over ? 1 : kWarp;
    if constexpr (K::kShortRange) {
      if (cells < fewest && bodies < fewest) return false;
      meet_masses(cells >= fewest);
      return true;
    } else {
      if constexpr (kHasFar<Real, K>)
        if (far >= fewest) return meet_far(), true;
      if (cells >= fewest) return meet_cells(), true;
      if (bodies >= fewest) return meet_bodies(), true;
      return false;
    }
  }

  /// Adds the pull of 32 point masses, one of each lane, to all bodies of the group.
  __device__ void meet_points(const Vector4<Real>& source, [[maybe_unused]] Real source_radius) {
    __syncwarp();
    space.tile[0][lane] = source;
    if constexpr (K::kSpline) space.tile[1][lane].x = source_radius;
    __syncwarp();
    if constexpr (K::kShortRange) {
      if (wide)
        pull_short<kBodies, true>(owners);
      else if (few)
        pull_short<1, false>(owners);
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
#pragma unroll(kWrap ? 1 : 4 / kHeld)
    for (int entry = lane / lanes; entry < kWarp; entry += kWarp / lanes) {
      const Vector4<Real> there = space.tile[0][entry];
#pragma unroll
      for (int b = 0; b < kHeld; ++b) rule.template add<K, kWrap>(here[b], there, table, sum[b]);
    }
  }

  /// The cells of the lanes that take one, into a list of `entries`.
  __device__ void take(bool takes_one, unsigned cell, unsigned* list, int& entries) {
    const unsigned takers = __ballot_sync(kAllLanes, takes_one);
    if (takes_one) list[entries + __popc(takers & ((1u << lane) - 1))] = cell;
    entries += __popc(takers);
  }

  /// The bodies of the leaves that lanes have opened. Those of a large leaf come later, in pieces.
  __device__ void take_leaves(bool take, const Link& leaf) {
    const unsigned count = take ? leaf.bodies() : 0;
    const bool small = count <= kSmallLeaf;
    large = __ballot_sync(kAllLanes, !small);
    large_first = leaf.first;
    large_count = count;
    if (!__any_sync(kAllLanes, take && small)) return;
    int own = small ? static_cast<int>(count) : 0;
    [[maybe_unused]] unsigned reached = 0;
    if constexpr (K::kShortRange) {
#pragma unroll 1
      for (int k = 0; k < own; ++k)
        if (rule.reaches(seen(tree.source[leaf.first + k]), half)) reached |= 1u << k;
      own = __popc(reached);
    }
    int end = own;
    for (int step = 1; step < kWarp; step *= 2) {
      const int before = __shfl_up_sync(kAllLanes, end, step);
      if (lane >= step) end += before;
    }
    int entry = bodies + end - own;
    if constexpr (K::kShortRange)
      for (; reached; reached &= reached - 1)
        space.bodies[entry++] = leaf.first + __ffs(static_cast<int>(reached)) - 1;
    else
      for (int k = 0; k < own; ++k) space.bodies[entry + k] = leaf.first + k;
    bodies += __shfl_sync(kAllLanes, end, kWarp - 1);
  }

  /// The next bodies of the first large leaf.
  __device__ void take_large() {
    const int owner = __ffs(large) - 1;
    const unsigned first = __shfl_sync(kAllLanes, large_first, owner);
    const unsigned left = __shfl_sync(kAllLanes, large_count, owner);
    const unsigned count = min(left, unsigned{kWarp});
    if (static_cast<unsigned>(lane) < count) space.bodies[bodies + lane] = first + lane;
    bodies += static_cast<int>(count);
    if (lane == owner) {
      large_first += count;
      large_count -= count;
    }
    if (count == left) large &= large - 1;
  }

  __device__ Verdict judge(unsigned cell, const Vector4<Real>& com, const Box<Real>& box) const {
    if constexpr (K::kShortRange)
      return rule.judge(com, seen(tree.box[cell]), box.half, accuracy);
    else
      return takes<K>(tree, cell, com, box, accuracy, radius_max) ? Verdict::kTaken
                                                                  : Verdict::kOpened;
  }

  /// The children of up to four cells of the stack.
  __device__ void open(const Box<Real>& box) {
    const int opened = min(stacked, kOpenedAtOnce);
    stacked -= opened;
    const int parent = lane / kChildren, child = lane % kChildren;
    const unsigned entry = parent < opened ? space.stack[stacked + parent] : 0;
    const bool active = parent < opened && child <= static_cast<int>(entry % kChildren);
    const unsigned cell = entry / kChildren + child;
    Vector4<Real> com{};
    Link link{};
    if (active) {
      com = seen(tree.com[cell]);
      link = tree.link[cell];
    }
    const Verdict verdict = active ? judge(cell, com, box) : Verdict::kSkipped;
    const bool taken = verdict == Verdict::kTaken, opens = verdict == Verdict::kOpened;
    const bool push = opens && !link.is_leaf();
    __syncwarp();  // the entries have been read
    const unsigned pushers = __ballot_sync(kAllLanes, push);
    if (push)
      space.stack[stacked + __popc(pushers & ((1u << lane) - 1))] =
          link.first * kChildren + link.count - 1;
    stacked += __popc(pushers);
    if constexpr (kHasFar<Real, K>) {
      const Vec3<Real> r{com.x - centre.x, com.y - centre.y, com.z - centre.z};
      const bool is_far = taken && dot(r, r) > far_sq;
      take(is_far, cell, space.far, far);
      take(taken && !is_far, cell, space.cells, cells);
    } else {
      take(taken, cell, space.cells, cells);
    }
    take_leaves(opens && link.is_leaf(), link);
  }

  __device__ void walk(const Box<Real>& box) {
    if constexpr (kHasFar<Real, K>)
      for (int term = 0; term < kLocalTerms; ++term) space.local[term][lane] = 0;
    if (lane == 0) space.stack[0] = 0;  // the root, as the only child of a cell above it
    stacked = 1;
#pragma unroll 1
    for (;;) {
      __syncwarp();  // stack and lists are written
      const bool over = stacked == 0 && large == 0;
      if (meet(over)) continue;
      if (over) break;
      if (large)
        take_large();
      else
        open(box);
    }
    if constexpr (kHasFar<Real, K>) join_far();
  }

  /// What the far cells do to the bodies. Of the lanes that share a body only the first takes it.
  __device__ void join_far() {
    Real local[kLocalTerms];
    join_lanes(space.local, lane, local);
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

  /// The potential of a body of this mass, after join_parts(): with that of other bodies at the
  /// same position, without the body itself.
  __device__ Real potential(int b, Real mass, [[maybe_unused]] Real eps) const {
    Real pot = sum[b].pot;
    if constexpr (K::kSpline || K::kShortRange) {
      const Real h = radius_of(b);
      if (h > 0) pot -= Real(tycho::tree::kSplineRadius) * (sum[b].coincident - mass / h);
    } else if (eps > 0) {
      pot -= (sum[b].coincident - mass) / eps;
    }
    return pot;
  }
};

}  // namespace

}  // namespace tycho::gpu::tree
