// The particles of the layout `ordered` (decyk2009, Parallel Charge Deposits): each thread owns
// some neighbouring cells of a row and a group of particles for each, positions relative to the
// cell. The thread's number is the fastest index of every array, so that neighbouring threads read
// neighbouring words.
#pragma once

#include <cstdint>
#include <vector>

#include "core/attributes.hpp"
#include "core/formulas/pic_crossing.hpp"

namespace tycho::gpu::pic {

inline constexpr int kAround = 8;

/// Which cells are whose, and who is around: the paper's kcell and icell, as data.
struct PartitionView {
  int nx, ny;
  int threads, cells;  // cells of a thread
  const int *first, *last;
  const int* around;  // kAround for each thread, each neighbour once, then -1: on small grids
                      // there are fewer

  /// Grid points of a thread: its cells' lower row and upper row, each with one more at its end.
  TYCHO_HOST_DEVICE int points() const { return 2 * (cells + 1); }
  TYCHO_HOST_DEVICE int owner(int cell) const { return cell / cells; }
  TYCHO_HOST_DEVICE bool owns(int thread, int cell) const {
    return cell >= first[thread] && cell <= last[thread];
  }
};

struct Partition {
  std::vector<int> first, last, around;
};

/// Cells in equal parts, a part within one row.
inline Partition partition(int nx, int ny, int cells) {
  const int threads = nx * ny / cells;
  Partition p;
  p.around.assign(static_cast<std::size_t>(kAround) * threads, -1);
  for (int t = 0; t < threads; ++t) {
    p.first.push_back(t * cells);
    p.last.push_back((t + 1) * cells - 1);
    std::vector<int> seen{t};
    for (int dy = -1; dy <= 1; ++dy)
      for (int dx = -1; dx <= 1; ++dx) {
        const int x = (t * cells % nx + dx * cells + nx) % nx;
        const int y = tycho::pic::wrapped_cell(t * cells / nx + dy, ny);
        const int other = (x + nx * y) / cells;
        bool known = false;
        for (const int s : seen) known = known || s == other;
        if (known) continue;
        p.around[(seen.size() - 1) * threads + t] = other;
        seen.push_back(other);
      }
  }
  return p;
}

template <typename Real>
struct OrderedView {
  PartitionView partition;
  int capacity;       // of a group
  int hole_capacity;  // of a group's list of holes
  int out_capacity;   // of a thread's outgoing buffer

  Real* coordinates;  // x, y, vx, vy of each slot of each group
  std::uint32_t* ids;
  int* counts;       // slots of a group in use; in the midst of a reorder, holes included
  int* buffered;     // particles behind these slots, waiting for their group's turn
  int* hole_counts;  // of a group
  int* holes;
  Real* out;  // x, y, vx, vy of each leaving particle
  std::uint32_t* out_ids;
  int* out_cells;
  int* out_counts;  // of a thread
  int* cursors;     // how far a thread has come in the reorder: group, slot; neighbour, entry

  enum Cursor { kGroup, kSlot, kNeighbour, kEntry, kCursors };

  TYCHO_HOST_DEVICE std::int64_t threads() const { return partition.threads; }
  TYCHO_HOST_DEVICE std::int64_t group(int thread, int k) const { return k * threads() + thread; }
  TYCHO_HOST_DEVICE std::int64_t slot_index(int thread, int k, int slot) const {
    return (static_cast<std::int64_t>(k) * capacity + slot) * threads() + thread;
  }
  /// Where component 0 of a particle stands; the next components are `threads()` apart.
  TYCHO_HOST_DEVICE std::int64_t at(int thread, int k, int slot) const {
    return (static_cast<std::int64_t>(k) * capacity + slot) * 4 * threads() + thread;
  }
  TYCHO_HOST_DEVICE std::int64_t hole(int thread, int k, int h) const {
    return (static_cast<std::int64_t>(k) * hole_capacity + h) * threads() + thread;
  }
  TYCHO_HOST_DEVICE std::int64_t out_index(int thread, int e) const {
    return e * threads() + thread;
  }
  TYCHO_HOST_DEVICE std::int64_t out_at(int thread, int e) const {
    return 4 * e * threads() + thread;
  }
  TYCHO_HOST_DEVICE int& cursor(int thread, Cursor which) const {
    return cursors[which * threads() + thread];
  }
};

}  // namespace tycho::gpu::pic
