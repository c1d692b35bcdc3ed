// Cells no wider than the linking length over sqrt(3): all in one cell are friends, so that cells
// are joined, not particles, and how dense a halo is does not matter. Only occupied cells are kept,
// sorted, so that neighbours along x stand side by side and every row of neighbours is passed by
// one cursor that moves along with the cell.
#include "harness/analysis/friends.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <compare>
#include <numeric>
#include <sstream>

#include "core/available_threads.hpp"
#include "core/error.hpp"
#include "core/formulas/cell_index.hpp"
#include "core/formulas/periodic_wrap.hpp"
#include "core/large_array.hpp"
#include "core/parallel_for.hpp"
#include "harness/analysis/nearest_image.hpp"

namespace tycho::analysis {

namespace {

using Key = std::uint64_t;
// Cells further apart than this along an axis hold no friends: a linking length of at most
// a quarter of the box is less than two cells.
constexpr int kReach = 2;

struct Cells {
  int side;
  std::vector<Key> key;                // of each occupied cell, rising
  std::vector<std::size_t> first;      // of its particles in the order of cells, and one past
  std::vector<std::uint32_t> order;    // which particle
  std::vector<Vec3<double>> position;  // in that order

  Key key_of(int i, int j, int k) const { return (static_cast<Key>(k) * side + j) * side + i; }
};

struct Placed {
  Key key;
  std::uint32_t particle;

  auto operator<=>(const Placed&) const = default;
};

/// By their cells, then by their indices: plane by plane, of which each is sorted by one thread.
std::vector<Placed> placed_in_order(const Particles& p, double box, const Cells& cells) {
  const int threads = available_threads();
  const auto cell = [&](double x) { return cell_of(wrap_unit(x / box), cells.side); };
  std::vector<int> plane = large_array<int>(p.size());
  parallel_for(p.size(), threads, [&](std::ptrdiff_t i) { plane[i] = cell(p.z[i]); });
  std::vector<std::size_t> first(static_cast<std::size_t>(cells.side) + 1);
  for (const int k : plane) ++first[k + 1];
  std::partial_sum(first.begin(), first.end(), first.begin());

  std::vector<Placed> placed = large_array<Placed>(p.size());
  std::vector<std::size_t> next(first.begin(), first.end() - 1);
  const std::size_t parts = static_cast<std::size_t>(threads);
  // A thread fills planes of its own.
  parallel_for(parts, threads, [&](std::ptrdiff_t part) {
    const auto low = static_cast<int>(cells.side * static_cast<std::size_t>(part) / parts);
    const auto high = static_cast<int>(cells.side * static_cast<std::size_t>(part + 1) / parts);
    for (std::size_t i = 0; i < plane.size(); ++i)
      if (plane[i] >= low && plane[i] < high)
        placed[next[plane[i]]++] = {cells.key_of(cell(p.x[i]), cell(p.y[i]), plane[i]),
                                    static_cast<std::uint32_t>(i)};
  });
  parallel_for_uneven(static_cast<std::size_t>(cells.side), threads, 1, [&](std::ptrdiff_t k) {
    std::sort(placed.begin() + static_cast<std::ptrdiff_t>(first[k]),
              placed.begin() + static_cast<std::ptrdiff_t>(first[k + 1]));
  });
  return placed;
}

Cells sort_into_cells(const Particles& p, double box, int side) {
  Cells cells{side, {}, {}, {}, {}};
  const std::vector<Placed> placed = placed_in_order(p, box, cells);
  const int threads = available_threads();
  const std::size_t n = placed.size(), parts = static_cast<std::size_t>(threads);
  cells.order = large_array<std::uint32_t>(n);
  cells.position = large_array<Vec3<double>>(n);
  const auto begins = [&](std::size_t i) { return i == 0 || placed[i].key != placed[i - 1].key; };
  std::vector<std::size_t> next(parts + 1);  // cell that begins in each part
  parallel_for(parts, threads, [&](std::ptrdiff_t part) {
    std::size_t count = 0;
    for (std::size_t i = n * part / parts; i < n * (part + 1) / parts; ++i) {
      cells.order[i] = placed[i].particle;
      cells.position[i] = p.position(placed[i].particle);
      count += begins(i) ? 1 : 0;
    }
    next[part + 1] = count;
  });
  std::partial_sum(next.begin(), next.end(), next.begin());
  cells.key = large_array<Key>(next.back());
  cells.first = large_array<std::size_t>(next.back() + 1);
  parallel_for(parts, threads, [&](std::ptrdiff_t part) {
    std::size_t cell = next[part];
    for (std::size_t i = n * part / parts; i < n * (part + 1) / parts; ++i)
      if (begins(i)) {
        cells.key[cell] = placed[i].key;
        cells.first[cell++] = i;
      }
  });
  cells.first.back() = n;
  return cells;
}

/// Sets of cells; the root of each is its smallest, so that the order of joining does not matter,
/// nor which threads join. A cell's parent is smaller than the cell, or the cell itself.
class Sets {
 public:
  explicit Sets(std::size_t count) : parent_(large_array<std::uint32_t>(count)) {
    std::iota(parent_.begin(), parent_.end(), std::uint32_t{0});
  }
  std::uint32_t root(std::uint32_t cell) {
    for (std::uint32_t parent = of(cell).load(std::memory_order_relaxed); parent != cell;
         parent = of(cell).load(std::memory_order_relaxed)) {
      const std::uint32_t above = of(parent).load(std::memory_order_relaxed);
      // Whoever else shortens this way leaves it in the set, too.
      if (above != parent) of(cell).compare_exchange_weak(parent, above, std::memory_order_relaxed);
      cell = above;
    }
    return cell;
  }
  void join(std::uint32_t a, std::uint32_t b) {
    for (;;) {
      a = root(a);
      b = root(b);
      if (a == b) return;
      // Only a root gets a parent: where another thread was first, the roots are sought again.
      std::uint32_t larger = std::max(a, b);
      if (of(larger).compare_exchange_strong(larger, std::min(a, b), std::memory_order_relaxed))
        return;
    }
  }

