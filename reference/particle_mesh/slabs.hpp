// Particles of loop = best by the plane of the mesh that they are in: each thread sorts its share
// of them into one bucket for each slab of planes, then each thread empties the buckets of one
// slab. So no two threads write to one cell, and no thread needs a mesh of its own.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/formulas/cell_index.hpp"
#include "core/parallel_for.hpp"
#include "reference/particle_mesh/mesh.hpp"

namespace tycho::reference::particle_mesh {

/// The planes of a mesh of n^3 cells, shared out: slab s has the planes [first(s), first(s + 1)).
class Slabs {
 public:
  Slabs(int n, int threads)
      : n_(n), count_(std::min(n, threads)), of_plane_(static_cast<std::size_t>(n)) {
    for (int s = 0; s < count_; ++s)
      std::fill(of_plane_.begin() + first(s), of_plane_.begin() + first(s + 1), s);
  }

  int count() const { return count_; }
  int first(int slab) const { return static_cast<int>(std::int64_t(n_) * slab / count_); }
  int of_plane(int k) const { return of_plane_[k]; }

 private:
  int n_, count_;
  std::vector<int> of_plane_;
};

/// Particles whose cells are found together, in the fastest cache.
inline constexpr int kBlock = 512;

/// Particles from `first` on: their cells, and the planes of those cells.
struct Block {
  std::ptrdiff_t first = 0;
  int count = 0;
  std::int32_t cell[kBlock], plane[kBlock];
  int lowest = 0, highest = 0;  // of the planes
};

template <typename Real>
void find_cells(const Stars<Real>& stars, int n, Block& block);

/// A thread's share of the particles.
struct Share {
  int thread, threads;
};

/// Calls visit(block) for all particles of a share.
template <typename Real, typename Visit>
void for_each_block(const Stars<Real>& stars, int n, const Share& share, const Visit& visit) {
  Block block;
  block.first = stars.size() * share.thread / share.threads;
  const std::ptrdiff_t last = stars.size() * (share.thread + 1) / share.threads;
  for (; block.first < last; block.first += kBlock) {
    block.count = static_cast<int>(std::min<std::ptrdiff_t>(kBlock, last - block.first));
    find_cells(stars, n, block);
    visit(block);
  }
}

/// Numbers that one thread puts away for one slab.
class alignas(64) Bucket {  // two threads never write to one cache line
 public:
  void clear() { size_ = 0; }
  void add(std::uint32_t number) {
    if (size_ == numbers_.size()) grow(1);
    numbers_[size_++] = number;
  }
  void add(const std::int32_t* first, int count) {
    if (size_ + count > numbers_.size()) grow(count);
    std::copy_n(first, count, &numbers_[size_]);
    size_ += count;
  }
  std::span<const std::uint32_t> numbers() const { return {numbers_.data(), size_}; }

 private:
  void grow(std::size_t by) { numbers_.resize(2 * (size_ + by)); }

  std::vector<std::uint32_t> numbers_;
  std::size_t size_ = 0;
};

/// Indices of particles, in one bucket for each thread and slab.
class Buckets {
 public:
  Buckets(const Slabs& slabs, int threads)
      : all_(static_cast<std::size_t>(threads), std::vector<Bucket>(slabs.count())) {}

  /// The buckets of a thread, one a slab, emptied.
  std::vector<Bucket>& of_thread(std::ptrdiff_t thread) {
    for (Bucket& bucket : all_[thread]) bucket.clear();
    return all_[thread];
  }
  /// Puts away the index of every particle.
  template <typename Real>
  void fill(const Stars<Real>& stars, const Slabs& slabs, int n) {
    const int threads = static_cast<int>(all_.size());
    parallel_for(threads, threads, [&](std::ptrdiff_t thread) {
      std::vector<Bucket>& own = of_thread(thread);
      for_each_block(stars, n, Share{static_cast<int>(thread), threads}, [&](const Block& block) {
        for (int i = 0; i < block.count; ++i)
          own[slabs.of_plane(block.plane[i])].add(static_cast<std::uint32_t>(block.first + i));
      });
    });
  }

  /// Calls visit(number) for all numbers of a slab, in the order in which the threads found them.
  template <typename Visit>
  void for_each(int slab, const Visit& visit) const {
    for (const auto& own : all_)
      for (const std::uint32_t number : own[slab].numbers()) visit(number);
  }
  std::size_t size(int slab) const {
    std::size_t sum = 0;
    for (const auto& own : all_) sum += own[slab].numbers().size();
    return sum;
  }

 private:
  std::vector<std::vector<Bucket>> all_;
};

}  // namespace tycho::reference::particle_mesh
