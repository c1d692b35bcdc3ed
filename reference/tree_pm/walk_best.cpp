// One walk for a group of neighbours on each thread, and its list summed in SIMD: a lane is a
// source, and the bodies of a block stay in registers while the list goes by. Cells that the whole
// group takes and bodies are point masses in one list, each in the image nearest to the group's
// centre and about it, so that single precision loses 1e-7 of a separation and not of the box.
//
// Compiled with relaxed floating-point rules (reference/CMakeLists.txt). A body's sums do not
// depend on the thread that makes them: any number of threads gives the same bits.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/formulas/opening.hpp"
#include "core/formulas/periodic_wrap.hpp"
#include "core/formulas/softened_kernel.hpp"
#include "reference/group_walk/for_bodies.hpp"
#include "reference/group_walk/groups.hpp"
#include "reference/group_walk/rows.hpp"
#include "reference/group_walk/search.hpp"
#include "reference/group_walk/spline.hpp"
#include "reference/group_walk/walk_in_groups.hpp"
#include "reference/tree_pm/factor_best.hpp"
#include "reference/tree_pm/walk.hpp"

namespace tycho::reference::tree_pm {

namespace {

using namespace tycho::tree;
using group_walk::Box;
using group_walk::Found;
using group_walk::Verdict;
using simd::stdx::any_of;
using simd::stdx::where;

enum Row : int { kX, kY, kZ, kMass, kRows };

/// The smallest r^2 that a root is taken of, in the lists' units.
template <typename Real>
inline constexpr Real kLeastSq = Real(sizeof(Real) == 4 ? 1e-20 : 1e-60);

/// Lengths of the walk in the lists' units.
template <typename Real>
struct Lengths {
  Real cut_sq, per_cut, per_cut_sq;
  Real radius, radius_sq, per_radius;  // the spline's h
};

/// Some bodies of a group and what was added up for them, lane by lane.
template <typename Real, int kBodies>
struct Block {
  using V = simd::Vector<Real>;
  struct Sum {
    V x = 0, y = 0, z = 0, pot = 0;
    V coincident = 0;  // mass at the body's own place, itself included
  };
  Real x[kBodies], y[kBodies], z[kBodies];
  Sum sum[kBodies];
};

/// The sums are a copy's while the list goes by: the compiler cannot know that they do not lie in
/// the list. A call within the loop would cost as much as a source: flattened.
template <typename Real, int kTerms, int kBodies>
[[gnu::flatten, gnu::noinline]] void add_points(const group_walk::Rows<Real, kRows>& points,
                                                const Factor<Real, kTerms>& split,
                                                const Lengths<Real>& l, Block<Real, kBodies>& to) {
  using V = simd::Vector<Real>;
  Block<Real, kBodies> block = to;
  for (std::size_t s = 0; s < points.whole(); s += V::size()) {
    const auto of = [&](Row row) { return points.at(row, s); };
    const V x = of(kX), y = of(kY), z = of(kZ), mass = of(kMass);
    group_walk::for_bodies<kBodies>([&](auto b) {
      const V rx = x - block.x[b], ry = y - block.y[b], rz = z - block.z[b];
      const V r_sq = rx * rx + ry * ry + rz * rz;
      const V inverse = simd::inverse_root<Real>(r_sq + kLeastSq<Real>);
      V factor = inverse * inverse * inverse, pot = -inverse;
      const auto within = r_sq < V(l.radius_sq);
      if (any_of(within)) {  // few are
        const auto same = r_sq == V(0);
        V per_u = l.radius * inverse;
        where(same, per_u) = 0;
        const auto [force, depth] = group_walk::spline(V(r_sq * inverse * l.per_radius), per_u);
        where(within, factor) = force * (l.per_radius * l.per_radius * l.per_radius);
        where(within, pot) = depth * l.per_radius;
        where(same, pot) = 0;
        where(same, block.sum[b].coincident) += mass;
      }
      const V x_sq = r_sq * l.per_cut_sq, part = r_sq * inverse * l.per_cut;
      const V w = x_sq * split.scale + split.shift;
      V here = mass;
      where(r_sq > V(l.cut_sq), here) = 0;
      factor *= here * (Real(1) - part * x_sq * split.polynomial(split.force, w));
      block.sum[b].pot += pot * here * (Real(1) - part * split.polynomial(split.potential, w));
      block.sum[b].x += factor * rx;
      block.sum[b].y += factor * ry;
      block.sum[b].z += factor * rz;
    });
  }
  to = block;
}

/// A thread's walks: its lists are used again by the next group.
template <typename Real, int kTerms>
class GroupWalk {
 public:
  GroupWalk(const Tree<double>& tree, const WalkRule& rule, const Factor<Real, kTerms>& factor,
            HostBodies& bodies)
      : tree_(tree),
        rule_(rule),
        factor_(factor),
        bodies_(bodies),
        box_(rule.split.box),
        cut_(rule.split.cut),
        radius_(kSplineRadius * rule.split.softening),
        length_(group_walk::per_unit(rule.split.box)),
        mass_(group_walk::per_unit(tree.cells[0].mass)) {
    const double cut = cut_ * length_, radius = radius_ * length_;
    const auto real = [](double value) { return static_cast<Real>(value); };
    lengths_ = {real(cut * cut), real(1 / cut),         real(1 / (cut * cut)),
                real(radius),    real(radius * radius), real(1 / radius)};
  }

