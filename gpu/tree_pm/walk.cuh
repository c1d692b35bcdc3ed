// The walk by groups of gpu/tree with the short-range force.
#pragma once

#include <algorithm>
#include <cmath>

#include "gpu/tree/walk_kernel.cuh"
#include "gpu/tree_pm/short_range.cuh"
#include "gpu/tree_pm/walk.hpp"

namespace tycho::gpu::tree_pm {

using namespace gpu::tree;

namespace {

template <typename Real>
using WalkShape = std::conditional_t<sizeof(Real) == 4, GroupShape<32, 2, 5>, GroupShape<32, 2, 3>>;

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
  rule.cut = static_cast<Real>(cut);
  rule.cut_sq = static_cast<Real>(cut * cut);
  const double width = s.split.compact() ? s.split.cut : 2 * s.split.r_s;
  rule.per_width = static_cast<Real>(unit / width);
  rule.values = table;
  return rule;
}

/// Bodies that walk may be few and far apart: of those in cells wider than the short range on both
/// sides a group would meet all that lies between them.
int least_level(const tycho::tree_pm::Split& split) {
  const double level = std::ceil(std::log2(split.box / (2 * split.cut)));
  return std::clamp(static_cast<int>(level), 0, tycho::tree::kDeepestLevel);
}

}  // namespace

template <typename Real>
Walk<Real>::Walk(int bodies, Stream& stream)
    : groups_(bodies, stream),
      group_count_(1, stream),
      next_group_(1, stream),
      counts_(1, stream),
      table_(kSplitTable, stream) {
  counts_.zero(stream);
  const std::vector<ShortRange<Real>> table = split_table<Real>();
  table_.upload(table, stream);
  stream.wait();  // the host's copy ends here
}

template <typename Real>
void Walk<Real>::group(const TreeView<Real>& tree, const tycho::tree_pm::Split& split,
                       const Walkers& walkers, const Halt& halt, const Stream& stream) {
  gpu::tree::group(tree.keys, tree.bodies, walkers, WalkShape<Real>::kGroup, least_level(split),
                   groups_.data(), group_count_.data(), halt, stream);
}

template <typename Real>
void Walk<Real>::run(const TreeView<Real>& tree, const ShortRangeSettings& settings,
                     const WalkJob<Real>& job, const Halt& halt, const Stream& stream) {
  const ShortRangeRule<Real> rule = rule_of(settings, table_.data());
  const auto by = [&]<Factor kFactor, bool kPotential>() {
    run_shape<WalkShape<Real>, ShortRangeKind<Real, kFactor, kPotential>>(
        tree, rule, job, groups_.data(), group_count_.data(), kPotential ? nullptr : counts_.data(),
        next_group_.data(), halt, stream);
  };
  const auto with_potential = [&]<Factor kFactor>() {
    if (job.potential)
      by.template operator()<kFactor, true>();
    else
      by.template operator()<kFactor, false>();
  };
  if (settings.split.compact())
    with_potential.template operator()<Factor::kCompact>();
  else if (settings.table)
    with_potential.template operator()<Factor::kTable>();
  else
    with_potential.template operator()<Factor::kErfc>();
}

}  // namespace tycho::gpu::tree_pm
