// How many bodies are not in exactly one leaf of the tree.
#include <algorithm>

#include "harness/checks/kinds.hpp"

namespace tycho::checks {

namespace {

Measured measure(const terms::CheckSpec&, const Observed& observed) {
  const std::vector<double> leaves =
      observed.field ? observed.field("tree_leaf_count") : std::vector<double>{};
  if (leaves.size() != observed.final->size()) return lacking("tree_leaf_count");
  const auto wrong = std::count_if(leaves.begin(), leaves.end(), [](double n) { return n != 1; });
  const auto none = std::count(leaves.begin(), leaves.end(), 0.0);
  return {static_cast<double>(wrong), {{"in_none", static_cast<double>(none)}}};
}

}  // namespace

const Kind& tree_leaves() {
  static const Kind kind{
      "tree_leaves", "bodies that are not in exactly one leaf", {}, Needs::kNothing, measure,
      Looks::kInside};
  return kind;
}

}  // namespace tycho::checks
