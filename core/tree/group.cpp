// Groups of neighbours and what each of them sums over (Barnes 1990; belleman2007's treecode).
#include <algorithm>

#include "core/formulas/opening.hpp"
#include "core/parallel_for.hpp"
#include "core/tree/host_tree.hpp"

namespace tycho::tree {

namespace {

/// The box around a group's bodies.
struct Extent {
  Vec3<double> centre, half;
};

Extent extent_of(const Tree<double>& tree, std::int32_t first, std::int32_t count) {
  Vec3<double> low = tree.bodies[first].at, high = low;
  for (std::int32_t j = first; j < first + count; ++j) {
    const Vec3<double>& at = tree.bodies[j].at;
    low = {std::min(low.x, at.x), std::min(low.y, at.y), std::min(low.z, at.z)};
    high = {std::max(high.x, at.x), std::max(high.y, at.y), std::max(high.z, at.z)};
  }
  return {low + 0.5 * (high - low), 0.5 * (high - low)};
}

/// Calls `cell(c)` for every cell the whole group may take and `bodies(first, count)` for the
/// leaves it must look into.
template <typename OfCell, typename OfBodies>
void for_each_source(const Tree<double>& tree, const Extent& extent, const OfCell& cell,
                     const OfBodies& bodies) {
  for (std::int32_t c = 0; c < tree.size();) {
    const Cell<double>& here = tree.cells[c];
    if (distance_sq_to_box(here.com, extent.centre, extent.half) > here.opening) {
      cell(here);
      c = here.next;
    } else if (is_leaf(here, c)) {
      bodies(here.first, here.count);
      c = here.next;
    } else {
      ++c;
    }
  }
}

}  // namespace

void group(const Tree<double>& tree, int ncrit, int threads, Groups& groups) {
  groups.first.clear();
  groups.count.clear();
  for (std::int32_t c = 0; c < tree.size();) {
    const Cell<double>& cell = tree.cells[c];
    if (cell.count <= ncrit || is_leaf(cell, c)) {
      groups.first.push_back(cell.first);
      groups.count.push_back(cell.count);
      c = cell.next;
    } else {
      ++c;
    }
  }

  // Walked twice, to count and to fill: every list then has its share of the memory and is written
  // once.
  const std::size_t n = groups.size();
  std::vector<Extent> extents(n);
  std::vector<std::int64_t> lengths(n);
  groups.cells.assign(n, 0);
  parallel_for_uneven(n, threads, 1, [&](std::ptrdiff_t g) {
    extents[g] = extent_of(tree, groups.first[g], groups.count[g]);
    for_each_source(
        tree, extents[g], [&](const Cell<double>&) { ++groups.cells[g]; },
        [&](std::int32_t, std::int32_t count) { lengths[g] += count; });
    lengths[g] += groups.cells[g];
  });
  groups.start.assign(n + 1, 0);
  for (std::size_t g = 0; g < n; ++g) groups.start[g + 1] = groups.start[g] + lengths[g];
  groups.sources.resize(groups.start[n]);
  parallel_for_uneven(n, threads, 1, [&](std::ptrdiff_t g) {
    auto to = groups.sources.begin() + groups.start[g];
    for_each_source(
        tree, extents[g],
        [&](const Cell<double>& cell) {
          *to++ = {cell.com, cell.mass};
        },
        [&](std::int32_t first, std::int32_t count) {
          to = std::copy_n(tree.bodies.begin() + first, count, to);
        });
  });
}

Walked walked_by(const Groups& groups) {
  std::int64_t bodies = 0, with_cells = 0, with_bodies = 0;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const std::int64_t length = groups.start[g + 1] - groups.start[g];
    bodies += groups.count[g];
    with_cells += groups.cells[g] * groups.count[g];
    with_bodies += (length - groups.cells[g] - 1) * groups.count[g];
  }
  return {static_cast<double>(bodies), static_cast<double>(with_cells),
          static_cast<double>(with_bodies)};
}

}  // namespace tycho::tree
