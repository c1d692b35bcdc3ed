// Who walks together, and which kind of walk a job needs. The kernels are in files of their own
// (walk_kinds.hpp).
#include "gpu/tree_pm/walk.hpp"

#include <algorithm>
#include <cmath>

#include "core/formulas/morton.hpp"
#include "gpu/tree_pm/walk_kinds.hpp"

namespace tycho::gpu::tree_pm {

namespace {

/// Bodies that walk may be few and far apart: a group from a cell wider than twice the cut would
/// meet all that lies between its bodies.
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
                       const Walkers& walkers, const WalkShare& share, const Halt& halt,
                       const Stream& stream) {
  gpu::tree::group(tree.keys, tree.bodies, walkers, kWalkGroup, least_level(split), share,
                   groups_.data(), group_count_.data(), halt, stream);
}

template <typename Real>
void Walk<Real>::run(const TreeView<Real>& tree, const ShortRangeSettings& settings,
                     const WalkJob<Real>& job, const Halt& halt, const Stream& stream) {
  GroupsView<Real> groups{groups_.data(), group_count_.data(), table_.data(), counts_.data(),
                          next_group_.data()};
  if (job.potential) groups.counts = nullptr;
  const auto with_factor = [&]<Factor kFactor>() {
    const auto kind =
        job.potential ? walk_kind<kFactor, true, Real> : walk_kind<kFactor, false, Real>;
    kind(tree, settings, job, groups, halt, stream);
  };
  if (settings.split.compact())
    with_factor.template operator()<Factor::kCompact>();
  else if (settings.table)
    with_factor.template operator()<Factor::kTable>();
  else
    with_factor.template operator()<Factor::kErfc>();
}

template class Walk<float>;
template class Walk<double>;

}  // namespace tycho::gpu::tree_pm
