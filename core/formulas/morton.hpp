// Morton keys: a position's index along a curve through a cube of 2^21 cells a side. Bodies in the
// order of their keys lie cell by cell at every level of the octree. Host and device.
#pragma once

#include <cstdint>

#include "core/attributes.hpp"
#include "core/vec3.hpp"

namespace tycho::tree {

/// Levels of the octree below the root, and bits of a key per dimension: 63 in all.
inline constexpr int kDeepestLevel = 21;

/// A cube with edges along the axes.
template <typename Real>
struct Cube {
  Vec3<Real> corner;  // the lowest in all coordinates
  Real side{};
};

/// The cube around bodies between `low` and `high`: the longest edge decides. A little larger, so
/// that rounding leaves nobody outside; bodies all at one position get a side of 1.
template <typename Real>
TYCHO_HOST_DEVICE constexpr Cube<Real> cube_around(const Vec3<Real>& low, const Vec3<Real>& high) {
  const Vec3<Real> extent = high - low;
  Real side = extent.x > extent.y ? extent.x : extent.y;
  side = side > extent.z ? side : extent.z;
  if (!(side > Real(0))) return {low, Real(1)};
  return {low, side * (Real(1) + Real(0x1p-20))};
}

/// The cell of a coordinate along one edge of the cube at the deepest level.
template <typename Real>
TYCHO_HOST_DEVICE constexpr std::uint32_t grid_index(Real x, Real corner, Real side) {
  constexpr std::uint32_t kLast = (1u << kDeepestLevel) - 1;
  const Real scaled = (x - corner) / side * Real(1u << kDeepestLevel);
  if (!(scaled > Real(0))) return 0;
  return scaled < Real(kLast) ? static_cast<std::uint32_t>(scaled) : kLast;
}

/// Bit b of `index` at bit 3 b of the result.
TYCHO_HOST_DEVICE constexpr std::uint64_t spread_bits(std::uint32_t index) {
  std::uint64_t v = index & 0x1fffffu;
  v = (v | v << 32) & 0x001f00000000ffffull;
  v = (v | v << 16) & 0x001f0000ff0000ffull;
  v = (v | v << 8) & 0x100f00f00f00f00full;
  v = (v | v << 4) & 0x10c30c30c30c30c3ull;
  v = (v | v << 2) & 0x1249249249249249ull;
  return v;
}

/// The inverse of spread_bits; other bits are ignored.
TYCHO_HOST_DEVICE constexpr std::uint32_t compact_bits(std::uint64_t v) {
  v &= 0x1249249249249249ull;
  v = (v | v >> 2) & 0x10c30c30c30c30c3ull;
  v = (v | v >> 4) & 0x100f00f00f00f00full;
  v = (v | v >> 8) & 0x001f0000ff0000ffull;
  v = (v | v >> 16) & 0x001f00000000ffffull;
  v = (v | v >> 32) & 0x1fffffull;
  return static_cast<std::uint32_t>(v);
}

/// x in the highest bit of each group of three, z in the lowest.
TYCHO_HOST_DEVICE constexpr std::uint64_t morton_key(std::uint32_t ix, std::uint32_t iy,
                                                     std::uint32_t iz) {
  return spread_bits(ix) << 2 | spread_bits(iy) << 1 | spread_bits(iz);
}

template <typename Real>
TYCHO_HOST_DEVICE constexpr std::uint64_t morton_key(const Vec3<Real>& at, const Cube<Real>& root) {
  return morton_key(grid_index(at.x, root.corner.x, root.side),
                    grid_index(at.y, root.corner.y, root.side),
                    grid_index(at.z, root.corner.z, root.side));
}

/// Which of the eight cells at `level` (1 is the first below the root) a key lies in.
TYCHO_HOST_DEVICE constexpr int octant(std::uint64_t key, int level) {
  return static_cast<int>(key >> (3 * (kDeepestLevel - level)) & 7u);
}

/// The cell at `level` that holds a key.
template <typename Real>
TYCHO_HOST_DEVICE constexpr Cube<Real> cell_of(std::uint64_t key, int level,
                                               const Cube<Real>& root) {
  const int shift = kDeepestLevel - level;
  const Real side = root.side / Real(std::uint32_t{1} << level);
  return {{root.corner.x + side * Real(compact_bits(key >> 2) >> shift),
           root.corner.y + side * Real(compact_bits(key >> 1) >> shift),
           root.corner.z + side * Real(compact_bits(key) >> shift)},
          side};
}

template <typename Real>
TYCHO_HOST_DEVICE constexpr Vec3<Real> centre(const Cube<Real>& cell) {
  const Real half = cell.side / 2;
  return {cell.corner.x + half, cell.corner.y + half, cell.corner.z + half};
}

}  // namespace tycho::tree
