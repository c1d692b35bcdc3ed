#include "core/steps/tree_on_host.hpp"

#include <algorithm>

namespace tycho::tree {

namespace {

/// Regions that a rank describes its bodies by, about: more of them ask for less, and are more to
/// tell.
constexpr std::int32_t kRegions = 64;

/// Tells of the walking bodies, of which each has its place in the order of the tree.
class Regions {
 public:
  Regions(const Tree<double>& branches, double softening,
          const std::function<double(std::int32_t)>& accuracy, int rank)
      : branches_(branches), softening_(softening), accuracy_(accuracy), rank_(rank) {}

  /// `slots` ascending.
  std::vector<Walkers> of(std::span<const std::int32_t> slots) const {
    std::vector<Walkers> regions;
    const auto bodies = static_cast<std::int32_t>(branches_.order.size());
    const std::int32_t most = std::max(bodies / kRegions, 1);
    auto slot = slots.begin();
    for (std::int32_t c = 0; c < branches_.size() && slot != slots.end();) {
      const Cell<double>& cell = branches_.cells[c];
      if (cell.count > most && !is_leaf(cell, c)) {
        ++c;
        continue;
      }
      const auto begin = slot;
      while (slot != slots.end() && *slot < cell.first + cell.count) ++slot;
      if (slot != begin) regions.push_back(around({begin, slot}));
      c = cell.next;
    }
    return regions;
  }

 private:
  Walkers around(std::span<const std::int32_t> slots) const {
    Walkers w{branches_.bodies[slots[0]].at, branches_.bodies[slots[0]].at,
              accuracy_(branches_.order[slots[0]]), softening_, rank_};
    for (const std::int32_t slot : slots) {
      const Vec3<double>& at = branches_.bodies[slot].at;
      w.low = {std::min(w.low.x, at.x), std::min(w.low.y, at.y), std::min(w.low.z, at.z)};
      w.high = {std::max(w.high.x, at.x), std::max(w.high.y, at.y), std::max(w.high.z, at.z)};
      w.accuracy = std::min(w.accuracy, accuracy_(branches_.order[slot]));
      if (!branches_.softenings.empty())
        w.softening = std::max(w.softening, branches_.softenings[slot]);
    }
    return w;
  }

  const Tree<double>& branches_;
  double softening_;
  const std::function<double(std::int32_t)>& accuracy_;
  int rank_;
};

}  // namespace

std::vector<int> TreeOnHost::owners(std::span<const Vec3<double>> x,
                                    std::span<const std::int64_t> work) {
  root_ = domains::cube_around_all(x, threads_, ranks_);
  std::vector<domains::Weighted> weighted(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    weighted[i] = {morton_key(x[i], root_), work.empty() ? 1 : std::max<std::int64_t>(work[i], 1)};
  std::vector<domains::Weighted> sorted = weighted;
  std::sort(sorted.begin(), sorted.end(),
            [](const domains::Weighted& a, const domains::Weighted& b) { return a.key < b.key; });
  domains_ = domains::split(sorted, leaf_, ranks_);
  std::vector<int> owners(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) owners[i] = domains_.owner(weighted[i].key);
  return owners;
}

void TreeOnHost::exchange(const Reach& reach, const std::function<double(std::int32_t)>& accuracy,
                          bool own_radii) {
  std::vector<std::int32_t> slots = due_;
  if (by_id_) std::sort(slots.begin(), slots.end());
  const std::vector<Walkers> walkers =
      Regions(tree_, rule_.softening, accuracy, ranks_.rank()).of(slots);
  imported_ = exchange_essentials(tree_, sorted_.keys, walkers, reach, rule_, own_radii, threads_,
                                  ranks_, whole_);
}

void TreeOnHost::settle() {
  const Shape own = shape_of(tree_), here = shape_of(whole_);
  // Every rank has its own leaves at their depth, and no deeper ones of the others.
  shape_ = {ranks_.sum(own.cells) + imported_.above, ranks_.sum(own.leaves),
            static_cast<int>(ranks_.largest(here.depth)), ranks_.largest(own.largest_leaf)};
}

}  // namespace tycho::tree
