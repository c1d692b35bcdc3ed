#include "core/tree/tally.hpp"

#include <algorithm>

namespace tycho::tree {

void Tally::add(const Rungs& rungs) {
  deepest = std::max(deepest, static_cast<double>(rungs.deepest));
  floored += static_cast<double>(rungs.floored);
}

void Walked::add(const Walked& other) {
  walks += other.walks;
  with_cells += other.with_cells;
  with_bodies += other.with_bodies;
  missing += other.missing;
}

void Tally::add(const Walked& walked) {
  walks += walked.walks;
  with_cells += walked.with_cells;
  with_bodies += walked.with_bodies;
}

std::map<std::string, double> counters(const Tally& tally, bool individual) {
  const double walks = std::max(tally.walks, 1.0);
  std::map<std::string, double> all{{"walks", tally.walks},
                                    {"interactions_per_body", tally.interactions() / walks},
                                    {"cell_interactions_per_body", tally.with_cells / walks},
                                    {"body_interactions_per_body", tally.with_bodies / walks}};
  if (individual) {
    all["substeps"] = tally.trees;
    all["particle_steps"] = tally.walks;
    all["deepest_rung"] = tally.deepest;
    all["steps_at_floor"] = tally.floored;
  }
  return all;
}

void add_shape(const Shape& shape, std::map<std::string, double>& counters) {
  counters["cells"] = static_cast<double>(shape.cells);
  counters["leaves"] = static_cast<double>(shape.leaves);
  counters["depth"] = shape.depth;
  counters["largest_leaf"] = static_cast<double>(shape.largest_leaf);
}

}  // namespace tycho::tree
