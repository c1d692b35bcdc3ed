// The planes of a mesh (the rows, in two dimensions) shared among ranks: to each a slab of
// neighbouring planes, in the order of the ranks. With more ranks than planes some have none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace tycho::mesh {

class Slabs {
 public:
  Slabs(int planes, int ranks) : planes_(planes), ranks_(ranks) {
    for (int r = 0; r < ranks; ++r)
      for (int k = first(r); k < last(r); ++k) owner_.push_back(r);
  }

  int planes() const { return planes_; }
  int ranks() const { return ranks_; }
  /// Rank r has the planes [first(r), last(r)).
  int first(int rank) const { return static_cast<int>(std::int64_t(planes_) * rank / ranks_); }
  int last(int rank) const { return first(rank + 1); }
  int size(int rank) const { return last(rank) - first(rank); }
  int owner(int plane) const { return owner_[static_cast<std::size_t>(plane)]; }

  /// A plane beyond an end of the periodic box, brought back into it.
  int wrapped(int plane) const { return ((plane % planes_) + planes_) % planes_; }

  /// Of how many elements each rank's slab is, with `plane` elements a plane.
  std::vector<std::size_t> sizes(std::size_t plane) const {
    std::vector<std::size_t> all;
    for (int r = 0; r < ranks_; ++r) all.push_back(plane * static_cast<std::size_t>(size(r)));
    return all;
  }

 private:
  int planes_, ranks_;
  std::vector<int> owner_;
};

/// The planes around a rank's slab, `below` of them before it and `above` behind it, in this order.
/// They are other ranks' planes, or its own where the box is small; an empty slab has none.
inline std::vector<int> guard_planes(const Slabs& slabs, int rank, int below, int above) {
  std::vector<int> planes;
  if (slabs.size(rank) == 0) return planes;
  for (int g = below; g > 0; --g) planes.push_back(slabs.wrapped(slabs.first(rank) - g));
  for (int g = 0; g < above; ++g) planes.push_back(slabs.wrapped(slabs.last(rank) + g));
  return planes;
}

/// Throws where a rank sent another number of elements than its slab has for this one.
inline void require_whole(std::size_t come, std::size_t expected, int from) {
  if (come == expected) return;
  throw std::runtime_error("ranks: " + std::to_string(come) +
                           " elements of a mesh came from rank " + std::to_string(from) + ", not " +
                           std::to_string(expected));
}

}  // namespace tycho::mesh
