#include "reference/group_walk/groups.hpp"

#include <algorithm>
#include <cmath>

namespace tycho::reference::group_walk {

using tycho::tree::Cell;
using tycho::tree::Tree;

std::vector<Group> groups_of(const Tree<double>& tree, std::span<const std::int32_t> due,
                             std::int32_t size) {
  std::vector<Group> groups;
  groups.reserve(2 * due.size() / size + 1);
  const auto walkers = static_cast<std::int32_t>(due.size());
  std::int32_t taken = 0;  // walkers in front of the present cell
  for (std::int32_t c = 0; c < tree.size() && taken < walkers;) {
    const Cell<double>& cell = tree.cells[c];
    // The cell's walkers end no later than its bodies do.
    const auto last = due.begin() + std::min(walkers, taken + cell.count);
    const auto end = static_cast<std::int32_t>(
        std::lower_bound(due.begin() + taken, last, cell.first + cell.count) - due.begin());
    const std::int32_t count = end - taken;
    if (count > std::int64_t{kSpan} * size && !is_leaf(cell, c)) {
      ++c;
      continue;
    }
    const std::int32_t pieces = (count + size - 1) / size;
    for (std::int32_t p = 0; p < pieces; ++p) {
      const auto from = static_cast<std::int32_t>(std::int64_t{count} * p / pieces);
      const auto to = static_cast<std::int32_t>(std::int64_t{count} * (p + 1) / pieces);
      groups.push_back({taken + from, to - from});
    }
    taken = end;
    c = cell.next;
  }
  return groups;
}

Box box_around(const Tree<double>& tree, std::span<const std::int32_t> slots) {
  Vec3<double> low = tree.bodies[slots[0]].at, high = low;
  for (const std::int32_t slot : slots) {
    const Vec3<double>& at = tree.bodies[slot].at;
    low = {std::min(low.x, at.x), std::min(low.y, at.y), std::min(low.z, at.z)};
    high = {std::max(high.x, at.x), std::max(high.y, at.y), std::max(high.z, at.z)};
  }
  return {low + 0.5 * (high - low), 0.5 * (high - low)};
}

double per_unit(double length) { return length > 0 ? std::exp2(-std::ilogb(length) - 1) : 1; }

}  // namespace tycho::reference::group_walk