  void run(std::span<const std::int32_t> slots) {
    const Box box = group_walk::box_around(tree_, slots);
    const double most = std::max({box.half.x, box.half.y, box.half.z});
    // A source has one image for the whole group as long as no body of the group has another one
    // within the cut.
    if (slots.size() > 1 && most + cut_ > box_ / 2) {
      for (std::size_t k = 0; k < slots.size(); ++k) run(slots.subspan(k, 1));
      return;
    }
    centre_ = box.centre;
    half_ = box.half;
    // Far from the box's faces all that is within the cut is in the nearest image as it stands.
    const auto inside = [&](double at, double half) {
      return at - half > cut_ && at + half < box_ - cut_;
    };
    if (inside(centre_.x, half_.x) && inside(centre_.y, half_.y) && inside(centre_.z, half_.z))
      list<false>(slots);
    else
      list<true>(slots);
    group_walk::for_blocks(slots, [&]<int kBodies>(std::span<const std::int32_t> block) {
      sum_block<kBodies>(block);
    });
    const auto walkers = static_cast<std::int64_t>(slots.size());
    const auto taken = static_cast<std::int64_t>(cells_);
    with_cells += walkers * taken;
    with_bodies += walkers * (static_cast<std::int64_t>(points_.size()) - taken - 1);
  }

  std::int64_t with_cells = 0, with_bodies = 0;

 private:
  /// A position relative to the group's centre.
  template <bool kWrap>
  Vec3<double> seen(const Vec3<double>& at) const {
    if constexpr (kWrap) return nearest_image(at - centre_, box_);
    return at - centre_;
  }

  /// What pulls at the group, into the rows.
  template <bool kWrap>
  void list(std::span<const std::int32_t> slots) {
    double accuracy = 0;
    if (rule_.relative) {
      double least_sq = std::numeric_limits<double>::max();
      for (const std::int32_t slot : slots) {
        const std::int32_t i = tree_.order[slot];
        const Vec3<double> g = bodies_.short_g[i] + bodies_.long_g[i];
        least_sq = std::min(least_sq, dot(g, g));
      }
      accuracy = rule_.alpha * std::sqrt(least_sq);
    }
    if (rule_.relative)
      found_.search(tree_, [&](std::int32_t c) { return judge<true, kWrap>(c, accuracy); });
    else
      found_.search(tree_, [&](std::int32_t c) { return judge<false, kWrap>(c, accuracy); });
    fill<kWrap>();
  }

  /// No body of the group is nearer to any image of a cell than the group's box is to the image
  /// nearest to its centre.
  template <bool kRelative, bool kWrap>
  Verdict judge(std::int32_t c, double accuracy) const {
    const Cell<double>& cell = tree_.cells[c];
    const CellBox<double>& cube = tree_.boxes[c];
    const Vec3<double> to_cube = seen<kWrap>(cube.centre), to_com = seen<kWrap>(cell.com);
    const auto grown = [&](double by) {
      return Vec3<double>{half_.x + by, half_.y + by, half_.z + by};
    };
    const double cut_sq = cut_ * cut_, distance_sq = distance_sq_to_box(to_com, {}, half_);
    bool opens = distance_sq < radius_ * radius_;  // a cell has no softening
    if constexpr (kRelative) {
      const Vec3<double> reach = grown(kAlwaysOpened * cube.side);
      opens |= opened_relative(cell.opening, accuracy, distance_sq) |
               ((std::fabs(to_cube.x) < reach.x) & (std::fabs(to_cube.y) < reach.y) &
                (std::fabs(to_cube.z) < reach.z));
    } else {
      opens |= !(distance_sq > cell.opening);
    }
    const bool skips = (distance_sq_to_box(to_cube, {}, grown(0.5 * cube.side)) > cut_sq) |
                       (!opens & (distance_sq > cut_sq));
    return skips ? Verdict::kSkipped : opens ? Verdict::kOpened : Verdict::kTaken;
  }

