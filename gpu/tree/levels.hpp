// Which cells of an octree begin at a body, from the sorted Morton keys alone. Host and device.
//
// A cell is a run of bodies whose keys agree in the first `level` octal digits. It is in the tree
// if its parent was split, that is, has more than `leaf` bodies. So the cells that begin at body i
// have the levels
//
//   from  1 + (digits that key i shares with key i - 1), the first at which i begins a run,
//   to    1 + (the deepest level at which i's run has more than `leaf` bodies),
//
// and a run of more than `leaf` bodies around i is one of the leaf + 1 windows of leaf + 1 bodies
// that contain i, with first and last key alike. No level has to know of the one above it.
#pragma once

#include <cstdint>

#include "core/attributes.hpp"
#include "core/formulas/morton.hpp"

namespace tycho::gpu::tree {

inline constexpr int kLevels = tycho::tree::kDeepestLevel + 1;  // with the root's

/// Octal digits that two keys share from the front: 21 where they are equal.
TYCHO_HOST_DEVICE inline int common_level(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t differs = a ^ b;
  if (differs == 0) return tycho::tree::kDeepestLevel;
#if defined(__CUDA_ARCH__)
  const int highest = 63 - __clzll(static_cast<long long>(differs));
#else
  const int highest = 63 - __builtin_clzll(differs);
#endif
  return tycho::tree::kDeepestLevel - 1 - highest / 3;
}

/// The level that the window of leaf + 1 bodies from `first` on shares; -1 where there is none.
template <typename Keys>
TYCHO_HOST_DEVICE inline int window_level(const Keys& keys, int bodies, int leaf, int first) {
  if (first < 0 || first + leaf >= bodies) return -1;
  return common_level(keys[first], keys[first + leaf]);
}

/// Levels of the cells that begin at a body; none where last < first.
struct Levels {
  int first, last;
};

/// `window` is the highest window_level of the bodies from body - leaf to body.
TYCHO_HOST_DEVICE inline Levels levels_from(const std::uint64_t* keys, int body, int window) {
  const int deepest = tycho::tree::kDeepestLevel;
  return {body == 0 ? 0 : common_level(keys[body - 1], keys[body]) + 1,
          window + 1 < deepest ? window + 1 : deepest};
}

/// Behind the last body of the cell at `level` that begins at body `begin`.
template <typename Keys>
TYCHO_HOST_DEVICE inline int cell_end(const Keys& keys, int bodies, int begin, int level) {
  const std::uint64_t key = keys[begin];
  const auto inside = [&](int i) { return common_level(key, keys[i]) >= level; };
  // In strides that double until one leaves the cell, then by halves.
  int in = begin, stride = 1;
  while (in + stride < bodies && inside(in + stride)) {
    in += stride;
    stride *= 2;
  }
  int out = in + stride < bodies ? in + stride : bodies;
  while (out - in > 1) {
    const int middle = in + (out - in) / 2;
    if (inside(middle))
      in = middle;
    else
      out = middle;
  }
  return out;
}

}  // namespace tycho::gpu::tree
