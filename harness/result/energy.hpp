// Joules of a step against the power that was read while it was timed.
#pragma once

#include <string_view>

#include "harness/result/run_record.hpp"

namespace tycho::result {

/// How far the two may lie apart: of a run that was short the power was read once.
inline constexpr double kEnergyOff = 1.5;

/// The day from which on joules per step are those of the steps (older.hpp).
inline constexpr std::string_view kEnergyOfSteps = "2026-11-19";

/// Whether joules per step are what the mean power makes of a step, as far as both are known.
inline bool energy_adds_up(const RunOutcome& run) {
  if (!run.timing || !run.device || !run.device->joules_per_step || !run.device->power_w.mean)
    return true;
  const double expected = *run.device->power_w.mean * run.timing->typical_step_s();
  const double found = *run.device->joules_per_step;
  return found <= kEnergyOff * expected && expected <= kEnergyOff * found;
}

}  // namespace tycho::result
