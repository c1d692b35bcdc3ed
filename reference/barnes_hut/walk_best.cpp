// One walk for a group of neighbours on each thread, and its lists summed in SIMD. A cell is taken
// where no point of the group's box would open it: every body has at least the accuracy that it
// would have alone. Positions in the lists are about the group's centre, so that single precision
// loses 1e-7 of a separation and not of the system.
//
// Compiled with relaxed floating-point rules (reference/CMakeLists.txt). A body's sums do not
// depend on the thread that makes them: any number of threads gives the same bits.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/formulas/opening.hpp"
#include "reference/barnes_hut/pull_best.hpp"
#include "reference/barnes_hut/walk.hpp"
#include "reference/group_walk/groups.hpp"
#include "reference/group_walk/search.hpp"
#include "reference/group_walk/walk_in_groups.hpp"

namespace tycho::reference::barnes_hut {

namespace {

using namespace tycho::tree;
using group_walk::Box;
using group_walk::Found;
using group_walk::Verdict;

/// Units of the lists: lengths times `length`, masses times `mass`. Powers of two, such that the
/// system is about 1 across and weighs about 1, and single precision has room to both sides.
struct Units {
  double length, mass;
};

/// What of a walk is compiled in.
template <bool kWithQuadrupoles, bool kSplineSoftening, bool kRelativeOpening>
struct Kind {
  static constexpr bool kQuadrupole = kWithQuadrupoles, kSpline = kSplineSoftening,
                        kRelative = kRelativeOpening;
};

/// A thread's walks: its lists are used again by the next group.
template <typename Real, typename K>
class GroupWalk {
 public:
  GroupWalk(const Tree<double>& tree, const WalkRule& rule, const Units& units, HostBodies& bodies)
      : tree_(tree), rule_(rule), units_(units), bodies_(bodies) {
    const double eps = rule.softening * units.length;
    eps_sq_ = std::max(static_cast<Real>(K::kSpline ? 0 : eps * eps), kLeastSofteningSq<Real>);
  }

  void run(std::span<const std::int32_t> slots) {
    const Box box = group_walk::box_around(tree_, slots);
    centre_ = box.centre;
    search(slots, box);
    fill_cells();
    fill_points(slots.front(), slots.back());
    group_walk::for_blocks(slots, [&]<int kBodies>(std::span<const std::int32_t> block) {
      sum_block<kBodies>(block);
    });
    const auto walkers = static_cast<std::int64_t>(slots.size());
    with_cells += walkers * static_cast<std::int64_t>(found_.cell_count);
    with_bodies += walkers * static_cast<std::int64_t>(near_.size() + others_.size() - 1);
  }

  std::int64_t with_cells = 0, with_bodies = 0;

 private:
  double radius_of(std::int32_t slot) const {
    return tree_.softenings.empty() ? rule_.radius : tree_.softenings[slot];
  }

  void search(std::span<const std::int32_t> slots, const Box& box) {
    [[maybe_unused]] double accuracy = 0, radius = 0;
    if constexpr (K::kRelative) {
      double least_sq = std::numeric_limits<double>::max();
      for (const std::int32_t slot : slots) {
        const Vec3<double>& a = bodies_.acc[tree_.order[slot]];
        least_sq = std::min(least_sq, dot(a, a));
      }
      accuracy = rule_.alpha * std::sqrt(least_sq);
    }
    if constexpr (K::kSpline)
      for (const std::int32_t slot : slots) radius = std::max(radius, radius_of(slot));
    const Vec3<double> centre = box.centre, half = box.half;
    const Cell<double>* const cells = tree_.cells.data();
    const CellBox<double>* const boxes = tree_.boxes.data();
    found_.search(tree_, [&](std::int32_t c) {
      const Cell<double>& cell = cells[c];
      const double distance_sq = distance_sq_to_box(cell.com, centre, half);
      bool opens;
      if constexpr (K::kRelative) {
        const CellBox<double>& cube = boxes[c];
        const double reach = kAlwaysOpened * cube.side;
        opens = opened_relative(cell.opening, accuracy, distance_sq) |
                ((std::fabs(cube.centre.x - centre.x) - half.x < reach) &
                 (std::fabs(cube.centre.y - centre.y) - half.y < reach) &
                 (std::fabs(cube.centre.z - centre.z) - half.z < reach));
      } else {
        opens = !(distance_sq > cell.opening);
      }
      if constexpr (K::kSpline) {  // moments know no softening
        const double h = std::max(radius, cell.softening);
        opens |= distance_sq < h * h;
      }
      return opens ? Verdict::kOpened : Verdict::kTaken;
    });
  }

