// The rows of loop = best shared out among the threads: each has rows next to each other, with
// about the same number of particles. A row is merged as soon as the rows around it are pushed,
// while it is still in the cache; the first and the last row of a share wait for the shares around
// it.
#include <stdexcept>

#include "core/contracts/pic.hpp"
#include "core/parallel_for.hpp"
#include "reference/pic/rows.hpp"

namespace tycho::reference::pic {

namespace {

/// The first row of every thread's share, and the number of rows.
template <typename Real>
std::vector<int> shares(const Rows<Real>& s, int threads) {
  std::int64_t all = 0, before = 0;
  for (const Row<Real>& row : s.rows) all += row.size();
  std::vector<int> first;
  for (std::size_t j = 0; j < s.rows.size(); ++j) {
    while (static_cast<std::int64_t>(first.size()) * all <= before * threads &&
           static_cast<int>(first.size()) < threads)
      first.push_back(static_cast<int>(j));
    before += s.rows[j].size();
  }
  while (static_cast<int>(first.size()) <= threads)
    first.push_back(static_cast<int>(s.rows.size()));
  return first;
}

}  // namespace

template <typename Real>
void push_deposit_reorder(Rows<Real>& s, Grid<Real>& grid, Real dt, Real charge) {
  const int threads = grid.threads;
  s.kept.resize(static_cast<std::size_t>(threads));
  const std::vector<int> first = shares(s, threads);
  const auto kept = [&](std::size_t t, int j) -> Kept<Real>& {
    return s.kept[t][j == first[t] ? 0 : 1 + j % 2];
  };
  parallel_for(threads, threads, [&](std::size_t t) {
    for (int j = first[t]; j < first[t + 1]; ++j) {
      push_row(s.rows[j], j, grid, dt, charge, kept(t, j));
      direct(kept(t, j), s.rows[j], grid.nx);
      if (j - 1 > first[t]) merge_row(s, j - 1, kept(t, j - 1), grid, charge);
    }
  });
  parallel_for(threads, threads, [&](std::size_t t) {
    if (first[t] == first[t + 1]) return;
    merge_row(s, first[t], kept(t, first[t]), grid, charge);
    const int last = first[t + 1] - 1;
    if (last > first[t]) merge_row(s, last, kept(t, last), grid, charge);
  });

  std::int64_t too_far = 0;
  s.moved = 0;
  for (const Row<Real>& row : s.rows) {
    s.moved += row.moved;
    too_far += row.too_far;
  }
  if (too_far > 0) throw std::runtime_error(tycho::pic::too_fast(too_far, dt));
}

template void push_deposit_reorder(Rows<float>&, Grid<float>&, float, float);
template void push_deposit_reorder(Rows<double>&, Grid<double>&, double, double);

}  // namespace tycho::reference::pic
