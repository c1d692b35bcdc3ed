// A list of sources as SIMD loops read it: a row of numbers for each property, every row on a
// boundary of vectors and filled up to a whole one.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <new>

#include "reference/simd.hpp"

namespace tycho::reference::group_walk {

template <typename Real, int kRows>
class Rows {
 public:
  static constexpr std::size_t kWidth = simd::kWidth<Real>;

  Rows() = default;
  Rows(const Rows&) = delete;
  Rows& operator=(const Rows&) = delete;
  ~Rows() { release(); }

  /// Room for this many entries. What was in the rows is lost.
  void reserve(std::size_t entries) {
    if (entries + kWidth <= stride_) return;
    release();
    stride_ = (2 * entries + 2 * kWidth) / kWidth * kWidth;
    values_ = static_cast<Real*>(::operator new(kRows* stride_ * sizeof(Real), kAligned));
  }

  Real* row(int k) { return values_ + k * stride_; }
  const Real* row(int k) const { return values_ + k * stride_; }

  /// The vector that begins at entry s, a multiple of the width.
  simd::Vector<Real> at(int k, std::size_t s) const {
    return {row(k) + s, simd::stdx::vector_aligned};
  }

  std::size_t size() const { return size_; }
  /// Sets the number of entries that are written, and fills the last vector up with `filler`.
  void close(std::size_t entries, const std::array<Real, kRows>& filler) {
    size_ = entries;
    whole_ = (entries + kWidth - 1) / kWidth * kWidth;
    for (int k = 0; k < kRows; ++k) std::fill(row(k) + entries, row(k) + whole_, filler[k]);
  }
  /// Entries with the fillers: a multiple of the width.
  std::size_t whole() const { return whole_; }

 private:
  static constexpr std::align_val_t kAligned{sizeof(simd::Vector<Real>)};

  void release() {
    if (values_) ::operator delete(values_, kAligned);
    values_ = nullptr;
  }

  Real* values_ = nullptr;
  std::size_t stride_ = 0, size_ = 0, whole_ = 0;
};

}  // namespace tycho::reference::group_walk
