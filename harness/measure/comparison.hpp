// Two algorithms step by step from one state: where their particles part, and how fast.
#pragma once

#include <cstdint>
#include <vector>

#include "core/algorithm.hpp"
#include "harness/measure/progress.hpp"
#include "harness/measure/timing.hpp"

namespace tycho::measure {

struct Comparison {
  std::vector<double> step;  // the number of steps taken at each look
  std::vector<double>
      largest;  // distance between a particle and the reference's, the largest of all
  std::vector<double> median;
  /// The step of the first look at which the particles' own times or steps differ; -1: never.
  double parted = -1;
  /// Of the algorithm, whose windows are the steps between two looks. Fewer steps than asked for
  /// were taken where the time was spent.
  Timing timing;
  Particles final, reference_final;
  /// The displacement of the n-th most displaced particle at the end, at some n (cudagadget2013,
  /// Figure 8), and the same of the reference's twin.
  std::vector<double> rank, displacement, twin_displacement;
  Particles twin_final;
};

/// The same particles with every position this many units in the last place off.
Particles ulps_off(Particles particles, double units);

/// Of particles at different times in the two no distance is taken, and of those in a periodic box
/// (checks::periodic_box) the shortest way. A twin, where there is one, is the reference again and
/// has been loaded with particles ulps_off.
Comparison compare(Algorithm& algorithm, Algorithm& reference, const Contract& contract,
                   const Particles& initial, std::int64_t steps, int samples, double seconds,
                   const Progress& progress, Algorithm* twin = nullptr,
                   const Vec3<double>& box = {}, Ranks& ranks = alone());

}  // namespace tycho::measure