  template <bool kWrap>
  void fill() {
    std::size_t most = found_.cell_count;
    for (std::size_t k = 0; k < found_.leaf_count; ++k) most += tree_.cells[found_.leaves[k]].count;
    points_.reserve(most);
    Real *const x = points_.row(kX), *const y = points_.row(kY), *const z = points_.row(kZ),
                *const mass = points_.row(kMass);
    const auto put = [&](std::size_t k, const Vec3<double>& from, double m) {
      x[k] = static_cast<Real>(length_ * from.x);
      y[k] = static_cast<Real>(length_ * from.y);
      z[k] = static_cast<Real>(length_ * from.z);
      mass[k] = static_cast<Real>(mass_ * m);
    };
    for (std::size_t k = 0; k < found_.cell_count; ++k) {
      const Cell<double>& cell = tree_.cells[found_.cells[k]];
      put(k, seen<kWrap>(cell.com), cell.mass);
    }
    cells_ = found_.cell_count;
    // Of the bodies in opened leaves only those that the short range of some body may hold.
    std::size_t to = cells_;
    const double cut_sq = cut_ * cut_;
    for (std::size_t k = 0; k < found_.leaf_count; ++k) {
      const Cell<double>& leaf = tree_.cells[found_.leaves[k]];
      for (std::int32_t j = leaf.first; j < leaf.first + leaf.count; ++j) {
        const Vec3<double> from = seen<kWrap>(tree_.bodies[j].at);
        put(to, from, tree_.bodies[j].mass);
        to += !(distance_sq_to_box(from, {}, half_) > cut_sq);
      }
    }
    points_.close(to, {1});  // fillers without mass
  }

  template <int kBodies>
  void sum_block(std::span<const std::int32_t> slots) {
    using simd::stdx::reduce;
    Block<Real, kBodies> block;
    for (int b = 0; b < kBodies; ++b) {
      const Vec3<double> from = length_ * (tree_.bodies[slots[b]].at - centre_);
      block.x[b] = static_cast<Real>(from.x);
      block.y[b] = static_cast<Real>(from.y);
      block.z[b] = static_cast<Real>(from.z);
    }
    add_points(points_, factor_, lengths_, block);
    const double of_mass = 1 / mass_, acc = of_mass * length_ * length_, pot = of_mass * length_;
    for (int b = 0; b < kBodies; ++b) {
      const auto& sum = block.sum[b];
      const std::int32_t i = tree_.order[slots[b]];
      bodies_.short_g[i] = {acc * reduce(sum.x), acc * reduce(sum.y), acc * reduce(sum.z)};
      // Others at the body's own place pull at nothing, but have a potential.
      const double own = static_cast<Real>(mass_ * tree_.bodies[slots[b]].mass);
      const double others = (reduce(sum.coincident) - own) / (radius_ * length_);
      bodies_.short_pot[i] = pot * (reduce(sum.pot) - kSplineRadius * others);
    }
  }

  const Tree<double>& tree_;
  const WalkRule& rule_;
  const Factor<Real, kTerms>& factor_;
  HostBodies& bodies_;
  const double box_, cut_, radius_;  // of space, of the short range, of the spline
  const double length_, mass_;       // units of the lists: powers of two
  Lengths<Real> lengths_;
  Vec3<double> centre_, half_;
  Found found_;
  group_walk::Rows<Real, kRows> points_;
  std::size_t cells_ = 0;  // of the points
};

template <typename Real, int kTerms>
Walked walk_all(const Tree<double>& tree, const WalkRule& rule, const Factor<Real, kTerms>& factor,
                std::span<const std::int32_t> slots, int group_size, int threads, HostBodies& b) {
  return group_walk::walk_in_groups(tree, slots, group_size, threads,
                                    [&] { return GroupWalk<Real, kTerms>(tree, rule, factor, b); });
}

}  // namespace

template <typename Real>
Walked walk_best(const Tree<double>& tree, const WalkRule& rule,
                 std::span<const std::int32_t> slots, int group_size, int threads,
                 HostBodies& bodies) {
  if (rule.split.compact())
    return walk_all(tree, rule, compact_factor<Real>(), slots, group_size, threads, bodies);
  const double end = rule.split.cut / (2 * rule.split.r_s);
  return walk_all(tree, rule, erfc_factor<Real>(end), slots, group_size, threads, bodies);
}

template Walked walk_best<float>(const Tree<double>&, const WalkRule&,
                                 std::span<const std::int32_t>, int, int, HostBodies&);
template Walked walk_best<double>(const Tree<double>&, const WalkRule&,
                                  std::span<const std::int32_t>, int, int, HostBodies&);

}  // namespace tycho::reference::tree_pm
