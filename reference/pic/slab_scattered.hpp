// The scattered particles of a rank's slab of rows. They are in no order that would be the same at
// any number of ranks, so their charges are summed as whole numbers, in any order.
#pragma once

#include <cstdint>
#include <vector>

#include "core/mesh/slabs.hpp"
#include "core/ranks/ranks.hpp"
#include "core/steps/pic_host.hpp"
#include "reference/pic/electrons.hpp"

namespace tycho::reference::pic {

template <typename Real>
class SlabScattered {
 public:
  SlabScattered(int columns, int rows, Ranks& ranks);

  static constexpr bool kReorders = false;

  /// Keeps the particles of the rank's rows; every rank is given all of them.
  void load(const Particles& all);
  /// The same of particles that gathered() gave, in their order.
  void load(const tycho::pic::HeldParticles<Real>& all);

  /// Sums the shares of the grid points; the charge of a particle comes in with guard_add().
  void deposit(Grid<Real>& grid, Real charge);
  /// Fetches the sums of the row above the slab below.
  void fetch_guard(const Grid<Real>& grid);
  void guard_add(Grid<Real>& grid);

  void push(const Grid<Real>& grid, Real dt);
  /// Sends the particles of other ranks' rows there.
  void migrate();

  /// The particles of all ranks in the order of the load. Throws where one is missing, or is there
  /// twice.
  tycho::pic::HeldParticles<Real> gathered();

  /// Calls visit(id, cell, dx, dy, vx, vy) for every particle of the rank.
  template <typename Visit>
  void visit_all(const Visit& visit) {
    for_each(own, nx_, visit);
  }
  std::size_t size() const { return own.id.size(); }

  mesh::Slabs slabs;
  Scattered<Real> own;        // positions from the corner of the box
  std::int64_t migrants = 0;  // that came from other ranks in the last step

 private:
  struct Traveller {
    Electron<Real> electron;
    std::uint64_t id;
    std::uint32_t index;
  };

  int first() const { return slabs.first(ranks_.rank()); }
  int owner(const Electron<Real>& e) const { return slabs.owner(static_cast<int>(e.y)); }
  void add(const Traveller& each);
  void start(std::size_t particles);

  int nx_, ny_;
  Ranks& ranks_;
  std::vector<std::uint32_t> index_;  // at the load
  std::size_t all_ = 0;               // particles of all ranks
  double units_ = 1;                  // of the sums, in a particle
  Real charge_ = 0;                   // of a particle
  std::vector<std::int64_t> sums_;    // of the slab's rows and the row above them
  std::vector<std::int64_t> below_;
};

}  // namespace tycho::reference::pic
