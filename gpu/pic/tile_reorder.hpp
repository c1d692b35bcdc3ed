// The moves of particles between tiles, as the threads of a tile's block make them together.
//
// A departure stands in the list of the tile it leaves. A tile's arrivals go into the holes that
// its own departures left, then behind its last particle; holes that remain are closed with the
// last particles of the segment. Lists are only read here and segments only written by their own
// tile, so tiles need no order among each other.
#pragma once

#include "gpu/pic/halt.hpp"
#include "gpu/pic/team.hpp"
#include "gpu/pic/tiles.hpp"
#include "gpu/support/unroll.hpp"

namespace tycho::gpu::pic {

/// Notes that the particle in a slot leaves. `counter` counts the tile's departures, also
/// departures for which there is no room in the list.
template <typename Real>
TYCHO_HOST_DEVICE void depart(const TilesView<Real>& tiles, int tile, int slot, std::uint32_t way,
                              const TileParticle<Real>& particle, int& counter, const Team& team) {
  const int e = team.next(counter);
  if (e >= tiles.out_capacity) return;
  const std::int64_t entry = tiles.out_segment(tile) + e;
  tiles.out_particles[entry] = particle;
  tiles.out_ids[entry] = tiles.ids[tiles.segment(tile) + slot];
  tiles.out_slots[entry] = Departure::of(slot, way);
}

/// After all of a tile's departures: one member of the team.
template <typename Real>
TYCHO_HOST_DEVICE void close_list(const TilesView<Real>& tiles, int tile, int departures,
                                  const Halt& halt) {
  tiles.out_counts[tile] = departures;
  tiles.arrived[tile] = 0;
  if (departures > tiles.out_capacity) outgoing_full(halt, static_cast<unsigned>(departures));
}

/// The departures from the eight tiles around, one list behind the other. All eight counts are read
/// at once.
template <typename Real>
class Around {
 public:
  TYCHO_HOST_DEVICE Around(const TilesView<Real>& tiles, int tile) : slots_(tiles.out_slots) {
    int end = 0;
    TYCHO_UNROLL
    for (int n = 0; n < kLists; ++n) {
      const int from = tiles.grid.beside(tile, -way_x(way_of(n)), -way_y(way_of(n)));
      first_[n] = tiles.out_segment(from) - end;
      end += tiles.out_counts[from];
      end_[n] = end;
    }
  }

  /// Calls visit(entry) for each that comes to the tile. A way leads to one tile only, so that each
  /// departure is visited once even where the grid is a tile wide.
  template <typename Visit>
  TYCHO_HOST_DEVICE void for_arrivals(const Team& team, Visit&& visit) const {
    for (int i = team.rank(); i < end_[kLists - 1]; i += team.size()) {
      std::int64_t first = first_[0];
      std::uint32_t way = way_of(0);
      TYCHO_UNROLL
      for (int n = 1; n < kLists; ++n) {
        if (i < end_[n - 1]) continue;
        first = first_[n];
        way = way_of(n);
      }
      if (slots_[first + i].way() == way) visit(first + i);
    }
  }

 private:
  static constexpr int kLists = kWays - 1;
  TYCHO_HOST_DEVICE static constexpr std::uint32_t way_of(int n) {
    return static_cast<std::uint32_t>(n) < kStays ? n : n + 1;
  }

  const Departure* slots_;
  std::int64_t first_[kLists];  // less the entries of the lists before
  int end_[kLists];
};

/// What a team works with in memory of its own, all zero before.
struct ReorderScratch {
  int arrivals, placed, movers, targets;
};

/// Room for the lists of a tile that closes its holes: three numbers for each departure.
TYCHO_HOST_DEVICE inline std::size_t reorder_lists(int out_capacity) {
  return 3 * static_cast<std::size_t>(out_capacity);
}

template <typename Real>
TYCHO_HOST_DEVICE void reorder_tile(const TilesView<Real>& tiles, int tile, const Team& team,
                                    ReorderScratch& shared, int* lists, const Halt& halt) {
  const Around<Real> around(tiles, tile);
  const int count = tiles.counts[tile], holes = tiles.out_counts[tile];
  if (tiles.arrived[tile]) return;
  around.for_arrivals(team, [&](std::int64_t) { team.next(shared.arrivals); });
  team.sync();
  const int arrivals = shared.arrivals;
  const int after = count - holes + arrivals;
  if (after > tiles.capacity) {  // untouched: its arrivals stay in the lists until there is room
    if (team.rank() == 0) group_full(halt, static_cast<unsigned>(after));
    return;
  }
  TileParticle<Real>* const particles = tiles.particles + tiles.segment(tile);
  std::uint32_t* const ids = tiles.ids + tiles.segment(tile);
  const Departure* const slots = tiles.out_slots + tiles.out_segment(tile);

  around.for_arrivals(team, [&](std::int64_t entry) {
    const int r = team.next(shared.placed);
    const int slot = r < holes ? slots[r].slot() : count + (r - holes);
    particles[slot] = tiles.out_particles[entry];
    ids[slot] = tiles.out_ids[entry];
  });

  // Holes arrivals .. holes - 1 remain. As many slots at the end of the segment go: the particles
  // among them move into the remaining holes that are not themselves at the end.
  const int removed = holes - arrivals;
  if (removed > 0) {
    int* const empty = lists;  // of the slots at the end, counted from `after`
    int* const movers = empty + tiles.out_capacity;
    int* const targets = movers + tiles.out_capacity;
    for (int s = team.rank(); s < removed; s += team.size()) empty[s] = 0;
    team.sync();
    for (int h = arrivals + team.rank(); h < holes; h += team.size()) {
      const int slot = slots[h].slot();
      if (slot >= after)
        empty[slot - after] = 1;
      else
        targets[team.next(shared.targets)] = slot;
    }
    team.sync();
    for (int s = team.rank(); s < removed; s += team.size())
      if (!empty[s]) movers[team.next(shared.movers)] = after + s;
    team.sync();
    for (int m = team.rank(); m < shared.movers; m += team.size()) {
      particles[targets[m]] = particles[movers[m]];
      ids[targets[m]] = ids[movers[m]];
    }
  }
  team.sync();  // all have read the old count
  if (team.rank() == 0) {
    tiles.counts[tile] = after;
    tiles.arrived[tile] = 1;
  }
}

}  // namespace tycho::gpu::pic
