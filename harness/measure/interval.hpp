// A stretch of time timed as a whole, after a lead-in that is not: belleman2007 times from t = 0.25
// to 0.5 and takes the energy at 0 and 0.5.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "harness/measure/energy.hpp"
#include "harness/measure/subject.hpp"
#include "harness/measure/time_steps.hpp"

namespace tycho::measure {

struct IntervalPlan {
  double dt = 0;             // of a step
  std::int64_t lead_in = 0;  // steps before the timed ones; each with a wait after every stage, so
                             // that one that fails is named
  WindowLimits limits;       // the timed ones
  double long_s = 20;        // a longer passage serves for both: its marks cost milliseconds in all
  std::filesystem::path checkpoint;  // kept at the end of the lead-in and gone on from; empty: none
  nlohmann::json key;                // of the checkpoint: all that its state depends on
};

struct Interval {
  Timing timing;
  std::vector<std::pair<double, double>> energy_error;  // (time, relative error) at both ends
  std::vector<double> initial_potential;
  Particles final;
  bool from_checkpoint = false;
};

/// `energy_error` may be of nothing, where two looks would not tell. The interval is passed from
/// the same state with marks, for the stages, and without, in turn. Where it is so long that marks
/// cannot be felt, one passage with marks serves for both (docs/timing.md).
Interval measure_interval(const Subject& subject, EnergyError energy_error,
                          const IntervalPlan& plan);

}  // namespace tycho::measure
