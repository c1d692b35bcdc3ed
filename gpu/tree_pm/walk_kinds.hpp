// The kinds of the walk: by where the short-range factor comes from, with potentials or without.
// Each is a kernel that takes half a minute to compile, so each has a file of its own
// (walk_table.cu and the five beside it).
#pragma once

#include "gpu/tree_pm/walk.hpp"

namespace tycho::gpu::tree_pm {

/// Where the factor comes from: Gadget's table, erfc, or the polynomial of split = compact.
enum class Factor { kTable, kErfc, kCompact };

/// Bodies that walk together at most.
inline constexpr int kWalkGroup = 32;

/// All pointers are to device memory.
template <typename Real>
struct GroupsView {
  const tree::Span* groups;
  const unsigned* count;
  const ShortRange<Real>* table;  // split_table()
  tree::WalkCounts* counts;       // null: not counted
  unsigned* next;                 // set to zero by the walk
};

template <Factor kFactor, bool kPotential, typename Real>
void walk_kind(const TreeView<Real>& tree, const ShortRangeSettings& settings,
               const WalkJob<Real>& job, const GroupsView<Real>& groups, const Halt& halt,
               const Stream& stream);

}  // namespace tycho::gpu::tree_pm
