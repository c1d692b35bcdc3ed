// The push of one row of cells in SIMD, a cell at a time: the field of a cell is the same for all
// lanes, and so is the place of their charges, which are summed lane by lane and added to the grid
// once. So no two lanes ever meet in memory.
#include <algorithm>

#include "core/formulas/pic_push.hpp"
#include "reference/pic/rows.hpp"
#include "reference/simd.hpp"

namespace tycho::reference::pic {

namespace {

using simd::kWidth;
namespace stdx = simd::stdx;
using stdx::element_aligned;

/// The field in a cell as a polynomial of the offsets, times what a velocity gains of it in a step:
/// f = at + dx along_x + dy (along_y + dx both).
template <typename Real>
struct Kick {
  using V = simd::Vector<Real>;

  Kick(const Real* low, const Real* high, int i, int right, Real factor)
      : at(factor * low[i]),
        along_x(factor * (low[right] - low[i])),
        along_y(factor * (high[i] - low[i])),
        both(factor * ((high[right] - high[i]) - (low[right] - low[i]))) {}

  V operator()(const V& dx, const V& dy) const {
    return (at + dx * along_x) + dy * (along_y + dx * both);
  }

  V at, along_x, along_y, both;
};

/// The lanes' sums for the four corners of a cell.
template <typename Real>
struct CornerSums {
  using V = simd::Vector<Real>;

  void add(const V& dx, const V& dy, const V& one) {
    const V left = one - dx, lower = one - dy;
    ll += left * lower;
    ul += dx * lower;
    lu += left * dy;
    uu += dx * dy;
  }
  Corners<Real> total(Real charge) const {
    return {charge * stdx::reduce(ll), charge * stdx::reduce(ul), charge * stdx::reduce(lu),
            charge * stdx::reduce(uu)};
  }

  V ll = 0, ul = 0, lu = 0, uu = 0;
};

/// The components, without asking for their place in memory again after every store.
template <typename Real>
struct Columns {
  explicit Columns(Slots<Real>& s)
      : x(s.x.data()), y(s.y.data()), vx(s.vx.data()), vy(s.vy.data()), index(s.index.data()) {}

  bool stays(std::int64_t p) const {
    return x[p] >= Real(0) && x[p] < Real(1) && y[p] >= Real(0) && y[p] < Real(1);
  }
  Leaver<Real> leaver(std::int64_t p, int column) const {
    return {x[p], y[p], vx[p], vy[p], index[p], column};
  }
  void put(std::int64_t p, const Leaver<Real>& from) const {
    x[p] = from.x;
    y[p] = from.y;
    vx[p] = from.vx;
    vy[p] = from.vy;
    index[p] = from.index;
  }

