// The short-range force of the tree on the bodies that walk.
#pragma once

#include "core/formulas/short_range.hpp"
#include "core/steps/tree_pm_on_host.hpp"
#include "gpu/tree/bodies.hpp"

namespace tycho::gpu::tree_pm {

using tree::Halt;
using tree::TreeView;
using tree::Walkers;
using tree::WalkJob;
using tree::WalkShare;

struct ShortRangeSettings : tycho::tree_pm::WalkRule {
  double mass_unit = 1;  // of the tree's masses
};

template <typename Real>
class Walk {
 public:
  Walk() = default;
  Walk(int bodies, Stream& stream);
  static std::size_t bytes(std::size_t bodies) { return bodies * sizeof(tree::Span); }

  /// Who walks together, for the runs that follow; of several ranks this one's share of it.
  void group(const TreeView<Real>& tree, const tycho::tree_pm::Split& split, const Walkers& walkers,
             const WalkShare& share, const Halt& halt, const Stream& stream);
  /// The fourth of the job's old accelerations is the size of both forces together.
  void run(const TreeView<Real>& tree, const ShortRangeSettings& settings, const WalkJob<Real>& job,
           const Halt& halt, const Stream& stream);

  void forget_counts(Stream& stream) { counts_.zero(stream); }
  tree::WalkCounts counts(Stream& stream) const { return counts_.download(stream).front(); }

 private:
  Buffer<tree::Span> groups_;
  Buffer<unsigned> group_count_, next_group_;
  Buffer<tree::WalkCounts> counts_;
  Buffer<ShortRange<Real>> table_;
};

}  // namespace tycho::gpu::tree_pm
