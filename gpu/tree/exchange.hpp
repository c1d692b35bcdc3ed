// Of several ranks, each of which has all bodies and walks for some: the accelerations that each
// has found, for all.
#pragma once

#include <vector>

#include "core/vec3.hpp"
#include "gpu/support/rank_gather.hpp"
#include "gpu/tree/bodies.hpp"

namespace tycho::gpu::tree {

template <typename Real>
class Exchange {
 public:
  Exchange(Ranks& ranks, Stream& stream) : ranks_(ranks), stream_(stream) {}

  std::size_t bytes(std::size_t bodies) const {
    return ranks_.alone() ? 0 : bodies * sizeof(Vec3<Real>);
  }
  /// Memory for them; none where there is one rank.
  void reserve(std::size_t bodies);

  /// For the grouping of the walk: what it sets, run() goes by.
  WalkShare share() { return {ranks_.rank(), ranks_.size(), cuts_.data()}; }

  /// With the walk done. The fourth of the accelerations becomes 0, as a walk leaves it.
  /// Collective.
  void run(const Walkers& walkers, Vector4<Real>* acceleration);

 private:
  Ranks& ranks_;
  Stream& stream_;
  Buffer<unsigned> cuts_;      // WalkShare's
  Buffer<Vec3<Real>> packed_;  // of the bodies that walk, in their order
  RankGather<Vec3<Real>> of_all_{ranks_, stream_};
};

}  // namespace tycho::gpu::tree
