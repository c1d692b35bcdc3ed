#include "reference/pic/slab_scattered.hpp"

#include <stdexcept>

#include "core/contracts/pic.hpp"
#include "core/formulas/pic_crossing.hpp"
#include "core/formulas/pic_weights.hpp"
#include "core/mesh/slab_particles.hpp"
#include "core/mesh/slab_planes.hpp"
#include "core/mesh/whole_units.hpp"

namespace tycho::reference::pic {

using namespace tycho::pic;

template <typename Real>
SlabScattered<Real>::SlabScattered(int columns, int rows, Ranks& ranks)
    : slabs(rows, ranks.size()), nx_(columns), ny_(rows), ranks_(ranks) {}

template <typename Real>
void SlabScattered<Real>::start(std::size_t particles) {
  own = {};
  index_.clear();
  all_ = particles;
  migrants = 0;
  units_ = mesh::whole_units(particles);
}

template <typename Real>
void SlabScattered<Real>::add(const Traveller& each) {
  own.part.push_back(each.electron);
  own.id.push_back(each.id);
  index_.push_back(each.index);
}

template <typename Real>
void SlabScattered<Real>::load(const Particles& p) {
  Scattered<Real> all;
  pic::load(all, p, nx_, ny_);
  start(p.size());
  for (std::size_t i = 0; i < p.size(); ++i)
    if (owner(all.part[i]) == ranks_.rank())
      add({all.part[i], all.id[i], static_cast<std::uint32_t>(i)});
}

template <typename Real>
void SlabScattered<Real>::load(const HeldParticles<Real>& held) {
  start(held.size());
  for (std::size_t i = 0; i < held.size(); ++i) {
    // The offset is the position less a whole number, without rounding: so is the way back.
    const Electron<Real> e{static_cast<Real>(held.cell[i] % nx_) + held.dx[i],
                           static_cast<Real>(held.cell[i] / nx_) + held.dy[i], held.vx[i],
                           held.vy[i]};
    if (owner(e) == ranks_.rank()) add({e, held.id[i], static_cast<std::uint32_t>(i)});
  }
}

template <typename Real>
void SlabScattered<Real>::deposit(Grid<Real>& grid, Real charge) {
  charge_ = charge;
  sums_.assign(std::size_t(nx_) * (grid.ny + 1), 0);
  const auto whole = [this](Real share) { return mesh::in_units(share, units_); };
  for (const Electron<Real>& e : own.part) {
    const int n = static_cast<int>(e.x), m = static_cast<int>(e.y);
    const Corners<Real> w =
        linear_weights(e.x - static_cast<Real>(n), e.y - static_cast<Real>(m), Real(1));
    std::int64_t* const row = &sums_[std::size_t(nx_) * (m - first())];
    const int right = wrapped_cell(n + 1, nx_);
    row[n] += whole(w.ll);
    row[right] += whole(w.ul);
    row[nx_ + n] += whole(w.lu);
    row[nx_ + right] += whole(w.uu);
  }
}

template <typename Real>
void SlabScattered<Real>::fetch_guard(const Grid<Real>& grid) {
  const std::size_t row = static_cast<std::size_t>(nx_);
  below_ = mesh::fetch_from<std::int64_t>(
      ranks_, slabs, row, [&](int r) { return mesh::guard_planes(slabs, r, 1, 0); },
      [&](int) { return std::span<const std::int64_t>(sums_).subspan(row * grid.ny, row); });
}

template <typename Real>
void SlabScattered<Real>::guard_add(Grid<Real>& grid) {
  for (std::size_t c = 0; c < grid.charge.size(); ++c) {
    const std::int64_t sum = sums_[c] + (c < below_.size() ? below_[c] : 0);
    grid.charge[c] = charge_ * static_cast<Real>(double(sum) / units_);
  }
}

template <typename Real>
void SlabScattered<Real>::push(const Grid<Real>& grid, Real dt) {
  push_in_slab(own, grid, first(), ny_, dt);
}

template <typename Real>
void SlabScattered<Real>::migrate() {
  std::vector<std::vector<Traveller>> to(static_cast<std::size_t>(ranks_.size()));
  std::vector<std::uint32_t> leavers;
  const std::size_t may_leave = ranks_.alone() ? 0 : index_.size();
  for (std::size_t p = 0; p < may_leave; ++p) {
    const int rank = owner(own.part[p]);
    if (rank == ranks_.rank()) continue;
    to[static_cast<std::size_t>(rank)].push_back({own.part[p], own.id[p], index_[p]});
    leavers.push_back(static_cast<std::uint32_t>(p));
  }
  mesh::drop(leavers, own.part, own.id, index_);
  migrants = 0;
  for (const auto& part : ranks_.all_to_all(to))
    for (const Traveller& each : part) {
      const bool inside = each.electron.y >= 0 && each.electron.y < static_cast<Real>(ny_);
      if (!inside || owner(each.electron) != ranks_.rank())
        throw std::runtime_error("ranks: a particle came to rank " + std::to_string(ranks_.rank()) +
                                 " at y = " + std::to_string(double(each.electron.y)) +
                                 ", which is not of its rows");
      add(each);
      ++migrants;
    }
}

template <typename Real>
HeldParticles<Real> SlabScattered<Real>::gathered() {
  struct Given {
    std::uint64_t id;
    std::int32_t cell;
    Real dx, dy, vx, vy;
  };
  std::vector<Given> mine;
  visit_all([&](std::uint64_t id, int cell, Real dx, Real dy, Real vx, Real vy) {
    mine.push_back({id, cell, dx, dy, vx, vy});
  });
  HeldParticles<Real> held;
  held.reserve(all_);
  for (const Given& each : mesh::gathered(ranks_, std::span<const std::uint32_t>(index_),
                                          std::span<const Given>(mine), all_))
    held.add(each.id, each.cell, each.cell, each.dx, each.dy, each.vx, each.vy);
  return held;
}

template class SlabScattered<float>;
template class SlabScattered<double>;

}  // namespace tycho::reference::pic
