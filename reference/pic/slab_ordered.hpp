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

template <typename Real>
class SlabOrdered {
 public:
  SlabOrdered(int columns, int rows, Ranks& ranks);

  static constexpr bool kReorders = true;

  /// Keeps the particles of the rank's rows; every rank is given all of them.
  void load(const Particles& all);
  /// The same of particles that gathered() gave, in their order.
  void load(const tycho::pic::HeldParticles<Real>& all);

  void deposit(Grid<Real>& grid, Real charge) { pic::deposit(own, grid, charge); }
  /// Fetches the upper row of the patch below the slab.
  void fetch_guard(const Grid<Real>& grid);
  void guard_add(Grid<Real>& grid) { guard_add_rows(grid, below_.data()); }

  void push(const Grid<Real>& grid, Real dt) { pic::push(own, grid, dt); }
  /// Sends the particles that were pushed into other ranks' rows there.
  void migrate();
  /// Puts every particle into the group of its cell.
  void reorder(const Grid<Real>& grid);
  /// Throws on all ranks where a particle of any went further than the next cell.
  void require_near(Real dt);

  /// The particles of all ranks, cell after cell. Throws where one of those loaded is missing, or
  /// is there twice.
  tycho::pic::HeldParticles<Real> gathered();

  /// Calls visit(id, cell, dx, dy, vx, vy) for every particle of the rank, with cells of the whole
  /// grid.
  template <typename Visit>
  void visit_all(const Visit& visit) {
    for_each(own, nx_, [&](std::uint64_t id, int cell, Real dx, Real dy, Real& vx, Real& vy) {
      visit(id, first_cell() + cell, dx, dy, vx, vy);
    });
  }
  std::size_t size() const { return own.id.size(); }

  mesh::Slabs slabs;
  Ordered<Real> own;          // cells are counted from the first of the slab
  std::int64_t migrants = 0;  // that came from other ranks in the last step

 private:
  using Travellers = std::vector<Traveller<Real>>;

  int first_cell() const { return nx_ * slabs.first(ranks_.rank()); }
  std::size_t cells() const { return std::size_t(nx_) * slabs.size(ranks_.rank()); }
  bool has(std::int64_t cell) const {
    return cell >= first_cell() && cell < first_cell() + static_cast<std::int64_t>(cells());
  }
  /// Calls leave(owner, traveller) for every particle of a row that has gone to another rank's.
  template <typename Leave>
  void find_leavers(int row, const Leave& leave) const;

  int nx_, ny_;
  Ranks& ranks_;
  std::vector<Travellers> come_;  // by rank
  std::int64_t lost_ = 0;         // of this rank: gone further than the next cell
  std::vector<Real> below_;
  std::vector<std::uint64_t> loaded_;  // ids of all ranks' particles, sorted
};

}  // namespace tycho::reference::pic
