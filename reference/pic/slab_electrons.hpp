// The ordered particles of a rank's slab of rows, and the way of particles to other slabs.
//
// In every cell the particles have the order that they have without ranks: by the cells they came
// from, and there by their former places. So sums over the particles of a cell have one order at
// any number of ranks.
#pragma once

#include <cstdint>
#include <vector>

#include "core/mesh/slabs.hpp"
#include "core/ranks/ranks.hpp"
#include "core/steps/pic_host.hpp"
#include "reference/pic/electrons.hpp"

namespace tycho::reference::pic {

/// A particle on its way, with its new cell in the whole grid.
template <typename Real>
struct Traveller {
  Electron<Real> electron;
  std::uint64_t id;
  std::int64_t cell;
};

template <typename Real>
class SlabElectrons {
 public:
  SlabElectrons(int columns, int rows, Ranks& ranks);

  /// Keeps the particles of the rank's rows; every rank is given all of them, sorted by cell.
  void keep(const Ordered<Real>& all);
  void keep(const tycho::pic::HeldParticles<Real>& all);

  /// Finds the new cells of particles that were pushed, and sends those of other ranks' rows there.
  /// Throws on all ranks where a particle of any has gone further than the next cell.
  void migrate(Real dt);
  /// Puts every particle into the group of its cell.
  void reorder();

  /// The particles of all ranks, cell after cell. Throws where one of those loaded is missing, or
  /// is there twice.
  tycho::pic::HeldParticles<Real> gathered();

  mesh::Slabs slabs;
  Ordered<Real> own;          // cells are counted from the first of the slab
  std::int64_t migrants = 0;  // that came from other ranks in the last step

 private:
  using Travellers = std::vector<Traveller<Real>>;

  int first_cell() const { return nx_ * slabs.first(ranks_.rank()); }
  std::size_t cells() const { return std::size_t(nx_) * slabs.size(ranks_.rank()); }
  void sort(const std::vector<Travellers>& coming);

  int nx_, ny_;
  Ranks& ranks_;
  std::vector<Travellers> come_;       // by rank; of this rank its own that stay
  std::vector<std::uint64_t> loaded_;  // ids of all ranks' particles, sorted
};

}  // namespace tycho::reference::pic
