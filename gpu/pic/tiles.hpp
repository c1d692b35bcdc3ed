// The particles of the layout `tiled`, by tile: a segment of an array each, with room behind, in no
// particular order within it. A particle changes its slot only to leave its tile or fill a hole.
#pragma once

#include <cstdint>

#include "core/attributes.hpp"
#include "gpu/pic/fixed.hpp"

namespace tycho::gpu::pic {

/// How the grid is cut into tiles. The charge of a tile is summed on its own grid points and on the
/// points that its particles can reach in this step: one before it, two behind it along each axis.
struct TileGrid {
  int side_x, side_y;    // cells of a tile
  int tiles_x, tiles_y;  // tiles of the grid

  static constexpr int kBefore = 1, kBehind = 2;

  TYCHO_HOST_DEVICE int nx() const { return side_x * tiles_x; }
  TYCHO_HOST_DEVICE int ny() const { return side_y * tiles_y; }
  TYCHO_HOST_DEVICE int tiles() const { return tiles_x * tiles_y; }
  TYCHO_HOST_DEVICE int cells_of_tile() const { return side_x * side_y; }
  TYCHO_HOST_DEVICE int sums_x() const { return side_x + kBefore + kBehind; }
  TYCHO_HOST_DEVICE int sums_y() const { return side_y + kBefore + kBehind; }
  TYCHO_HOST_DEVICE int sums() const { return sums_x() * sums_y(); }
  /// Grid points whose field a tile's particles need.
  TYCHO_HOST_DEVICE int points() const { return (side_x + 1) * (side_y + 1); }

  /// The tile dx to the right of tile t and dy above it, each -1, 0 or 1, around the box.
  TYCHO_HOST_DEVICE int beside(int t, int dx, int dy) const {
    const int x = t % tiles_x + dx, y = t / tiles_x + dy;
    return (x < 0 ? x + tiles_x : (x >= tiles_x ? x - tiles_x : x)) +
           tiles_x * (y < 0 ? y + tiles_y : (y >= tiles_y ? y - tiles_y : y));
  }
};

template <typename Real>
struct alignas(16) TileParticle {
  Fixed<Real> x, y;  // from the tile's corner
  Real vx, vy;       // in cells a unit of time
};

/// Which way a particle goes out of its tile; kStays is no way.
enum : std::uint32_t { kStays = 4, kWays = 9 };
TYCHO_HOST_DEVICE constexpr std::uint32_t way(int dx, int dy) {
  return static_cast<std::uint32_t>(3 * (dy + 1) + dx + 1);
}
TYCHO_HOST_DEVICE constexpr int way_x(std::uint32_t way) { return static_cast<int>(way % 3) - 1; }
TYCHO_HOST_DEVICE constexpr int way_y(std::uint32_t way) { return static_cast<int>(way / 3) - 1; }

/// A slot of a segment and the way its particle went.
struct Departure {
  std::uint32_t packed;
  TYCHO_HOST_DEVICE static Departure of(int slot, std::uint32_t way) {
    return {static_cast<std::uint32_t>(slot) | way << 28};
  }
  TYCHO_HOST_DEVICE int slot() const { return static_cast<int>(packed & 0x0fffffffu); }
  TYCHO_HOST_DEVICE std::uint32_t way() const { return packed >> 28; }
};
inline constexpr std::int64_t kMostInTile = 0x0fffffff;

/// Segments of particles, and lists of the particles that leave a tile, each with its slot
/// (which is a hole now) and its way.
template <typename Real>
struct TilesView {
  TileGrid grid;
  int capacity;      // of a tile's segment
  int out_capacity;  // of a tile's list of departures

  TileParticle<Real>* particles;
  std::uint32_t* ids;
  int* counts;
  TileParticle<Real>* out_particles;
  std::uint32_t* out_ids;
  Departure* out_slots;
  int* out_counts;  // may exceed out_capacity: then the list is incomplete
  int* arrived;     // whether this step's arrivals are in the segment

  TYCHO_HOST_DEVICE std::int64_t segment(int tile) const {
    return static_cast<std::int64_t>(tile) * capacity;
  }
  TYCHO_HOST_DEVICE std::int64_t out_segment(int tile) const {
    return static_cast<std::int64_t>(tile) * out_capacity;
  }
};

}  // namespace tycho::gpu::pic
