// The step of a run whose steps need not be alike.
#pragma once

#include <optional>

#include "harness/result/timing_record.hpp"

namespace tycho::compare {

/// Of an evolution or a comparison, and of a run that was timed along another one, the mean over
/// all steps: their samples are of different states. Nothing of others, whose median is their step.
inline std::optional<double> mean_step_of(const result::TimingRecord& timing) {
  if (timing.along) return timing.total_s.value / static_cast<double>(timing.steps_requested);
  if (timing.passed_s) return timing.typical_step_s();
  return std::nullopt;
}

}  // namespace tycho::compare