  void fill_cells() {
    cells_.reserve(found_.cell_count);
    const double mass_unit = units_.mass, second = 3 * mass_unit * units_.length * units_.length;
    for (std::size_t k = 0; k < found_.cell_count; ++k) {
      const std::int32_t c = found_.cells[k];
      const Cell<double>& cell = tree_.cells[c];
      const Vec3<double> from = units_.length * (cell.com - centre_);
      const auto put = [&](CellRow row, double value) {
        cells_.row(row)[k] = static_cast<Real>(value);
      };
      put(kX, from.x);
      put(kY, from.y);
      put(kZ, from.z);
      put(kMass, mass_unit * cell.mass);
      if constexpr (K::kQuadrupole) {
        const Quadrupole<double>& s = tree_.quadrupoles[c];
        put(kTrace, 0.5 * second * (s.xx + s.yy + s.zz));
        put(kXX, second * s.xx);
        put(kXY, second * s.xy);
        put(kXZ, second * s.xz);
        put(kYY, second * s.yy);
        put(kYZ, second * s.yz);
        put(kZZ, second * s.zz);
      }
    }
    cells_.close(found_.cell_count, {1});  // fillers without mass
  }

  /// The bodies of the leaves that are opened. Bodies at one place share a leaf: only the leaves
  /// that the group's own slots are in need a look at who stands where.
  void fill_points(std::int32_t first_slot, std::int32_t last_slot) {
    const bool all_near = K::kSpline || !(rule_.softening > 0);
    std::size_t near = 0, others = 0;
    const auto is_near = [&](const Cell<double>& leaf) {
      return all_near || (leaf.first <= last_slot && leaf.first + leaf.count > first_slot);
    };
    for (std::size_t k = 0; k < found_.leaf_count; ++k) {
      const Cell<double>& leaf = tree_.cells[found_.leaves[k]];
      (is_near(leaf) ? near : others) += leaf.count;
    }
    near_.reserve(near);
    others_.reserve(others);
    near = others = 0;
    for (std::size_t k = 0; k < found_.leaf_count; ++k) {
      const Cell<double>& leaf = tree_.cells[found_.leaves[k]];
      if (is_near(leaf))
        near = put_leaf(leaf, near, near_);
      else
        others = put_leaf(leaf, others, others_);
    }
    near_.close(near, {1});
    others_.close(others, {1});
  }

  std::size_t put_leaf(const Cell<double>& leaf, std::size_t to, Points<Real>& points) {
    Real *const x = points.row(kPointX), *const y = points.row(kPointY),
                *const z = points.row(kPointZ), *const mass = points.row(kPointMass),
                *const radius = points.row(kPointRadius);
    for (std::int32_t j = leaf.first; j < leaf.first + leaf.count; ++j, ++to) {
      const Source<double>& source = tree_.bodies[j];
      x[to] = static_cast<Real>(units_.length * (source.at.x - centre_.x));
      y[to] = static_cast<Real>(units_.length * (source.at.y - centre_.y));
      z[to] = static_cast<Real>(units_.length * (source.at.z - centre_.z));
      mass[to] = static_cast<Real>(units_.mass * source.mass);
      if constexpr (K::kSpline) radius[to] = static_cast<Real>(units_.length * radius_of(j));
    }
    return to;
  }

