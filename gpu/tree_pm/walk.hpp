// The short-range force of the tree on the bodies that walk.
#pragma once

#include "core/contracts/tree_pm.hpp"
#include "core/formulas/short_range.hpp"
#include "gpu/tree/bodies.hpp"

namespace tycho::gpu::tree_pm {

/// As a case has it.
struct ShortRangeSettings {
  tycho::tree_pm::Split split;
  bool table = false, relative = false;
  double alpha = 0;
  double mass_unit = 1;  // of the tree's masses
};

template <typename Real>
class Walk {
 public:
  Walk() = default;
  Walk(int bodies, Stream& stream);
  static std::size_t bytes(std::size_t bodies) { return bodies * sizeof(barnes_hut::Span); }

  /// Who walks together, for the runs that follow.
  void group(const barnes_hut::TreeView<Real>& tree, const tycho::tree_pm::Split& split,
             const barnes_hut::Walkers& walkers, const barnes_hut::Halt& halt,
             const Stream& stream);
  /// The fourth of the job's old accelerations is the size of both forces together.
  void run(const barnes_hut::TreeView<Real>& tree, const ShortRangeSettings& settings,
           const barnes_hut::WalkJob<Real>& job, const barnes_hut::Halt& halt,
           const Stream& stream);

  void forget_counts(Stream& stream) { counts_.zero(stream); }
  barnes_hut::WalkCounts counts(Stream& stream) const { return counts_.download(stream).front(); }

 private:
  Buffer<barnes_hut::Span> groups_;
  Buffer<unsigned> group_count_, next_group_;
  Buffer<barnes_hut::WalkCounts> counts_;
  Buffer<ShortRange<Real>> table_;
};

}  // namespace tycho::gpu::tree_pm
