// The cuts: every cut goes down the octree towards its share of the weight, all cuts a level at a
// time, until its cell is light or would not be divided; it is then made at the nearer end of the
// cell. Counts and weights are whole numbers, so all ranks find the same cuts.
#include <algorithm>

#include "core/domains/domains.hpp"

namespace tycho::domains {

namespace {

using tree::kDeepestLevel;

/// A cell lighter than this part of a rank's share is not divided for a better cut.
constexpr std::int64_t kFineness = 64;

struct Content {
  std::int64_t bodies = 0, weight = 0;
};

/// The cell of the octree in which a cut between two domains is to be made.
struct Cut {
  std::uint64_t start = 0;  // first key of the cell
  int level = 0;
  std::int64_t before = 0;  // weight in front of the cell
  Content content;
  std::int64_t wanted = 0;  // weight in front of the cut

  std::uint64_t span() const { return std::uint64_t{1} << (3 * (kDeepestLevel - level)); }
  bool in_same_cell(const Cut& other) const { return start == other.start && level == other.level; }
  std::uint64_t key() const {
    return wanted - before <= before + content.weight - wanted ? start : start + span();
  }
};

/// The bodies of this rank, and how much they weigh up to each.
class Mine {
 public:
  explicit Mine(std::span<const Weighted> bodies) : bodies_(bodies), sums_(bodies.size() + 1) {
    for (std::size_t i = 0; i < bodies.size(); ++i) sums_[i + 1] = sums_[i] + bodies[i].weight;
  }

  Content between(std::uint64_t begin, std::uint64_t end) const {
    const std::size_t a = first(begin), b = first(end);
    return {static_cast<std::int64_t>(b - a), sums_[b] - sums_[a]};
  }

 private:
  std::size_t first(std::uint64_t key) const {
    return std::partition_point(bodies_.begin(), bodies_.end(),
                                [&](const Weighted& body) { return body.key < key; }) -
           bodies_.begin();
  }

  std::span<const Weighted> bodies_;
  std::vector<std::int64_t> sums_;
};

/// What each rank counted, added up: all ranks count the same cells.
std::vector<Content> sum_over_ranks(const std::vector<Content>& mine, Ranks& ranks) {
  const std::size_t size = static_cast<std::size_t>(ranks.size());
  std::vector<Content> all(size * mine.size()), sum(mine.size());
  std::copy(mine.begin(), mine.end(),
            all.begin() + static_cast<std::ptrdiff_t>(ranks.rank() * mine.size()));
  ranks.all_gather(std::span<Content>(all), std::vector<std::size_t>(size, mine.size()));
  for (std::size_t k = 0; k < all.size(); ++k) {
    sum[k % mine.size()].bodies += all[k].bodies;
    sum[k % mine.size()].weight += all[k].weight;
  }
  return sum;
}

/// Into the child that the wanted weight ends in.
void descend(Cut& cut, std::span<const Content> children) {
  ++cut.level;
  for (std::size_t octant = 0;; ++octant) {
    cut.content = children[octant];
    if (octant == 7 || cut.wanted < cut.before + cut.content.weight) return;
    cut.before += cut.content.weight;
    cut.start += cut.span();
  }
}

}  // namespace

Domains split(std::span<const Weighted> bodies, int leaf, Ranks& ranks) {
  const Mine mine(bodies);
  const std::int64_t size = ranks.size();
  const Content all = sum_over_ranks({mine.between(0, kEndOfKeys)}, ranks).front();
  const std::int64_t light = std::max<std::int64_t>(all.weight / (size * kFineness), 1);
  std::vector<Cut> cuts(static_cast<std::size_t>(size - 1));
  for (std::size_t r = 0; r < cuts.size(); ++r) {
    const auto parts = static_cast<std::int64_t>(r + 1);
    cuts[r].content = all;
    cuts[r].wanted = all.weight / size * parts + all.weight % size * parts / size;
  }
  const auto divides = [&](const Cut& cut) {
    return cut.level < kDeepestLevel && cut.content.bodies > leaf && cut.content.weight > light;
  };
  while (std::any_of(cuts.begin(), cuts.end(), divides)) {
    // Cuts in one cell stand one after the other, and ask for it once.
    std::vector<std::size_t> cell(cuts.size());
    std::vector<Content> children;
    for (std::size_t r = 0; r < cuts.size(); ++r) {
      if (!divides(cuts[r])) continue;
      if (r > 0 && cuts[r].in_same_cell(cuts[r - 1])) {
        cell[r] = cell[r - 1];
        continue;
      }
      cell[r] = children.size();
      const std::uint64_t eighth = cuts[r].span() / 8;
      for (std::uint64_t octant = 0; octant < 8; ++octant) {
        const std::uint64_t start = cuts[r].start + octant * eighth;
        children.push_back(mine.between(start, start + eighth));
      }
    }
    children = sum_over_ranks(children, ranks);
    for (std::size_t r = 0; r < cuts.size(); ++r)
      if (divides(cuts[r]))
        descend(cuts[r], std::span<const Content>(children).subspan(cell[r], 8));
  }
  Domains domains{{0}};
  for (const Cut& cut : cuts) domains.begin.push_back(cut.key());
  domains.begin.push_back(kEndOfKeys);
  return domains;
}

}  // namespace tycho::domains
