// The reorder of decyk2009 (Parallel Particle Sorting), as one thread does it: first within its own
// groups, putting what leaves into a buffer; then, when all have done so, collecting what the
// threads around have for it.
//
// Each part stops where room runs out, before it touches the particle in hand, and remembers where:
// run again with more room it goes on from there, and the order of particles comes out the same.
//
// A thread first marks the particles that move, with many loads under way, and then moves them
// one by one: the threads of a warp then all have a particle to move at the same time.
#pragma once

#include <bit>

#include "core/formulas/pic_crossing.hpp"
#include "gpu/pic/halt.hpp"
#include "gpu/pic/ordered.hpp"
#include "gpu/support/unroll.hpp"

namespace tycho::gpu::pic {

template <typename Real>
struct Mover {
  Real x, y, vx, vy;
  std::uint32_t id;
};

template <typename Real>
TYCHO_HOST_DEVICE Mover<Real> taken(const OrderedView<Real>& v, int thread, int k, int slot) {
  const std::int64_t at = v.at(thread, k, slot), next = v.threads();
  const Real* const c = v.coordinates;
  return {c[at], c[at + next], c[at + 2 * next], c[at + 3 * next],
          v.ids[v.slot_index(thread, k, slot)]};
}

template <typename Real>
TYCHO_HOST_DEVICE void put(const OrderedView<Real>& v, int thread, int k, int slot,
                           const Mover<Real>& m) {
  const std::int64_t at = v.at(thread, k, slot), next = v.threads();
  v.coordinates[at] = m.x;
  v.coordinates[at + next] = m.y;
  v.coordinates[at + 2 * next] = m.vx;
  v.coordinates[at + 3 * next] = m.vy;
  v.ids[v.slot_index(thread, k, slot)] = m.id;
}

/// Into the last hole of a group that has had its turn, or behind its last particle. False: no
/// room.
template <typename Real>
TYCHO_HOST_DEVICE bool settle(const OrderedView<Real>& v, int thread, int k, const Mover<Real>& m,
                              const Halt& halt) {
  const std::int64_t group = v.group(thread, k);
  int& holes = v.hole_counts[group];
  if (holes > 0) {
    put(v, thread, k, v.holes[v.hole(thread, k, --holes)], m);
    return true;
  }
  int& count = v.counts[group];
  if (count == v.capacity) {
    group_full(halt, static_cast<unsigned>(count) + 1);
    return false;
  }
  put(v, thread, k, count++, m);
  return true;
}

/// Takes a particle that has crossed into another cell out of its group, and notes the hole. False:
/// no room, and nothing was done.
template <typename Real>
TYCHO_HOST_DEVICE bool move_out(const OrderedView<Real>& v, int thread, int k, int slot, int& holes,
                                int& leaving, const tycho::pic::Crossing<Real>& x,
                                const tycho::pic::Crossing<Real>& y, const Halt& halt) {
  const PartitionView& p = v.partition;
  if (holes == v.hole_capacity) {
    holes_full(halt, static_cast<unsigned>(holes) + 1);
    return false;
  }
  const int from = p.first[thread] + k;
  const int to = tycho::pic::wrapped_cell(from % p.nx + x.cells, p.nx) +
                 p.nx * tycho::pic::wrapped_cell(from / p.nx + y.cells, p.ny);
  Mover<Real> m = taken(v, thread, k, slot);
  m.x = x.offset;
  m.y = y.offset;
  if (!p.owns(thread, to)) {
    if (leaving == v.out_capacity) {
      outgoing_full(halt, static_cast<unsigned>(leaving) + 1);
      return false;
    }
    const std::int64_t at = v.out_at(thread, leaving), next = v.threads();
    v.out[at] = m.x;
    v.out[at + next] = m.y;
    v.out[at + 2 * next] = m.vx;
    v.out[at + 3 * next] = m.vy;
    v.out_ids[v.out_index(thread, leaving)] = m.id;
    v.out_cells[v.out_index(thread, leaving)] = to;
    ++leaving;
  } else if (const int into = to - p.first[thread]; into > k) {  // its turn is still to come
    int& buffered = v.buffered[v.group(thread, into)];
    const int behind = v.counts[v.group(thread, into)] + buffered;
    if (behind == v.capacity) {
      group_full(halt, static_cast<unsigned>(behind) + 1);
      return false;
    }
    put(v, thread, into, behind, m);
    ++buffered;
  } else if (!settle(v, thread, into, m, halt)) {
    return false;
  }
  v.holes[v.hole(thread, k, holes++)] = slot;
  return true;
}

/// Once a group has had its turn, its holes are filled from the particles buffered behind it, from
/// the last particle and the last hole on.
template <typename Real>
TYCHO_HOST_DEVICE void fill_holes(const OrderedView<Real>& v, int thread, int k, int count,
                                  int holes) {
  const std::int64_t group = v.group(thread, k);
  int buffered = v.buffered[group];
  if (buffered > 0) {
    while (buffered > 0 && holes > 0)
      put(v, thread, k, v.holes[v.hole(thread, k, --holes)],
          taken(v, thread, k, count + --buffered));
    v.counts[group] = count + buffered;
    v.buffered[group] = 0;
  }
  v.hole_counts[group] = holes;
}

/// Holes that nothing came for are filled from the end of the group: the highest first, so that the
/// slot at the end is always in use.
template <typename Real>
TYCHO_HOST_DEVICE void close_holes(const OrderedView<Real>& v, int thread, int k) {
  const std::int64_t group = v.group(thread, k);
  int holes = v.hole_counts[group], count = v.counts[group];
  if (holes == 0) return;
  while (holes > 0) {
    const int slot = v.holes[v.hole(thread, k, --holes)];
    if (slot != --count) put(v, thread, k, slot, taken(v, thread, k, count));
  }
  v.counts[group] = count;
  v.hole_counts[group] = 0;
}

using Marks = unsigned long long;
inline constexpr int kMarks = 64;

TYCHO_HOST_DEVICE inline int lowest(Marks marks) {
#if defined(__CUDA_ARCH__)
  return __ffsll(static_cast<long long>(marks)) - 1;
#else
  return std::countr_zero(marks);
#endif
}

/// Which of the first kMarks numbers from `begin` on, and below `end`, `test` is true of. What it
/// reads for several numbers is under way at once.
template <typename Test>
TYCHO_HOST_DEVICE Marks marked(int begin, int end, Test&& test) {
  constexpr int kAtOnce = 8;
  Marks marks = 0;
  for (int first = 0; first < kMarks && begin + first < end; first += kAtOnce) {
    TYCHO_UNROLL
    for (int u = 0; u < kAtOnce; ++u) {
      const int n = begin + first + u;
      const bool yes = test(n < end ? n : end - 1);  // no branch before what it reads
      marks |= static_cast<Marks>(yes && n < end) << (first + u);
    }
  }
  return marks;
}

/// The first part, for one thread: groups from left to right.
template <typename Real>
TYCHO_HOST_DEVICE void reorder_within(const OrderedView<Real>& v, int thread, const Halt& halt) {
  using View = OrderedView<Real>;
  int& group_cursor = v.cursor(thread, View::kGroup);
  int& slot_cursor = v.cursor(thread, View::kSlot);
  int k = group_cursor, slot = slot_cursor;
  const bool fresh = k == 0 && slot == 0;
  int leaving = fresh ? 0 : v.out_counts[thread];
  if (fresh) v.cursor(thread, View::kNeighbour) = v.cursor(thread, View::kEntry) = 0;
  unsigned too_fast = 0;
  bool complete = true;
  for (; k < v.partition.cells; ++k, slot = 0) {
    const std::int64_t group = v.group(thread, k);
    const int count = v.counts[group];
    int holes = slot > 0 ? v.hole_counts[group] : 0;
    for (; slot < count && complete; slot += kMarks) {
      Marks outside = marked(slot, count, [&](int s) {
        const Real* const at = v.coordinates + v.at(thread, k, s);
        const Real x = at[0], y = at[v.threads()];
        return !((x >= Real(0)) & (x < Real(1)) & (y >= Real(0)) & (y < Real(1)));
      });
      for (; outside != 0 && complete; outside &= outside - 1) {
        const int found = slot + lowest(outside);
        const std::int64_t at = v.at(thread, k, found);
        Real &x = v.coordinates[at], &y = v.coordinates[at + v.threads()];
        if (tycho::pic::too_far(x) || tycho::pic::too_far(y)) {
          ++too_fast;  // stays where it is, for the host to refuse
          continue;
        }
        const auto in_x = tycho::pic::crossed(x), in_y = tycho::pic::crossed(y);
        if (in_x.cells == 0 && in_y.cells == 0) {  // on the edge of its cell after rounding
          x = in_x.offset;
          y = in_y.offset;
        } else if (!move_out(v, thread, k, found, holes, leaving, in_x, in_y, halt)) {
          complete = false;
          slot_cursor = found;
        }
      }
    }
    if (!complete) {
      v.hole_counts[group] = holes;
      break;
    }
    fill_holes(v, thread, k, count, holes);
  }
  v.out_counts[thread] = leaving;
  group_cursor = k;
  if (complete) slot_cursor = 0;
  if (too_fast) met_too_fast(halt, too_fast);
}

/// The second part, for one thread.
template <typename Real>
TYCHO_HOST_DEVICE void reorder_between(const OrderedView<Real>& v, int thread, const Halt& halt) {
  using View = OrderedView<Real>;
  const PartitionView& p = v.partition;
  int& neighbour_cursor = v.cursor(thread, View::kNeighbour);
  int& entry_cursor = v.cursor(thread, View::kEntry);
  int n = neighbour_cursor, e = entry_cursor;
  if (n > kAround) return;  // done before
  for (; n < kAround; ++n, e = 0) {
    const int from = p.around[static_cast<std::int64_t>(n) * v.threads() + thread];
    if (from < 0) break;  // the neighbours that exist come first
    const int count = v.out_counts[from];
    for (; e < count; e += kMarks) {
      Marks coming = marked(e, count, [&](int entry) {
        return p.owns(thread, v.out_cells[v.out_index(from, entry)]);
      });
      for (; coming != 0; coming &= coming - 1) {
        const int entry = e + lowest(coming);
        const std::int64_t at = v.out_at(from, entry), next = v.threads();
        const Mover<Real> m{v.out[at], v.out[at + next], v.out[at + 2 * next], v.out[at + 3 * next],
                            v.out_ids[v.out_index(from, entry)]};
        const int cell = v.out_cells[v.out_index(from, entry)];
        if (settle(v, thread, cell - p.first[thread], m, halt)) continue;
        neighbour_cursor = n;
        entry_cursor = entry;
        return;
      }
    }
  }
  for (int k = 0; k < p.cells; ++k) close_holes(v, thread, k);
  neighbour_cursor = kAround + 1;
  v.cursor(thread, View::kGroup) = v.cursor(thread, View::kSlot) = 0;  // ready for the next step
}

/// One thread's groups, holes, buffer and cursors, into arrays with more room.
template <typename Real>
TYCHO_HOST_DEVICE void copy_thread(const OrderedView<Real>& from, const OrderedView<Real>& to,
                                   int thread) {
  for (int k = 0; k < from.partition.cells; ++k) {
    const std::int64_t group = from.group(thread, k);
    for (int slot = 0; slot < from.counts[group] + from.buffered[group]; ++slot)
      put(to, thread, k, slot, taken(from, thread, k, slot));
    for (int h = 0; h < from.hole_counts[group]; ++h)
      to.holes[to.hole(thread, k, h)] = from.holes[from.hole(thread, k, h)];
    to.counts[group] = from.counts[group];
    to.buffered[group] = from.buffered[group];
    to.hole_counts[group] = from.hole_counts[group];
  }
  for (int e = 0; e < from.out_counts[thread]; ++e) {
    for (int c = 0; c < 4; ++c)
      to.out[to.out_at(thread, e) + c * to.threads()] =
          from.out[from.out_at(thread, e) + c * from.threads()];
    to.out_ids[to.out_index(thread, e)] = from.out_ids[from.out_index(thread, e)];
    to.out_cells[to.out_index(thread, e)] = from.out_cells[from.out_index(thread, e)];
  }
  to.out_counts[thread] = from.out_counts[thread];
  using View = OrderedView<Real>;
  for (const auto which : {View::kGroup, View::kSlot, View::kNeighbour, View::kEntry})
    to.cursor(thread, which) = from.cursor(thread, which);
}

}  // namespace tycho::gpu::pic
