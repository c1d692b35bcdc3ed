// Time within a step of the algorithm, in ticks of the deepest rung.
#pragma once

#include <cstdint>

#include "core/formulas/individual_step.hpp"

namespace tycho::gpu::barnes_hut {

struct Ticks {
  double dt;
  int deepest;  // rung
  std::int64_t now = 0;

  TYCHO_HOST_DEVICE bool due(int rung) const { return tycho::tree::is_due(now, rung, deepest); }
  std::int64_t all() const { return std::int64_t{1} << deepest; }
};

}  // namespace tycho::gpu::barnes_hut
