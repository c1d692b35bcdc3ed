// Two algorithms step by step from one state: where their particles part, and how fast.
#pragma once

#include <cstdint>
#include <vector>

#include "core/vec3.hpp"
#include "harness/measure/sittings.hpp"
#include "harness/measure/subject.hpp"
#include "harness/measure/timing.hpp"

namespace tycho::measure {

struct Comparison {
  std::vector<double> step;  // the number of steps taken at each look
  std::vector<double>
      largest;  // distance between a particle and the reference's, the largest of all
  std::vector<double> median;
  /// The step of the first look at which the particles' own times or steps differ; -1: never.
  double parted = -1;
  /// Of the algorithm. A window is the steps between two looks, or fewer where states are kept.
  /// Fewer steps than asked for were taken where the time was spent.
  Timing timing;
  Particles final, reference_final;
  /// The displacement of the n-th most displaced particle at the end, at some n (cudagadget2013,
  /// Figure 8), and the same of the reference's twin.
  std::vector<double> rank, displacement, twin_displacement;
  Particles twin_final;
  int sittings = 1;    // in which the steps were taken
  double spent_s = 0;  // on steps and looks, in all of them
};

/// The same particles with every position this many units in the last place off.
Particles ulps_off(Particles particles, double units);

struct ComparisonPlan {
  std::int64_t steps = 0;
  int looks = 1;        // at most
  double seconds = 0;   // that the steps and looks may take; 0: no limit
  Vec3<double> box{};   // periodic along a side that is not 0: distances are the shortest
  Sittings sittings{};  // states are kept behind whole steps of the run, its reference or its twin
  double untold_s = kUntold;
};

/// From the initial state, or from where the last of the sittings was kept. Of particles at
/// different times in the two no distance is taken. A twin, where there is one, is the reference
/// again and has been loaded with particles ulps_off.
Comparison compare(const Subject& subject, Algorithm& reference, const ComparisonPlan& plan,
                   Algorithm* twin = nullptr);

}  // namespace tycho::measure
