#include "reference/pic/slab_ordered.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "core/contracts/pic.hpp"
#include "core/formulas/pic_crossing.hpp"
#include "core/mesh/slab_planes.hpp"

namespace tycho::reference::pic {

using namespace tycho::pic;

template <typename Real>
SlabOrdered<Real>::SlabOrdered(int columns, int rows, Ranks& ranks)
    : slabs(rows, ranks.size()),
      nx_(columns),
      ny_(rows),
      ranks_(ranks),
      come_(static_cast<std::size_t>(ranks.size())) {}

template <typename Real>
void SlabOrdered<Real>::load(const Particles& p) {
  Ordered<Real> all;
  pic::load(all, p, nx_, ny_);
  loaded_ = all.id;
  std::sort(loaded_.begin(), loaded_.end());
  const auto from = all.start.begin() + first_cell();
  own.start.assign(from, from + static_cast<std::ptrdiff_t>(cells()) + 1);
  const std::int64_t first = own.start.front(), last = own.start.back();
  for (std::int64_t& place : own.start) place -= first;
  own.part.assign(all.part.begin() + first, all.part.begin() + last);
  own.id.assign(all.id.begin() + first, all.id.begin() + last);
  own.moved = migrants = 0;
}

template <typename Real>
void SlabOrdered<Real>::load(const HeldParticles<Real>& all) {
  loaded_ = all.id;
  std::sort(loaded_.begin(), loaded_.end());
  Travellers mine;
  for (std::size_t p = 0; p < all.size(); ++p)
    if (slabs.owner(all.cell[p] / nx_) == ranks_.rank())
      mine.push_back({{all.dx[p], all.dy[p], all.vx[p], all.vy[p]}, all.id[p], all.cell[p]});
  std::stable_sort(mine.begin(), mine.end(),
                   [](const auto& a, const auto& b) { return a.cell < b.cell; });
  own = {};
  own.start.assign(cells() + 1, 0);
  for (const Traveller<Real>& each : mine) {
    own.part.push_back(each.electron);
    own.id.push_back(each.id);
    ++own.start[each.cell - first_cell() + 1];
  }
  std::partial_sum(own.start.begin(), own.start.end(), own.start.begin());
  migrants = 0;
}

template <typename Real>
void SlabOrdered<Real>::fetch_guard(const Grid<Real>& grid) {
  const std::size_t row = static_cast<std::size_t>(nx_) + 1;
  below_ = mesh::fetch_from<Real>(
      ranks_, slabs, row, [&](int r) { return mesh::guard_planes(slabs, r, 1, 0); },
      [&](int j) {
        const auto local = static_cast<std::size_t>(j - slabs.first(ranks_.rank()));
        return std::span<const Real>(grid.patches[local].charge).subspan(row);
      });
}

template <typename Real>
template <typename Leave>
void SlabOrdered<Real>::find_leavers(int row, const Leave& leave) const {
  const int first = slabs.first(ranks_.rank());
  for (int i = 0; i < nx_; ++i) {
    const std::size_t c = static_cast<std::size_t>(i + nx_ * row);
    for (auto p = own.start[c]; p < own.start[c + 1]; ++p) {
      const Electron<Real>& e = own.part[p];
      if (too_far(e.x) || too_far(e.y)) continue;  // reorder() counts it
      const Crossing<Real> x = crossed(e.x), y = crossed(e.y);
      const int to = wrapped_cell(first + row + y.cells, ny_);
      const int owner = slabs.owner(to);
      if (owner != ranks_.rank())
        leave(owner, Traveller<Real>{{x.offset, y.offset, e.vx, e.vy},
                                     own.id[p],
                                     wrapped_cell(i + x.cells, nx_) + nx_ * to});
    }
  }
}

template <typename Real>
void SlabOrdered<Real>::migrate() {
  std::vector<Travellers> to(static_cast<std::size_t>(ranks_.size()));
  const auto leave = [&](int owner, const Traveller<Real>& each) {
    to[static_cast<std::size_t>(owner)].push_back(each);
  };
  // No particle goes further than the next row.
  const int rows = slabs.size(ranks_.rank());
  if (rows > 0) find_leavers(0, leave);
  if (rows > 1) find_leavers(rows - 1, leave);
  come_ = ranks_.all_to_all(to);
  migrants = 0;
  for (const Travellers& part : come_)
    for (const Traveller<Real>& each : part) {
      if (!has(each.cell))
        throw std::runtime_error("ranks: a particle came to rank " + std::to_string(ranks_.rank()) +
                                 " for cell " + std::to_string(each.cell) +
                                 ", which is not of its rows");
      ++migrants;
    }
}

template <typename Real>
void SlabOrdered<Real>::reorder(const Grid<Real>& grid) {
  // Slabs and ranks have one order: what comes from lower ranks comes from lower cells.
  const auto me = static_cast<std::size_t>(ranks_.rank());
  const std::span<const Travellers> come(come_);
  lost_ = pic::reorder(
      own, grid,
      Arrivals<Real>{slabs.first(ranks_.rank()), ny_, come.first(me), come.subspan(me + 1)});
  for (Travellers& part : come_) part.clear();
}

template <typename Real>
void SlabOrdered<Real>::require_near(Real dt) {
  const std::int64_t lost = ranks_.sum(lost_);
  if (lost > 0) throw std::runtime_error(too_fast(lost, double(dt)));
}

template <typename Real>
HeldParticles<Real> SlabOrdered<Real>::gathered() {
  Travellers mine;
  visit_all([&](std::uint64_t id, int cell, Real dx, Real dy, Real vx, Real vy) {
    mine.push_back({{dx, dy, vx, vy}, id, cell});
  });
  const auto all = ranks_.all_gather(std::span<const Traveller<Real>>(mine));
  HeldParticles<Real> held;
  held.reserve(all.size());
  for (const auto& [e, id, cell] : all)
    held.add(id, static_cast<std::int32_t>(cell), static_cast<std::int32_t>(cell), e.x, e.y, e.vx,
             e.vy);
  std::vector<std::uint64_t> ids = held.id;
  std::sort(ids.begin(), ids.end());
  if (ids != loaded_)
    throw std::runtime_error("ranks: of " + std::to_string(loaded_.size()) + " particles " +
                             std::to_string(ids.size()) +
                             " are there, or other ones: a particle was lost or doubled between "
                             "ranks");
  return held;
}

template class SlabOrdered<float>;
template class SlabOrdered<double>;

}  // namespace tycho::reference::pic
