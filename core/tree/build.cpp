// Cells in depth-first order from sorted keys. A cell is a range of keys; where the first and the
// last of them part is where it is divided.
#include <algorithm>
#include <bit>

#include "core/parallel_for.hpp"
#include "core/tree/host_tree.hpp"

namespace tycho::tree {

namespace {

Cell<double> cell_over(const std::vector<std::uint64_t>& keys, KeyRange range) {
  Cell<double> cell;
  cell.first = range.first;
  cell.count = range.count;
  cell.level = static_cast<std::uint16_t>(
      common_level(keys[range.first], keys[range.first + range.count - 1]));
  return cell;
}

bool divides(const Cell<double>& cell, int leaf) {
  return cell.count > leaf && cell.level < kDeepestLevel;
}

/// The cell's children that hold bodies, in the order of their keys.
template <typename Visit>
void for_each_child(const std::vector<std::uint64_t>& keys, const Cell<double>& cell,
                    const Visit& visit) {
  const int level = cell.level + 1;
  const auto end = keys.begin() + cell.first + cell.count;
  for (auto first = keys.begin() + cell.first; first != end;) {
    const int here = octant(*first, level);
    const auto last = std::partition_point(
        first, end, [&](std::uint64_t key) { return octant(key, level) == here; });
    visit(KeyRange{static_cast<std::int32_t>(first - keys.begin()),
                   static_cast<std::int32_t>(last - first)});
    first = last;
  }
}

void append(const std::vector<std::uint64_t>& keys, KeyRange range, int leaf,
            std::vector<Cell<double>>& cells) {
  const std::size_t here = cells.size();
  cells.push_back(cell_over(keys, range));
  if (divides(cells[here], leaf))
    for_each_child(keys, Cell<double>(cells[here]),
                   [&](KeyRange child) { append(keys, child, leaf, cells); });
  cells[here].next = static_cast<std::int32_t>(cells.size());
}

/// The upper part of the tree, whose cells are divided one after the other, and the branches below
/// it, each of which one thread makes.
struct Stem {
  struct Node {
    Cell<double> cell;    // of the upper part, with `next` a node of the stem
    std::int32_t branch;  // else the number of a branch; -1 for none
  };
  std::vector<Node> nodes;
  std::vector<KeyRange> branches;
};

void append_stem(const std::vector<std::uint64_t>& keys, KeyRange range, int leaf,
                 std::int32_t largest_branch, Stem& stem) {
  const std::size_t here = stem.nodes.size();
  const Cell<double> cell = cell_over(keys, range);
  if (range.count <= largest_branch || !divides(cell, leaf)) {
    stem.nodes.push_back({cell, static_cast<std::int32_t>(stem.branches.size())});
    stem.branches.push_back(range);
  } else {
    stem.nodes.push_back({cell, -1});
    for_each_child(keys, cell,
                   [&](KeyRange child) { append_stem(keys, child, leaf, largest_branch, stem); });
  }
  stem.nodes[here].cell.next = static_cast<std::int32_t>(stem.nodes.size());
}

/// Half as many cells again as Plummer spheres have (3.5 / leaf a body); never more than two a
/// body.
std::int64_t cells_of(std::int64_t bodies, int leaf) {
  return std::min(2 * bodies, 5 * bodies / leaf + 1);
}

}  // namespace

int common_level(std::uint64_t a, std::uint64_t b) {
  if (a == b) return kDeepestLevel;
  const int highest_difference = 63 - std::countl_zero(a ^ b);
  return kDeepestLevel - 1 - highest_difference / 3;
}

CellBox<double> box_of(std::uint64_t key, int level, const Cube<double>& root) {
  const Cube<double> cube = cell_of(key, level, root);
  return {centre(cube), cube.side};
}

void build(const Sorted& sorted, int leaf, int threads, Tree<double>& tree) {
  const KeyRange all{0, static_cast<std::int32_t>(sorted.keys.size())};
  build(sorted, std::span(&all, 1), leaf, threads, tree);
}

void build(const Sorted& sorted, std::span<const KeyRange> ranges, int leaf, int threads,
           Tree<double>& tree) {
  const auto& keys = sorted.keys;
  const std::int32_t n = static_cast<std::int32_t>(keys.size());
  tree.root = sorted.root;
  tree.origin = {};
  Stem stem;
  for (const KeyRange& range : ranges)
    append_stem(keys, range, leaf, std::max(threads == 1 ? n : n / (16 * threads), 256), stem);

  auto& branches = tree.branches;
  branches.resize(std::max(branches.size(), stem.branches.size()));
  parallel_for_uneven(stem.branches.size(), threads, 1, [&](std::ptrdiff_t b) {
    branches[b].clear();
    branches[b].reserve(cells_of(stem.branches[b].count, leaf));
    append(keys, stem.branches[b], leaf, branches[b]);
  });

  // The index at which each node of the stem begins.
  std::vector<std::int32_t> index(stem.nodes.size() + 1);
  for (std::size_t k = 0; k < stem.nodes.size(); ++k) {
    const std::int32_t branch = stem.nodes[k].branch;
    index[k + 1] = index[k] + (branch < 0 ? 1 : static_cast<std::int32_t>(branches[branch].size()));
  }
  tree.cells.resize(index.back());
  tree.boxes.resize(index.back());
  parallel_for_uneven(stem.nodes.size(), threads, 1, [&](std::ptrdiff_t k) {
    const Stem::Node& node = stem.nodes[k];
    if (node.branch < 0) {
      tree.cells[index[k]] = node.cell;
      tree.cells[index[k]].next = index[node.cell.next];
    } else {
      std::int32_t to = index[k];
      for (Cell<double>& cell : branches[node.branch]) {
        cell.next += index[k];
        tree.cells[to++] = cell;
      }
    }
  });
  parallel_for(tree.cells.size(), threads, [&](std::ptrdiff_t c) {
    const Cell<double>& cell = tree.cells[c];
    tree.boxes[c] = box_of(keys[cell.first], cell.level, sorted.root);
  });
}

Shape shape_of(const Tree<double>& tree) {
  Shape shape;
  shape.cells = tree.size();
  std::vector<std::int32_t> ends;  // of the cells that the present one lies in
  for (std::int32_t c = 0; c < tree.size(); ++c) {
    while (!ends.empty() && ends.back() <= c) ends.pop_back();
    const Cell<double>& cell = tree.cells[c];
    if (is_leaf(cell, c)) {
      ++shape.leaves;
      shape.depth = std::max(shape.depth, static_cast<int>(ends.size()));
      shape.largest_leaf = std::max<std::int64_t>(shape.largest_leaf, cell.count);
    } else {
      ends.push_back(cell.next);
    }
  }
  return shape;
}

std::vector<double> leaves_of_bodies(const Tree<double>& tree) {
  std::vector<double> leaves(tree.order.size());
  for (std::int32_t c = 0; c < tree.size(); ++c) {
    const Cell<double>& cell = tree.cells[c];
    if (!is_leaf(cell, c)) continue;
    for (std::int32_t j = cell.first; j < cell.first + cell.count; ++j) ++leaves[tree.order[j]];
  }
  return leaves;
}

std::int64_t tree_bytes(std::int64_t bodies, int leaf, bool quadrupole) {
  const std::int64_t cells = cells_of(bodies, leaf);
  const std::int64_t a_cell = sizeof(Cell<double>) * 2 + sizeof(CellBox<double>) +
                              (quadrupole ? sizeof(Quadrupole<double>) : 0);
  const std::int64_t a_body = 2 * sizeof(Keyed) + sizeof(std::uint16_t) + sizeof(std::uint64_t) +
                              2 * sizeof(std::int32_t) + sizeof(Source<double>) + sizeof(double);
  return cells * a_cell + bodies * a_body;
}

}  // namespace tycho::tree