  Real *x, *y, *vx, *vy;
  std::uint32_t* index;
};

template <typename Real>
using Indices = stdx::fixed_size_simd<std::uint32_t, kWidth<Real>>;

template <typename Real>
inline constexpr std::int64_t kLanes = kWidth<Real>;

}  // namespace

template <typename Real>
void push_row(Row<Real>& row, int j, Grid<Real>& grid, Real dt, Real charge, Kept<Real>& kept) {
  using V = simd::Vector<Real>;
  static_assert(kLanes<Real> <= static_cast<std::int64_t>(Slots<Real>::kBeyond));
  const int nx = grid.nx, above = j + 1 == grid.ny ? 0 : j + 1;
  const Real gain = tycho::pic::kChargeOverMass<Real> * dt;
  const Real* const low_x = &grid.field[0][std::size_t(nx) * j];
  const Real* const low_y = &grid.field[1][std::size_t(nx) * j];
  const Real* const high_x = &grid.field[0][std::size_t(nx) * above];
  const Real* const high_y = &grid.field[1][std::size_t(nx) * above];
  const V lane([](Real i) { return i; });

  Real* const q = grid.patches[j].charge.data();
  std::fill_n(q, grid.patches[j].charge.size(), Real(0));
  const auto all = static_cast<std::size_t>(row.size());
  kept.slots.make_room(all);
  kept.start.resize(row.start.size());
  kept.crossed.resize(std::max(kept.crossed.size(), all / kWidth<Real> + 1));
  if (kept.leaving.size() < all) kept.leaving.resize(all);
  const Columns<Real> from(row.slots), to(kept.slots);
  std::int64_t* const crossed = kept.crossed.data();
  std::int64_t out = 0, leaving = 0;
  for (int i = 0; i < nx; ++i) {
    kept.start[i] = out;
    const int right = i + 1 == nx ? 0 : i + 1;
    const Kick<Real> kick_x(low_x, high_x, i, right, gain), kick_y(low_y, high_y, i, right, gain);
    CornerSums<Real> sums;
    std::int64_t vectors_left = 0;  // that have a particle which leaves
    const std::int64_t first = row.start[i], last = row.start[i + 1];
    for (std::int64_t p = first; p < last; p += kLanes<Real>) {
      const std::int64_t at = out + p - first;
      const V dx(&from.x[p], element_aligned), dy(&from.y[p], element_aligned);
      const V vx = V(&from.vx[p], element_aligned) + kick_x(dx, dy);
      const V vy = V(&from.vy[p], element_aligned) + kick_y(dx, dy);
      const V x = dx + vx * dt, y = dy + vy * dt;
      x.copy_to(&to.x[at], element_aligned);
      y.copy_to(&to.y[at], element_aligned);
      vx.copy_to(&to.vx[at], element_aligned);
      vy.copy_to(&to.vy[at], element_aligned);
      Indices<Real>(&from.index[p], element_aligned).copy_to(&to.index[at], element_aligned);
      // Of a position that is no number no comparison holds: it leaves, and is found out. The lanes
      // behind the last particle of the cell hold particles of the next one.
      const auto inside = x >= Real(0) && x < Real(1) && y >= Real(0) && y < Real(1);
      const auto stays = inside && lane < static_cast<Real>(last - p);
      V one = 0, kept_x = 0, kept_y = 0;
      where(stays, one) = V(1);
      where(stays, kept_x) = x;
      where(stays, kept_y) = y;
      sums.add(kept_x, kept_y, one);
      crossed[vectors_left] = at;
      vectors_left += !stdx::all_of(inside);
    }
    add(sums.total(charge), &q[i], &q[i + nx + 1]);

    // From the last to the first, so that the particle which fills a gap is always one that stays.
    std::int64_t end = out + last - first;
    while (vectors_left-- > 0) {
      const std::int64_t low = crossed[vectors_left];
      for (std::int64_t at = std::min(low + kLanes<Real>, end) - 1; at >= low; --at) {
        if (to.stays(at)) continue;
        kept.leaving[leaving++] = to.leaver(at, i);
        to.put(at, to.leaver(--end, i));
      }
    }
    out = end;
  }
  kept.start[nx] = out;
  kept.left = leaving;
}

template <typename Real>
void merge_row(Rows<Real>& s, int j, Kept<Real>& kept, Grid<Real>& grid, Real charge) {
  using V = simd::Vector<Real>;
  const int nx = grid.nx, ny = grid.ny;
  Row<Real>& row = s.rows[j];
  const auto coming = [&](const auto& visit) {
    for (const Leaver<Real>& leaver : s.rows[j == 0 ? ny - 1 : j - 1].leavers[2]) visit(leaver);
    for (const Leaver<Real>& leaver : row.leavers[1]) visit(leaver);
    for (const Leaver<Real>& leaver : s.rows[j + 1 == ny ? 0 : j + 1].leavers[0]) visit(leaver);
  };

  // Where each column starts: its kept particles, and those that come into the columns before.
  std::fill(row.start.begin(), row.start.end(), 0);
  coming([&](const Leaver<Real>& leaver) { ++row.start[leaver.column + 1]; });
  for (int i = 0; i < nx; ++i) row.start[i + 1] += row.start[i] + kept.start[i + 1] - kept.start[i];
  row.slots.make_room(static_cast<std::size_t>(row.size()));

  // Columns in their order: what a vector writes beyond a column's end is overwritten by the next.
  const Columns<Real> from(kept.slots), to(row.slots);
  for (int i = 0; i < nx; ++i) {
    std::int64_t at = row.start[i];
    for (std::int64_t p = kept.start[i]; p < kept.start[i + 1];
         p += kLanes<Real>, at += kLanes<Real>) {
      V(&from.x[p], element_aligned).copy_to(&to.x[at], element_aligned);
      V(&from.y[p], element_aligned).copy_to(&to.y[at], element_aligned);
      V(&from.vx[p], element_aligned).copy_to(&to.vx[at], element_aligned);
      V(&from.vy[p], element_aligned).copy_to(&to.vy[at], element_aligned);
      Indices<Real>(&from.index[p], element_aligned).copy_to(&to.index[at], element_aligned);
    }
  }

  // `next` of a column: behind its kept particles.
  std::vector<std::int64_t>& next = row.next;
  next.resize(static_cast<std::size_t>(nx));
  for (int i = 0; i < nx; ++i) next[i] = row.start[i] + kept.start[i + 1] - kept.start[i];
  Real* const q = grid.patches[j].charge.data();
  coming([&](const Leaver<Real>& leaver) {
    const int i = leaver.column;
    to.put(next[i]++, leaver);
    add(tycho::pic::linear_weights(leaver.x, leaver.y, charge), &q[i], &q[i + nx + 1]);
  });
}

template void push_row(Row<float>&, int, Grid<float>&, float, float, Kept<float>&);
template void push_row(Row<double>&, int, Grid<double>&, double, double, Kept<double>&);
template void merge_row(Rows<float>&, int, Kept<float>&, Grid<float>&, float);
template void merge_row(Rows<double>&, int, Kept<double>&, Grid<double>&, double);

}  // namespace tycho::reference::pic
