// Owns the memory of the tree of scheme = device.
#pragma once

#include "core/tree/tree.hpp"
#include "gpu/tree/bodies.hpp"
#include "gpu/tree/levels.hpp"

namespace tycho::gpu::tree {

template <typename Real>
class Cells {
 public:
  Cells() = default;
  /// `boxes` and `spline`: whether to hold the boxes of the cells, and their largest softening.
  Cells(int bodies, unsigned capacity, bool boxes, bool spline, Stream& stream)
      : bodies_(bodies),
        capacity_(capacity),
        begin_(capacity, stream),
        parent_(capacity, stream),
        children_(capacity, stream),
        first_child_(capacity, stream),
        arrived_(capacity, stream),
        level_(capacity, stream),
        link_(capacity, stream),
        com_(capacity, stream),
        moments_low_(capacity, stream),
        moments_high_(capacity, stream),
        box_(boxes ? capacity : 0, stream),
        radius_(spline ? capacity : 0, stream),
        levels_(bodies, stream),
        level_count_(kLevels, stream),
        block_count_(static_cast<std::size_t>(kLevels) * blocks(bodies), stream),
        shape_(1, stream) {}

  /// The cells, with frame, keys and sources, which the sort owns.
  TreeView<Real> view(Frame* frame, const Sort<Real>& sort) {
    return {begin_.data(),
            parent_.data(),
            level_.data(),
            children_.data(),
            first_child_.data(),
            arrived_.data(),
            link_.data(),
            com_.data(),
            moments_low_.data(),
            moments_high_.data(),
            box_.data(),
            radius_.data(),
            capacity_,
            sort.keys(),
            sort.source(),
            sort.radius(),
            levels_.data(),
            bodies_,
            frame,
            shape_.data(),
            level_count_.data(),
            block_count_.data()};
  }

  unsigned capacity() const { return capacity_; }
  tycho::tree::Shape shape(Stream& stream) const {
    const Shape found = shape_.download(stream).front();
    return {found.cells, found.leaves, static_cast<int>(found.depth), found.largest_leaf};
  }
  /// In how many leaves each body is, in the order of the sort: once, if the tree is sound.
  std::vector<double> leaf_counts(Stream& stream) const {
    std::vector<double> counts(bodies_);
    const std::int64_t cells = shape(stream).cells;
    const std::vector<Link> links = link_.download(stream);
    for (std::int64_t cell = 0; cell < cells; ++cell)
      if (links[cell].is_leaf())
        for (unsigned k = 0; k < links[cell].bodies(); ++k) ++counts.at(links[cell].first + k);
    return counts;
  }

  static std::size_t bytes(std::size_t bodies, std::size_t capacity) {
    return capacity * (5 * sizeof(unsigned) + 1 + sizeof(Link) + 4 * sizeof(Vector4<Real>) +
                       sizeof(Real)) +
           bodies * sizeof(unsigned short) + kLevels * sizeof(unsigned) * blocks(bodies);
  }

 private:
  static std::size_t blocks(std::size_t bodies) { return (bodies + kBuildBlock - 1) / kBuildBlock; }

  int bodies_ = 0;
  unsigned capacity_ = 0;
  Buffer<unsigned> begin_, parent_, children_, first_child_, arrived_;
  Buffer<unsigned char> level_;
  Buffer<Link> link_;
  Buffer<Vector4<Real>> com_, moments_low_, moments_high_, box_;
  Buffer<Real> radius_;
  Buffer<unsigned short> levels_;
  Buffer<unsigned> level_count_, block_count_;
  Buffer<Shape> shape_;
};

}  // namespace tycho::gpu::tree
