// The kinds of the walk: the short-range factor from a table or computed, with potentials or
// without. Each is a kernel that takes half a minute to compile, so each has a file of its own
// (walk_table.cu and the three beside it).
#pragma once

#include "gpu/tree_pm/walk.hpp"

namespace tycho::gpu::tree_pm {

/// Bodies that walk together at most.
inline constexpr int kWalkGroup = 32;

/// All on the device.
template <typename Real>
struct GroupsView {
  const tree::Span* groups;
  const unsigned* count;
  const ShortRange<Real>* table;  // split_table()
  tree::WalkCounts* counts;       // null: not counted
  unsigned* next;                 // set to zero by the walk
};

template <bool kTable, bool kPotential, typename Real>
void walk_kind(const TreeView<Real>& tree, const ShortRangeSettings& settings,
               const WalkJob<Real>& job, const GroupsView<Real>& groups, const Halt& halt,
               const Stream& stream);

}  // namespace tycho::gpu::tree_pm
