// A run that was timed at epochs of another variant's run, the carrier's, because the whole of it
// takes too long: what was timed at each epoch, and the time of the whole that follows.
//
// Steps need not be alike, and the carrier takes all of them with the same stages. So a stage is
// taken to last, in a stretch of the run, as long as in the steps timed in the middle of the
// stretch, times the carrier's time of this stage in the stretch over its time in these steps. With
// q the time of a stage over the carrier's, C the carrier's time of the stage in a stretch:
//
//   total = sum over epochs and stages of q C
//
// What the carrier has no stage for, and what is in no stage, is shared out among the others: q is
// multiplied by the time of the step over that of its stages that the carrier has too. Where there
// is no such stage the step as a whole is taken for one.
//
// Between two epochs q is taken to lie between its values at both, before the first and behind the
// last epoch within half of the change to the next one: the bounds of the total are sums of the
// carrier's times with the least and the largest q. They are widened by two standard errors of the
// sum: by noise of q, from its second differences from epoch to epoch, and because the carrier's
// way is not the run's own, from how far the timed steps of the carrier are from the mean of their
// stretch.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/result/number.hpp"

namespace tycho::result {

/// A stretch of the run, the steps from `from` to before `to`, and those timed in its middle.
struct EpochRecord {
  std::int64_t from = 0, to = 0;
  std::int64_t step = 0, steps = 0;  // the first that was timed, and how many
  double step_s = 0;                 // of these
  std::map<std::string, double> stage_s;
  /// The carrier's seconds in the stretch: before the timed steps, in these, and behind them; and
  /// by stage.
  std::vector<double> carrier_s;
  std::map<std::string, std::vector<double>> carrier_stage_s;
  /// The median distance of the particles from where the carrier has them after the timed steps,
  /// over the median distance that they moved; NaN where it could not be told.
  double apart = 0;
  std::optional<std::map<std::string, Number>> counters;  // of the timed steps
};

struct AlongRecord {
  std::string carrier;        // the variant
  std::int64_t sittings = 1;  // in which the epochs were timed
  std::vector<EpochRecord> epochs;
};

/// The time of all steps that the case asks for.
struct TotalTime {
  double value = 0, low = 0, high = 0;  // seconds
};

/// Of at least one epoch.
TotalTime total_of(const AlongRecord& along);

/// For each epoch how many of its timed steps the stretch is worth: the sum over epochs of this
/// times step_s is the total, and what else is known of a timed step adds up alike.
std::vector<double> worth_of(const AlongRecord& along);

}  // namespace tycho::result
