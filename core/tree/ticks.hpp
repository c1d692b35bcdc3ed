// Time within a step of the algorithm, in ticks of the deepest rung. Host and device.
#pragma once

#include "core/formulas/individual_step.hpp"

namespace tycho::tree {

struct Ticks {
  double dt;    // of the whole step
  int deepest;  // rung
  std::int64_t now = 0;

  TYCHO_HOST_DEVICE bool due(int rung) const { return is_due(now, rung, deepest); }
  std::int64_t all() const { return std::int64_t{1} << deepest; }
};

}  // namespace tycho::tree
