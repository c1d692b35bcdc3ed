// A walk for every body: cells beyond the cut are skipped with all that is in them, cells far
// enough away are point masses, any other is looked into. The nearest image of everything is meant.
// Its twin, to the bit: gpu/tree_pm/walk_particle.cu.
#include <cmath>

#include "core/formulas/compact_split.hpp"
#include "core/tree/short_range_terms.hpp"
#include "reference/particle_walk/walk_each.hpp"
#include "reference/tree_pm/walk.hpp"

namespace tycho::reference::tree_pm {

namespace {

using namespace tycho::tree;
using particle_walk::Interactions;

/// What the tree does to the body at `at`, which stands in `slot` of its order.
template <typename Rule>
Pull<double> walk_one(const Tree<double>& tree, const Rule& rule, const Vec3<double>& at,
                      double accuracy, std::int32_t slot, Interactions& count) {
  Pull<double> sum;
  for (std::int32_t c = 0; c < tree.size();) {
    const Cell<double>& cell = tree.cells[c];
    const CellBox<double>& box = tree.boxes[c];
    const Vec3<double> from_centre = rule.separation(box.centre, at);
    if (rule.skips(from_centre, box.side)) {
      c = cell.next;
      continue;
    }
    const Vec3<double> r = rule.separation(cell.com, at);
    const double r_sq = dot(r, r);
    if (!rule.opens(cell, from_centre, box.side, accuracy, r_sq)) {
      sum += rule.pull(r, r_sq, cell.mass);
      ++count.with_cells;
      c = cell.next;
    } else if (is_leaf(cell, c)) {
      for (std::int32_t j = cell.first; j < cell.first + cell.count; ++j) {
        if (j == slot) continue;
        const Vec3<double> to_body = rule.separation(tree.bodies[j].at, at);
        sum += rule.pull(to_body, dot(to_body, to_body), tree.bodies[j].mass);
        ++count.with_bodies;
      }
      count.missing += cell.count == 0;
      c = cell.next;
    } else {
      ++c;
    }
  }
  return sum;
}

template <typename Rule>
Walked walk_all(const Tree<double>& tree, const Rule& rule, double alpha,
                std::span<const std::int32_t> slots, int threads, HostBodies& b) {
  return particle_walk::walk_each(slots, threads, [&](std::int32_t slot, Interactions& count) {
    const std::int32_t i = tree.order[slot];
    const Vec3<double> g = b.short_g[i] + b.long_g[i];
    const Pull<double> pull =
        walk_one(tree, rule, tree.bodies[slot].at, alpha * std::sqrt(dot(g, g)), slot, count);
    b.short_g[i] = pull.acc;
    b.short_pot[i] = pull.pot;
    if (!b.work.empty()) b.work[i] = count.all();
  });
}

}  // namespace

Walked walk(const Tree<double>& tree, const WalkRule& given, std::span<const std::int32_t> slots,
            int threads, HostBodies& bodies) {
  const tycho::tree_pm::Split& split = given.split;
  const double per_width = 1 / (2 * split.r_s);
  const auto with_opening = [&]<bool kRelative>(auto factor) {
    const ShortRangeRule<double, kRelative, decltype(factor)> rule{
        split.box, split.cut * split.cut, kSplineRadius * split.softening, factor};
    return walk_all(tree, rule, given.alpha, slots, threads, bodies);
  };
  const auto with_factor = [&](auto factor) {
    return given.relative ? with_opening.template operator()<true>(factor)
                          : with_opening.template operator()<false>(factor);
  };
  if (split.compact()) return with_factor(CompactSplit<double>{1 / split.cut});
  if (!given.table) return with_factor(ErfcSplit<double>{per_width});
  static const std::vector<ShortRange<double>> kTable = split_table<double>();
  return with_factor(TableSplit<double>{kTable.data(), kSplitTable / kSplitTableEnd * per_width});
}

}  // namespace tycho::reference::tree_pm
