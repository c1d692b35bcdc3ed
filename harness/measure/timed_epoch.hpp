// What was timed at the epochs of a run that is timed along another one, on its way into a timing
// and into a file that a later sitting goes on from.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "core/contract.hpp"
#include "harness/measure/timing.hpp"
#include "harness/result/along_record.hpp"

namespace tycho::measure {

struct TimedEpoch {
  result::EpochRecord record;
  std::string method;                         // of the clock
  double marked_s = 0;                        // a step with marks
  std::vector<double> stage_s, calls, share;  // by stage, of a step
};

/// What a later sitting needs of this one.
nlohmann::json epochs_so_far(const std::vector<TimedEpoch>& epochs, const Timing& timing);
/// Throws UsageError where the way is none.
void take_epochs(const nlohmann::json& way, std::vector<TimedEpoch>& epochs, Timing& timing);

/// All epochs as one timing: stages and their work are weighted as the time of the step is, so that
/// the stages add up to it. `along` comes without its epochs.
void put_together(const std::vector<TimedEpoch>& epochs, std::span<const Stage> stages,
                  result::AlongRecord along, std::int64_t steps, Timing& timing);

}  // namespace tycho::measure
