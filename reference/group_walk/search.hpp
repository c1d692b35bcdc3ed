// One walk for a whole group: which cells it takes, and which leaves it must look into. The loop
// over the children of an opened cell has no branch that depends on what becomes of them: each is
// written to the end of all lists, and the list that it belongs to grows. What becomes of a cell is
// anyone's guess, and a wrong guess costs the processor more than a test.
#pragma once

#include <cstdint>
#include <vector>

#include "core/tree/tree.hpp"

namespace tycho::reference::group_walk {

/// What becomes of a cell.
enum class Verdict { kSkipped, kTaken, kOpened };

/// What a group's walk has found, as numbers of cells in the tree.
class Found {
 public:
  std::vector<std::int32_t> cells, leaves;  // with room behind their ends
  std::size_t cell_count = 0, leaf_count = 0;

  /// judge(cell number) is the Verdict on it.
  template <typename Judge>
  void search(const tycho::tree::Tree<double>& tree, const Judge& judge) {
    using tycho::tree::is_leaf;
    cell_count = leaf_count = 0;
    std::size_t opened = 0;
    const auto meet = [&](std::int32_t c) {
      const Verdict verdict = judge(c);
      const bool leaf = is_leaf(tree.cells[c], c), open = verdict == Verdict::kOpened;
      cells[cell_count] = c;
      cell_count += verdict == Verdict::kTaken;
      leaves[leaf_count] = c;
      leaf_count += open & leaf;
      stack_[opened] = c;
      opened += open & !leaf;
    };
    make_room();
    meet(0);
    while (opened > 0) {
      const std::int32_t parent = stack_[--opened], end = tree.cells[parent].next;
      make_room();
      for (std::int32_t c = parent + 1; c < end; c = tree.cells[c].next) meet(c);
    }
  }

 private:
  static constexpr std::size_t kChildren = 8;

  /// Makes room on each list for the children of one cell.
  void make_room() {
    if (cells.size() < cell_count + kChildren) cells.resize(2 * (cell_count + kChildren));
    if (leaves.size() < leaf_count + kChildren) leaves.resize(2 * (leaf_count + kChildren));
  }

  // A cell goes and its children come, level after level.
  std::vector<std::int32_t> stack_ =
      std::vector<std::int32_t>(kChildren * (tycho::tree::kDeepestLevel + 2));
};

}  // namespace tycho::reference::group_walk
