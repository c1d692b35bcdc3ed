// The walk of scheme = device: the bodies that walk in groups, one walk a group.
#pragma once

#include "gpu/tree/bodies.hpp"

namespace tycho::gpu::barnes_hut {

using tree::Halt;
using tree::TreeView;
using tree::Walkers;
using tree::WalkJob;
using tree::WalkRule;
using tree::WalkShare;

template <typename Real>
class Walk {
 public:
  Walk() = default;
  Walk(int bodies, Stream& stream);
  static std::size_t bytes(std::size_t bodies) { return bodies * sizeof(tree::Span); }

  /// Who walks together, for the runs that follow; of several ranks this one's share of it.
  void group(const TreeView<Real>& tree, const WalkRule& rule, const Walkers& walkers,
             const WalkShare& share, const Halt& halt, const Stream& stream);
  void run(const TreeView<Real>& tree, const WalkRule& rule, const WalkJob<Real>& job,
           const Halt& halt, const Stream& stream);

  void forget_counts(Stream& stream) { counts_.zero(stream); }
  tree::WalkCounts counts(Stream& stream) const { return counts_.download(stream).front(); }

 private:
  Buffer<tree::Span> groups_;
  Buffer<unsigned> group_count_, next_group_;
  Buffer<tree::WalkCounts> counts_;
};

}  // namespace tycho::gpu::barnes_hut
