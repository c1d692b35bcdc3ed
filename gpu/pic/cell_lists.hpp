// Particles on the host between the harness and a layout: which cell each is in, and where in it.
#pragma once

#include <cstdint>
#include <vector>

#include "core/particles.hpp"

namespace tycho::gpu::pic {

/// All particles, sorted by cell, in the order they came in within a cell.
template <typename Real>
struct CellLists {
  int nx = 0, ny = 0;
  std::vector<std::int64_t> first;  // of each cell, and one more: the end
  std::vector<std::uint32_t> id;    // where the particle stood in what was loaded
  std::vector<Real> dx, dy, vx, vy;

  std::int64_t size() const { return static_cast<std::int64_t>(id.size()); }
  int count(int cell) const { return static_cast<int>(first[cell + 1] - first[cell]); }
};

template <typename Real>
CellLists<Real> cell_lists(const Particles& particles, int nx, int ny);

}  // namespace tycho::gpu::pic