  template <int kBodies>
  void sum_block(std::span<const std::int32_t> slots) {
    Block<Real, kBodies> block;
    for (int b = 0; b < kBodies; ++b) {
      const Vec3<double> from = units_.length * (tree_.bodies[slots[b]].at - centre_);
      block.x[b] = static_cast<Real>(from.x);
      block.y[b] = static_cast<Real>(from.y);
      block.z[b] = static_cast<Real>(from.z);
      block.radius[b] = static_cast<Real>(units_.length * radius_of(slots[b]));
    }
    add_cells<K::kQuadrupole>(cells_, eps_sq_, block);
    if constexpr (K::kSpline) {
      add_splines(near_, block);
    } else {
      add_points<true>(near_, eps_sq_, block);
      add_points<false>(others_, eps_sq_, block);
    }
    for (int b = 0; b < kBodies; ++b) store(slots[b], block.radius[b], block.sum[b]);
  }

  template <typename Sum>
  void store(std::int32_t slot, Real radius, const Sum& sum) {
    using simd::stdx::reduce;
    const double per_length = 1 / units_.length, of_mass = 1 / units_.mass;
    const double acc = of_mass / (per_length * per_length), pot = of_mass / per_length;
    const std::int32_t i = tree_.order[slot];
    bodies_.acc[i] = {acc * reduce(sum.x), acc * reduce(sum.y), acc * reduce(sum.z)};
    // Others at the body's own place pull at nothing, but have a potential.
    const double mass = static_cast<Real>(units_.mass * tree_.bodies[slot].mass);
    const double coincident = reduce(sum.coincident);
    double depth = reduce(sum.pot);
    if constexpr (K::kSpline) {
      if (radius > 0) depth -= kSplineRadius * (coincident - mass) / radius;
    } else if (rule_.softening > 0) {
      depth -= (coincident - mass) / (rule_.softening * units_.length);
    }
    bodies_.pot[i] = pot * depth;
  }

  const Tree<double>& tree_;
  const WalkRule& rule_;
  const Units units_;
  HostBodies& bodies_;
  Real eps_sq_;
  Vec3<double> centre_;
  Found found_;
  Cells<Real> cells_;
  Points<Real> near_, others_;
};

template <typename Real, typename K>
Walked walk_all(const Tree<double>& tree, const WalkRule& rule, std::span<const std::int32_t> slots,
                int group_size, int threads, HostBodies& b) {
  const Units units{group_walk::per_unit(tree.root.side), group_walk::per_unit(tree.cells[0].mass)};
  return group_walk::walk_in_groups(tree, slots, group_size, threads,
                                    [&] { return GroupWalk<Real, K>(tree, rule, units, b); });
}

}  // namespace

template <typename Real>
Walked walk_best(const Tree<double>& tree, const WalkRule& rule,
                 std::span<const std::int32_t> slots, int group_size, int threads,
                 HostBodies& bodies) {
  const auto by = [&]<bool kQuadrupole, bool kSpline, bool kRelative>() {
    return walk_all<Real, Kind<kQuadrupole, kSpline, kRelative>>(tree, rule, slots, group_size,
                                                                 threads, bodies);
  };
  const auto with_opening = [&]<bool kQuadrupole, bool kSpline>() {
    return rule.relative ? by.template operator()<kQuadrupole, kSpline, true>()
                         : by.template operator()<kQuadrupole, kSpline, false>();
  };
  const auto with_softening = [&]<bool kQuadrupole>() {
    return rule.spline ? with_opening.template operator()<kQuadrupole, true>()
                       : with_opening.template operator()<kQuadrupole, false>();
  };
  return rule.quadrupole ? with_softening.template operator()<true>()
                         : with_softening.template operator()<false>();
}

template Walked walk_best<float>(const Tree<double>&, const WalkRule&,
                                 std::span<const std::int32_t>, int, int, HostBodies&);
template Walked walk_best<double>(const Tree<double>&, const WalkRule&,
                                  std::span<const std::int32_t>, int, int, HostBodies&);

}  // namespace tycho::reference::barnes_hut
