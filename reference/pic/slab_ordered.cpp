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
  sort({mine});
  own.moved = migrants = 0;
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
void SlabOrdered<Real>::migrate(Real dt) {
  const auto me = static_cast<std::size_t>(ranks_.rank());
  std::vector<Travellers> to(static_cast<std::size_t>(ranks_.size()));
  to[me].reserve(own.part.size());
  std::int64_t lost = 0;
  own.moved = 0;
  for (std::size_t c = 0; c < cells(); ++c) {
    const int i = static_cast<int>(c) % nx_, j = (first_cell() + static_cast<int>(c)) / nx_;
    for (auto p = own.start[c]; p < own.start[c + 1]; ++p) {
      Electron<Real> e = own.part[p];
      if (too_far(e.x) || too_far(e.y)) {
        ++lost;
        continue;
      }
      const Crossing<Real> x = crossed(e.x), y = crossed(e.y);
      e.x = x.offset;
      e.y = y.offset;
      const int row = wrapped_cell(j + y.cells, ny_);
      const int cell = wrapped_cell(i + x.cells, nx_) + nx_ * row;
      own.moved += cell != first_cell() + static_cast<int>(c);
      to[static_cast<std::size_t>(slabs.owner(row))].push_back({e, own.id[p], cell});
    }
  }
  lost = ranks_.sum(lost);
  if (lost > 0) throw std::runtime_error(too_fast(lost, double(dt)));
  // What stays needs no message; slabs and ranks have one order, so that the particles of all ranks
  // one after the other are in the order of the cells they came from.
  Travellers stay = std::move(to[me]);
  to[me].clear();
  come_ = ranks_.all_to_all(to);
  migrants = 0;
  for (const auto& part : come_) migrants += static_cast<std::int64_t>(part.size());
  come_[me] = std::move(stay);
}

template <typename Real>
void SlabOrdered<Real>::reorder() {
  sort(come_);
  for (Travellers& part : come_) part.clear();
}

/// A stable counting sort of the parts, one after the other.
template <typename Real>
void SlabOrdered<Real>::sort(const std::vector<Travellers>& coming) {
  own.start.assign(cells() + 1, 0);
  for (const Travellers& part : coming)
    for (const Traveller<Real>& each : part) {
      const std::int64_t cell = each.cell - first_cell();
      if (cell < 0 || cell >= static_cast<std::int64_t>(cells()))
        throw std::runtime_error("ranks: a particle came to rank " + std::to_string(ranks_.rank()) +
                                 " for cell " + std::to_string(each.cell) +
                                 ", which is not of its rows");
      ++own.start[cell + 1];
    }
  std::partial_sum(own.start.begin(), own.start.end(), own.start.begin());
  std::vector<std::int64_t> next(own.start.begin(), own.start.end() - 1);
  own.part.resize(static_cast<std::size_t>(own.start.back()));
  own.id.resize(own.part.size());
  for (const Travellers& part : coming)
    for (const Traveller<Real>& each : part) {
      const std::int64_t to = next[each.cell - first_cell()]++;
      own.part[to] = each.electron;
      own.id[to] = each.id;
    }
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
