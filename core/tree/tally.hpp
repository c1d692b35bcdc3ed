// What a tree code counts from load() on, and the counters that it makes of it.
#pragma once

#include <map>
#include <string>

#include "core/tree/individual_steps.hpp"
#include "core/tree/tree.hpp"

namespace tycho::tree {

struct Tally {
  double walks = 0, with_cells = 0, with_bodies = 0;  // bodies walked for; interactions added up
  double trees = 0;
  // steps = individual:
  double deepest = 0;  // rung that was ever in use
  double floored = 0;  // steps that wanted to be shorter than there are

  double interactions() const { return with_cells + with_bodies; }
  void add(const Rungs& rungs);
};

/// Those that barnes_hut and tree_pm share on both sides: core/contracts/barnes_hut.hpp.
std::map<std::string, double> counters(const Tally& tally, bool individual);
/// Of the last tree.
void add_shape(const Shape& shape, std::map<std::string, double>& counters);

}  // namespace tycho::tree
