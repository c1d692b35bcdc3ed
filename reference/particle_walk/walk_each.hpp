// The loop over the bodies that walk, each for itself, which threads share. For the walk.cpp of the
// tree codes, compiled with OpenMP.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/tree/tally.hpp"

namespace tycho::reference::particle_walk {

/// What the walk of a body has met.
struct Interactions {
  std::int64_t with_cells = 0, with_bodies = 0;
  std::int64_t missing = 0;  // opened, of which this rank lacks the inside

  std::int64_t all() const { return with_cells + with_bodies; }
};

/// Calls walk_one(slot, met) for every slot of the tree's order that is in `slots`.
template <typename WalkOne>
tycho::tree::Walked walk_each(std::span<const std::int32_t> slots, int threads,
                              const WalkOne& walk_one) {
  std::int64_t with_cells = 0, with_bodies = 0, missing = 0;
  // Bodies near each other in the tree meet the same cells: chunks of them keep a thread's cache.
  const std::ptrdiff_t n = static_cast<std::ptrdiff_t>(slots.size());
#pragma omp parallel for num_threads(threads) if (threads > 1) schedule(dynamic, 64) \
    reduction(+ : with_cells, with_bodies, missing)
  for (std::ptrdiff_t k = 0; k < n; ++k) {
    Interactions met;
    walk_one(slots[k], met);
    with_cells += met.with_cells;
    with_bodies += met.with_bodies;
    missing += met.missing;
  }
  return {static_cast<double>(n), static_cast<double>(with_cells), static_cast<double>(with_bodies),
          static_cast<double>(missing)};
}

}  // namespace tycho::reference::particle_walk
