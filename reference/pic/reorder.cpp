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

// Instead of a cell: the particle has left for another rank.
constexpr std::int32_t kLeft = -1;

/// The new cells of the particles in the rows [first, last) of the grid, and how many of them each
/// cell gets.
template <typename Real>
Tally find_destinations(Ordered<Real>& s, const Grid<Real>& grid, const Arrivals<Real>& arrivals,
                        int first, int last, std::vector<std::int64_t>& count) {
  const int nx = grid.nx;
  Tally tally;
  for (int j = first; j < last; ++j)
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
        const int row =
            wrapped_cell(arrivals.first_row + j + y.cells, arrivals.ny) - arrivals.first_row;
        const bool stays = row >= 0 && row < grid.ny;
        s.destination[p] = stays ? wrapped_cell(i + x.cells, nx) + nx * row : kLeft;
        tally.moved += s.destination[p] != c;
        if (stays) ++count[s.destination[p]];
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
  s.start.back() = base.back();
}

/// Calls visit(traveller, cell of the grid) for every traveller, rank after rank.
template <typename Real, typename Visit>
void for_each(std::span<const std::vector<Traveller<Real>>> from, std::int64_t first_cell,
              const Visit& visit) {
  for (const auto& part : from)
    for (const Traveller<Real>& each : part) visit(each, each.cell - first_cell);
}

}  // namespace

template <typename Real>
std::int64_t reorder(Ordered<Real>& s, const Grid<Real>& grid, const Arrivals<Real>& arrivals) {
  const std::size_t threads = static_cast<std::size_t>(grid.threads);
  const std::int64_t first_cell = std::int64_t(grid.nx) * arrivals.first_row;
  s.next_slot.resize(threads);
  s.destination.resize(s.part.size());
  std::vector<Tally> tallies(threads);
  // A thread's particles before the reorder: the particles of its rows. Arrivals from lower ranks
  // go before the first thread's particles, arrivals from higher ranks behind the last thread's.
  std::vector<std::int64_t> first(threads), last(threads);
  parallel_for(threads, grid.threads, [&](std::size_t t) {
    const auto row = [&](std::size_t of) { return static_cast<int>(grid.ny * of / threads); };
    first[t] = s.start[std::size_t(grid.nx) * row(t)];
    last[t] = s.start[std::size_t(grid.nx) * row(t + 1)];
    std::vector<std::int64_t>& count = s.next_slot[t];
    count.assign(s.start.size() - 1, 0);
    const auto add = [&](const Traveller<Real>&, std::int64_t cell) { ++count[cell]; };
    if (t == 0) for_each(arrivals.from_lower, first_cell, add);
    tallies[t] = find_destinations(s, grid, arrivals, row(t), row(t + 1), count);
    if (t == threads - 1) for_each(arrivals.from_higher, first_cell, add);
  });
  Tally all;
  for (const Tally& tally : tallies) {
    all.moved += tally.moved;
    all.too_far += tally.too_far;
  }
  if (all.too_far > 0) return all.too_far;
  s.moved = all.moved;

  find_places(s, grid);
  s.next_part.resize(static_cast<std::size_t>(s.start.back()));
  s.next_id.resize(s.next_part.size());
  parallel_for(threads, grid.threads, [&](std::size_t t) {
    std::vector<std::int64_t>& next = s.next_slot[t];
    const auto put = [&](const Electron<Real>& electron, std::uint64_t id, std::int64_t cell) {
      const std::int64_t to = next[cell]++;
      s.next_part[to] = electron;
      s.next_id[to] = id;
    };
    const auto take_in = [&](const Traveller<Real>& each, std::int64_t cell) {
      put(each.electron, each.id, cell);
    };
    if (t == 0) for_each(arrivals.from_lower, first_cell, take_in);
    for (auto p = first[t]; p < last[t]; ++p)
      if (s.destination[p] != kLeft) put(s.part[p], s.id[p], s.destination[p]);
    if (t == threads - 1) for_each(arrivals.from_higher, first_cell, take_in);
  });
  s.part.swap(s.next_part);
  s.id.swap(s.next_id);
  return 0;
}

template <typename Real>
void reorder(Ordered<Real>& s, const Grid<Real>& grid, Real dt) {
  const std::int64_t lost = reorder(s, grid, Arrivals<Real>{0, grid.ny, {}, {}});
  if (lost > 0) throw std::runtime_error(too_fast(lost, dt));
}

template void reorder(Ordered<float>&, const Grid<float>&, float);
template void reorder(Ordered<double>&, const Grid<double>&, double);
template std::int64_t reorder(Ordered<float>&, const Grid<float>&, const Arrivals<float>&);
template std::int64_t reorder(Ordered<double>&, const Grid<double>&, const Arrivals<double>&);

}  // namespace tycho::reference::pic