 private:
  std::atomic_ref<std::uint32_t> of(std::uint32_t cell) {
    return std::atomic_ref<std::uint32_t>(parent_[cell]);
  }

  std::vector<std::uint32_t> parent_;
};

/// Joins cells with the friends in a row of neighbours, from a cell on: the cursor moves along.
class Joiner {
 public:
  Joiner(const Cells& cells, Sets& sets, double box, double linking_length)
      : cells_(cells), sets_(sets), box_(box), length_sq_(linking_length * linking_length) {}

  /// Joins the cells [begin, end) with the friends in their neighbours dj rows and dk planes
  /// further; of its own row a cell only with those after it, since those before have looked this
  /// way.
  void pass(int dj, int dk, std::size_t begin, std::size_t end) {
    const int n = cells_.side;
    placed_ = false;
    for (std::size_t c = begin; c < end; ++c) {
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

 private:
  void join_between(std::size_t c, Key low, Key high) {
    const auto& key = cells_.key;
    // Sought at first, and back only where the row of neighbours goes around the box.
    if (!placed_ || (cursor_ > 0 && key[cursor_ - 1] >= low))
      cursor_ =
          static_cast<std::size_t>(std::lower_bound(key.begin(), key.end(), low) - key.begin());
    placed_ = true;
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
  Sets& sets_;
  double box_, length_sq_;
  std::size_t cursor_ = 0;
  bool placed_ = false;
};

void join_all(const Cells& cells, Sets& sets, double box, double linking_length) {
  // More parts than threads: those with haloes take longer.
  const std::size_t count = cells.key.size();
  const std::size_t parts = static_cast<std::size_t>(available_threads()) * 16;
  parallel_for_uneven(parts, available_threads(), 1, [&](std::ptrdiff_t part) {
    const std::size_t begin = count * part / parts, end = count * (part + 1) / parts;
    Joiner joiner(cells, sets, box, linking_length);
    // Half of the rows around: the others find the same pairs from their side.
    for (int dj = 0; dj <= kReach; ++dj) joiner.pass(dj, 0, begin, end);
    for (int dk = 1; dk <= kReach; ++dk)
      for (int dj = -kReach; dj <= kReach; ++dj) joiner.pass(dj, dk, begin, end);
  });
}

Groups gather(const Cells& cells, Sets& sets, std::size_t fewest) {
  const std::size_t count = cells.key.size();
  std::vector<std::uint32_t> root_of = large_array<std::uint32_t>(count);
  parallel_for(count, available_threads(),
               [&](std::ptrdiff_t c) { root_of[c] = sets.root(static_cast<std::uint32_t>(c)); });
  std::vector<std::size_t> size(count);
  std::vector<std::uint32_t> smallest(count, ~std::uint32_t{0});
  for (std::size_t c = 0; c < count; ++c) {
    const std::uint32_t root = root_of[c];
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
    const std::uint32_t root = root_of[c];
    if (size[root] < fewest) continue;
    for (std::size_t p = cells.first[c]; p < cells.first[c + 1]; ++p)
      groups.members[next[root]++] = cells.order[p];
  }
  parallel_for_uneven(groups.size(), available_threads(), 16, [&](std::ptrdiff_t g) {
    std::sort(groups.members.begin() + static_cast<std::ptrdiff_t>(groups.first[g]),
              groups.members.begin() + static_cast<std::ptrdiff_t>(groups.first[g + 1]));
  });
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
  Sets sets(cells.key.size());
  join_all(cells, sets, box, linking_length);
  return gather(cells, sets, fewest);
}

}  // namespace tycho::analysis
