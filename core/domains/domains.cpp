#include "core/domains/domains.hpp"

#include <algorithm>

namespace tycho::domains {

namespace {

using tree::kDeepestLevel;
using tree::KeyRange;

/// Keys in a cell at `level`.
std::uint64_t span_of(int level) { return std::uint64_t{1} << (3 * (kDeepestLevel - level)); }

void append_branches(std::span<const std::uint64_t> keys, KeyRange range, std::uint64_t start,
                     int level, std::uint64_t begin, std::uint64_t end,
                     std::vector<KeyRange>& branches) {
  if (range.count == 0) return;
  if (begin <= start && start + span_of(level) <= end) {
    branches.push_back(range);
    return;
  }
  const auto last = keys.begin() + range.first + range.count;
  auto from = keys.begin() + range.first;
  for (std::uint64_t octant = 0; octant < 8; ++octant) {
    const std::uint64_t child = start + octant * span_of(level + 1);
    const auto to = std::lower_bound(from, last, child + span_of(level + 1));
    append_branches(
        keys,
        {static_cast<std::int32_t>(from - keys.begin()), static_cast<std::int32_t>(to - from)},
        child, level + 1, begin, end, branches);
    from = to;
  }
}

}  // namespace

int Domains::owner(std::uint64_t key) const {
  return static_cast<int>(std::upper_bound(begin.begin(), begin.end(), key) - begin.begin()) - 1;
}

std::vector<KeyRange> branches_of(std::span<const std::uint64_t> keys, const Domains& domains,
                                  int rank) {
  std::vector<KeyRange> branches;
  append_branches(keys, {0, static_cast<std::int32_t>(keys.size())}, 0, 0,
                  domains.begin[static_cast<std::size_t>(rank)],
                  domains.begin[static_cast<std::size_t>(rank) + 1], branches);
  return branches;
}

tree::Cube<double> cube_around_all(std::span<const Vec3<double>> mine, int threads, Ranks& ranks) {
  std::vector<tree::Bounds> parts(static_cast<std::size_t>(ranks.size()));
  tree::Bounds all = parts[static_cast<std::size_t>(ranks.rank())] = tree::bounds_of(mine, threads);
  ranks.all_gather(std::span(parts), std::vector<std::size_t>(parts.size(), 1));
  for (const tree::Bounds& each : parts) {
    all.low = {std::min(all.low.x, each.low.x), std::min(all.low.y, each.low.y),
               std::min(all.low.z, each.low.z)};
    all.high = {std::max(all.high.x, each.high.x), std::max(all.high.y, each.high.y),
                std::max(all.high.z, each.high.z)};
  }
  return tree::cube_around(all.low, all.high);
}

}  // namespace tycho::domains
