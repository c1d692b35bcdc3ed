// What a tree code counts from load() on, and the counters that it makes of the counts.
#pragma once

#include <map>
#include <string>

#include "core/tree/individual_steps.hpp"
#include "core/tree/tree.hpp"

namespace tycho::tree {

/// Bodies walked for, and their interactions, added up.
struct Walked {
  double walks = 0, with_cells = 0, with_bodies = 0;
  double missing = 0;  // cells opened of which this rank lacks the inside: always 0

  void add(const Walked& other);
};

struct Tally {
  double walks = 0, with_cells = 0, with_bodies = 0;  // as in Walked
  double trees = 0;
  // steps = individual:
  double deepest = 0;  // rung that was ever in use
  double floored = 0;  // steps that wanted to be shorter than the deepest rung's

  double interactions() const { return with_cells + with_bodies; }
  void add(const Rungs& rungs);
  void add(const Walked& walked);
};

/// The counters that barnes_hut and tree_pm share on both sides: core/contracts/barnes_hut.hpp.
std::map<std::string, double> counters(const Tally& tally, bool individual);
/// Adds the counters of the shape that the last tree had.
void add_shape(const Shape& shape, std::map<std::string, double>& counters);

}  // namespace tycho::tree
