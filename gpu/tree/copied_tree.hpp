// The host's tree on the device, in the precision of the walk.
#pragma once

#include "core/tree/host_tree.hpp"
#include "core/tree/walk_terms.hpp"
#include "gpu/tree/copied.hpp"

namespace tycho::gpu::tree {

template <typename Real>
class CopiedTree {
 public:
  /// Does not wait: the tree must stay as it is until the stream has been waited for.
  void upload(const tycho::tree::Tree<double>& given, bool with_boxes, int threads,
              Stream& stream) {
    const tycho::tree::Tree<Real>& tree = in_precision(given, threads);
    cells_.upload(tree.cells, stream);
    if (with_boxes) boxes_.upload(tree.boxes, stream);
    quadrupoles_.upload(tree.quadrupoles, stream);
    sources_.upload(tree.bodies, stream);
    softenings_.upload(tree.softenings, stream);
    view_ = {cells_.data(),
             boxes_.data(),
             quadrupoles_.data(),
             sources_.data(),
             tree.softenings.empty() ? nullptr : softenings_.data(),
             tree.size()};
  }

  const tycho::tree::TreeView<Real>& view() const { return view_; }

 private:
  const tycho::tree::Tree<Real>& in_precision(const tycho::tree::Tree<double>& given, int threads) {
    if constexpr (sizeof(Real) == 8) {
      return given;
    } else {
      tycho::tree::narrow(given, threads, narrowed_);
      return narrowed_;
    }
  }

  tycho::tree::Tree<Real> narrowed_;
  Copied<tycho::tree::Cell<Real>> cells_;
  Copied<tycho::tree::CellBox<Real>> boxes_;
  Copied<tycho::tree::Quadrupole<Real>> quadrupoles_;
  Copied<tycho::tree::Source<Real>> sources_;
  Copied<Real> softenings_;
  tycho::tree::TreeView<Real> view_{};
};

}  // namespace tycho::gpu::tree
