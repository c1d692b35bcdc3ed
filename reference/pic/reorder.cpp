// Every particle back into the group of its cell (decyk2009, Parallel Particle Sorting). The paper
// moves in place the few that leave; here all are counted and copied, which is plainer: a stable
// counting sort, the particles of a cell in the order of their former cells and slots, whatever
// the number of threads.
#include <numeric>
#include <stdexcept>

#include "core/contracts/pic.hpp"
#include "core/formulas/pic_crossing.hpp"
#include "core/parallel_for.hpp"
#include "reference/pic/electrons.hpp"

namespace tycho::reference::pic {

using namespace tycho::pic;

namespace {

struct Tally {
  std::int64_t moved = 0, too_far = 0;
};

/// The new cells of the particles in a patch's rows, and how many of them each cell gets.
template <typename Real>
Tally find_destinations(Ordered<Real>& s, const Grid<Real>& grid, const Patch<Real>& patch,
                        std::vector<std::int64_t>& count) {
  const int nx = grid.nx, ny = grid.ny;
  Tally tally;
  count.assign(s.start.size() - 1, 0);
  for (int j = patch.first; j < patch.first + patch.rows; ++j)
    for (int i = 0; i < nx; ++i) {
      const int c = i + nx * j;
      for (auto p = s.start[c]; p < s.start[c + 1]; ++p) {
        Electron<Real>& e = s.part[p];
        if (too_far(e.x) || too_far(e.y)) {
          ++tally.too_far;
          continue;
        }
        const Crossing<Real> x = crossed(e.x), y = crossed(e.y);
        e.x = x.offset;
        e.y = y.offset;
        s.destination[p] = wrapped_cell(i + x.cells, nx) + nx * wrapped_cell(j + y.cells, ny);
        tally.moved += s.destination[p] != c;
        ++count[s.destination[p]];
      }
    }
  return tally;
}

/// From counts by thread and cell to slots: cell after cell, and in a cell thread after thread.
template <typename Real>
void find_places(Ordered<Real>& s, const Grid<Real>& grid) {
  const std::size_t cells = s.start.size() - 1;
  const std::size_t threads = s.next_slot.size();
  const auto first = [&](std::size_t t) { return cells * t / threads; };
  std::vector<std::int64_t> base(threads + 1, 0);
  parallel_for(threads, grid.threads, [&](std::size_t t) {
    for (const auto& count : s.next_slot)
      base[t + 1] =
          std::accumulate(count.begin() + first(t), count.begin() + first(t + 1), base[t + 1]);
  });
  std::partial_sum(base.begin(), base.end(), base.begin());
  parallel_for(threads, grid.threads, [&](std::size_t t) {
    std::int64_t at = base[t];
    for (std::size_t c = first(t); c < first(t + 1); ++c) {
      s.start[c] = at;
      for (auto& slots : s.next_slot) {
        const std::int64_t count = slots[c];
        slots[c] = at;
        at += count;
      }
    }
  });
}

}  // namespace

template <typename Real>
void reorder(Ordered<Real>& s, const Grid<Real>& grid, Real dt) {
  const std::size_t threads = grid.patches.size();
  s.next_slot.resize(threads);
  std::vector<Tally> tallies(threads);
  // A thread's particles before the reorder: the particles of its rows.
  std::vector<std::int64_t> first(threads), last(threads);
  parallel_for(threads, grid.threads, [&](std::size_t t) {
    const Patch<Real>& patch = grid.patches[t];
    first[t] = s.start[std::size_t(grid.nx) * patch.first];
    last[t] = s.start[std::size_t(grid.nx) * (patch.first + patch.rows)];
    tallies[t] = find_destinations(s, grid, patch, s.next_slot[t]);
  });
  Tally all;
  for (const Tally& tally : tallies) {
    all.moved += tally.moved;
    all.too_far += tally.too_far;
  }
  if (all.too_far > 0) throw std::runtime_error(too_fast(all.too_far, dt));
  s.moved = all.moved;

  find_places(s, grid);
  parallel_for(threads, grid.threads, [&](std::size_t t) {
    for (auto p = first[t]; p < last[t]; ++p) {
      const std::int64_t to = s.next_slot[t][s.destination[p]]++;
      s.next_part[to] = s.part[p];
      s.next_id[to] = s.id[p];
    }
  });
  s.part.swap(s.next_part);
  s.id.swap(s.next_id);
}

template void reorder(Ordered<float>&, const Grid<float>&, float);
template void reorder(Ordered<double>&, const Grid<double>&, double);

}  // namespace tycho::reference::pic
