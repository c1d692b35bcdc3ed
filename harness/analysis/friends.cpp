// Cells no wider than the linking length over sqrt(3): all in one cell are friends, so that cells
// are joined, not particles, and how dense a halo is does not matter. Only occupied cells are kept,
// sorted, so that neighbours along x stand side by side and every row of neighbours is passed by
// one cursor that moves along with the cell.
#include "harness/analysis/friends.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <sstream>
#include <utility>

#include "core/error.hpp"
#include "core/formulas/cell_index.hpp"
#include "core/formulas/periodic_wrap.hpp"
#include "harness/analysis/nearest_image.hpp"

namespace tycho::analysis {

namespace {

using Key = std::uint64_t;
// Cells further apart than this along an axis hold no friends: below a quarter of the box for the
// linking length, it is less than two cells.
constexpr int kReach = 2;

struct Cells {
  int side;
  std::vector<Key> key;                // of each occupied cell, rising
  std::vector<std::size_t> first;      // of its particles in the order of cells, and one past
  std::vector<std::uint32_t> order;    // which particle
  std::vector<Vec3<double>> position;  // in that order

  Key key_of(int i, int j, int k) const { return (static_cast<Key>(k) * side + j) * side + i; }
};

Cells sort_into_cells(const Particles& p, double box, int side) {
  Cells cells{side, {}, {}, {}, {}};
  std::vector<std::pair<Key, std::uint32_t>> sorted(p.size());
  const auto cell = [&](double x) { return cell_of(wrap_unit(x / box), side); };
  for (std::size_t i = 0; i < p.size(); ++i)
    sorted[i] = {cells.key_of(cell(p.x[i]), cell(p.y[i]), cell(p.z[i])),
                 static_cast<std::uint32_t>(i)};
  std::sort(sorted.begin(), sorted.end());
  for (const auto& [key, i] : sorted) {
    if (cells.key.empty() || cells.key.back() != key) {
      cells.key.push_back(key);
      cells.first.push_back(cells.order.size());
    }
    cells.order.push_back(i);
    cells.position.push_back(p.position(i));
  }
  cells.first.push_back(cells.order.size());
  return cells;
}

/// Sets of cells; the root of each is its smallest, so that the order of joining does not matter.
class Sets {
 public:
  explicit Sets(std::size_t count) : parent_(count) {
    std::iota(parent_.begin(), parent_.end(), std::uint32_t{0});
  }
  std::uint32_t root(std::uint32_t cell) {
    while (parent_[cell] != cell) cell = parent_[cell] = parent_[parent_[cell]];
    return cell;
  }
  void join(std::uint32_t a, std::uint32_t b) {
    a = root(a);
    b = root(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::uint32_t> parent_;
};

class Joiner {
 public:
  Joiner(const Cells& cells, double box, double linking_length)
      : cells_(cells),
        box_(box),
        length_sq_(linking_length * linking_length),
        sets_(cells.key.size()) {}

  /// Joins every cell with the friends in its neighbours dj rows and dk planes further; of its own
  /// row only with those after it, since those before have looked this way.
  void pass(int dj, int dk) {
    const int n = cells_.side;
    cursor_ = 0;
    for (std::size_t c = 0; c < cells_.key.size(); ++c) {
      const Key key = cells_.key[c];
      const int i = static_cast<int>(key % n);
      const int j = wrap_cell(static_cast<int>(key / n % n) + dj, n);
      const int k = wrap_cell(static_cast<int>(key / n / n) + dk, n);
      const int low = dj == 0 && dk == 0 ? i + 1 : i - kReach, high = i + kReach;
      if (low < 0) join_between(c, cells_.key_of(low + n, j, k), cells_.key_of(n - 1, j, k));
      if (low < n)
        join_between(c, cells_.key_of(std::max(low, 0), j, k),
                     cells_.key_of(std::min(high, n - 1), j, k));
      if (high >= n)
        join_between(c, cells_.key_of(std::max(low - n, 0), j, k), cells_.key_of(high - n, j, k));
    }
  }

  Sets& sets() { return sets_; }

 private:
  void join_between(std::size_t c, Key low, Key high) {
    const auto& key = cells_.key;
    // Back only where the row of neighbours goes around the box.
    if (cursor_ > 0 && key[cursor_ - 1] >= low)
      cursor_ = static_cast<std::size_t>(
          std::lower_bound(key.begin(), key.begin() + static_cast<std::ptrdiff_t>(cursor_), low) -
          key.begin());
    while (cursor_ < key.size() && key[cursor_] < low) ++cursor_;
    for (std::size_t other = cursor_; other < key.size() && key[other] <= high; ++other) {
      const auto a = static_cast<std::uint32_t>(c), b = static_cast<std::uint32_t>(other);
      if (sets_.root(a) != sets_.root(b) && friends(c, other)) sets_.join(a, b);
    }
  }

  bool friends(std::size_t a, std::size_t b) const {
    for (std::size_t p = cells_.first[a]; p < cells_.first[a + 1]; ++p)
      for (std::size_t q = cells_.first[b]; q < cells_.first[b + 1]; ++q) {
        const Vec3<double> r = nearest_image(cells_.position[p] - cells_.position[q], box_);
        if (dot(r, r) <= length_sq_) return true;
      }
    return false;
  }

  const Cells& cells_;
  double box_, length_sq_;
  Sets sets_;
  std::size_t cursor_ = 0;
};

Groups gather(const Cells& cells, Sets& sets, std::size_t fewest) {
  const std::size_t count = cells.key.size();
  std::vector<std::size_t> size(count);
  std::vector<std::uint32_t> smallest(count, ~std::uint32_t{0});
  for (std::size_t c = 0; c < count; ++c) {
    const std::uint32_t root = sets.root(static_cast<std::uint32_t>(c));
    size[root] += cells.first[c + 1] - cells.first[c];
    for (std::size_t p = cells.first[c]; p < cells.first[c + 1]; ++p)
      smallest[root] = std::min(smallest[root], cells.order[p]);
  }
  std::vector<std::uint32_t> roots;
  for (std::size_t c = 0; c < count; ++c)
    if (size[c] >= fewest && size[c] > 0) roots.push_back(static_cast<std::uint32_t>(c));
  std::sort(roots.begin(), roots.end(), [&](std::uint32_t a, std::uint32_t b) {
    return size[a] != size[b] ? size[a] > size[b] : smallest[a] < smallest[b];
  });

  Groups groups;
  std::vector<std::size_t> next(count);
  std::size_t total = 0;
  for (const std::uint32_t root : roots) {
    groups.first.push_back(next[root] = total);
    total += size[root];
  }
  groups.first.push_back(total);
  groups.members.resize(total);
  for (std::size_t c = 0; c < count; ++c) {
    const std::uint32_t root = sets.root(static_cast<std::uint32_t>(c));
    if (size[root] < fewest) continue;
    for (std::size_t p = cells.first[c]; p < cells.first[c + 1]; ++p)
      groups.members[next[root]++] = cells.order[p];
  }
  for (std::size_t g = 0; g + 1 < groups.first.size(); ++g)
    std::sort(groups.members.begin() + static_cast<std::ptrdiff_t>(groups.first[g]),
              groups.members.begin() + static_cast<std::ptrdiff_t>(groups.first[g + 1]));
  return groups;
}

}  // namespace

Groups friends_of_friends(const Particles& particles, double box, double linking_length,
                          std::size_t fewest) {
  if (!(linking_length > 0 && linking_length <= box / 4)) {
    std::ostringstream out;
    out << "a linking length of " << linking_length << " in a box of " << box
        << ": must be above 0 and at most a quarter of the box";
    throw UsageError(out.str());
  }
  const int side = static_cast<int>(std::sqrt(3.0) * box / linking_length) + 1;
  const Cells cells = sort_into_cells(particles, box, side);
  Joiner joiner(cells, box, linking_length);
  // Half of the rows around: the others find the same pairs from their side.
  for (int dj = 0; dj <= kReach; ++dj) joiner.pass(dj, 0);
  for (int dk = 1; dk <= kReach; ++dk)
    for (int dj = -kReach; dj <= kReach; ++dj) joiner.pass(dj, dk);
  return gather(cells, joiner.sets(), fewest);
}

}  // namespace tycho::analysis
