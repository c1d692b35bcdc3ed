// Two algorithms step by step from one state: where their particles part, and how fast.
#pragma once

#include <cstdint>
#include <vector>

#include "core/algorithm.hpp"
#include "harness/measure/execute.hpp"

namespace tycho {

struct Comparison {
  std::vector<double> step;     // looked at after so many steps
  std::vector<double> largest;  // distance between the two places of a particle
  std::vector<double> median;
  /// The first look at which the particles' own times or steps are not the same; -1: never.
  double parted = -1;
  Particles final;
};

/// Of particles at different times in the two no distance is taken.
Comparison compare(Algorithm& algorithm, Algorithm& reference, const Contract& contract,
                   const Particles& initial, std::int64_t steps, int samples, double seconds,
                   const Progress& progress);

}  // namespace tycho
