// The walk by groups of gpu/tree with the short-range force.
#pragma once

#include "gpu/tree/walk_kernel.cuh"
#include "gpu/tree_pm/short_range.cuh"
#include "gpu/tree_pm/walk_kinds.hpp"

namespace tycho::gpu::tree_pm {

using namespace gpu::tree;

namespace {

template <typename Real>
using WalkShape = std::conditional_t<sizeof(Real) == 4, GroupShape<kWalkGroup, 2, 6>,
                                     GroupShape<kWalkGroup, 2, 3>>;

/// The tree's root is the box, so its unit is known here.
template <typename Real>
ShortRangeRule<Real> rule_of(const ShortRangeSettings& s, const ShortRange<Real>* table) {
  const double unit = frame_of({{}, s.split.box}).unit;
  ShortRangeRule<Real> rule{};
  rule.relative = s.relative;
  rule.alpha = s.alpha;
  rule.mass_unit = kGravity * s.mass_unit;
  const double cut = s.split.cut / unit;
  rule.length = static_cast<Real>(s.split.box / unit);
  rule.per_length = static_cast<Real>(unit / s.split.box);
  rule.radius = static_cast<Real>(tycho::tree::kSplineRadius * s.split.softening / unit);
  rule.per_radius = static_cast<Real>(unit / (tycho::tree::kSplineRadius * s.split.softening));
  rule.cut = static_cast<Real>(cut);
  rule.cut_sq = static_cast<Real>(cut * cut);
  rule.per_width = static_cast<Real>(unit / (s.split.compact() ? s.split.cut : 2 * s.split.r_s));
  rule.values = table;
  return rule;
}

}  // namespace

template <Factor kFactor, bool kPotential, typename Real>
void walk_kind(const TreeView<Real>& tree, const ShortRangeSettings& settings,
               const WalkJob<Real>& job, const GroupsView<Real>& groups, const Halt& halt,
               const Stream& stream) {
  run_shape<WalkShape<Real>, ShortRangeKind<Real, kFactor, kPotential>>(
      tree, rule_of(settings, groups.table), job, groups.groups, groups.count, groups.counts,
      groups.next, halt, stream);
}

}  // namespace tycho::gpu::tree_pm
