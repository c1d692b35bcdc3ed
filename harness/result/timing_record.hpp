// What a result holds of the times of a run (docs/formats.md, "a run").
#pragma once

#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/result/along_record.hpp"
#include "harness/result/number.hpp"

namespace tycho::result {

/// Most samples that a stage keeps.
inline constexpr std::size_t kMostSamples = 200;

/// At most `most` of the samples, evenly spaced from the first to the last, so that a drift stays.
std::vector<double> thinned(const std::vector<double>& samples, std::size_t most);

/// Repeated measurements of one time, in seconds per step.
struct Statistics {
  double median = 0;
  double low = 0, high = 0;  // the 95% interval of the median
  double minimum = 0;
  double spread = 0;
  /// In the order in which they were measured. The numbers above are of all that were measured, of
  /// several visits of equally many from each; a file keeps at most kMostSamples of them, with
  /// seven digits.
  std::vector<double> samples;
  /// Where several processes measured: the medians of those whose samples these are, and of those
  /// that were left out since others disturbed them.
  std::optional<std::vector<double>> visits{}, left_out{};
};

/// A stage: its times, and what the contract counts in it. What is absent was not counted.
struct StageRecord {
  std::string method;           // "clock", "events", "replay", or "told" by a program
  std::optional<Number> calls;  // per step; less than 1: not in every step
  Statistics step_s;
  std::optional<Statistics> cold_step_s;  // replayed with caches flushed, where that was asked for
  std::optional<double> flops, bytes, issue_slots;
  std::optional<double> gflops, gbytes;  // NaN where the time is 0
  /// On several ranks step_s is the longest of any rank's: the mean of all ranks, and the longest
  /// over it.
  std::optional<double> rank_mean_s, imbalance;
};

/// Pairs, particles or cells of a step, and how many of them a second.
struct ThroughputRecord {
  std::string unit;
  double count = 0;
  double per_s = 0;                  // over the whole step; NaN where the time is 0
  std::optional<std::string> stage;  // the stage that does what is counted, where one does
  std::optional<double> stage_per_s;
};

/// Windows that were timed while the GPU was slowed down.
struct ThrottledRecord {
  std::vector<std::int64_t> windows;  // counted from 0, before samples are thinned
  bool stages = false;                // whether the windows of the stages are among them
  std::vector<std::string> reasons;
};

/// The steps from `from` to before `to`, counted from the first that was timed.
struct StepSpan {
  std::int64_t from = 0, to = 0;
};

/// The steps that the stages were timed in: those of the headline, or some of them.
struct StageSteps {
  std::vector<StepSpan> spans;
  double clean_step_s = 0;  // a step of these, without marks
};

struct TimingRecord {
  std::int64_t steps_requested = 0, repeats_requested = 0, steps_measured = 0, repeats_measured = 0;
  /// Of total_s: "measured", or "extrapolated" where fewer steps were measured than asked for.
  std::string state;
  Statistics step_s;  // of the windows without marks
  TotalTime total_s;
  /// Of a run that was timed along another one: its epochs, from which total_s follows. The samples
  /// of step_s are the epochs'.
  std::optional<AlongRecord> along;
  std::optional<double> passed_s;  // of an evolution or comparison: all its windows together
  /// No disturbance where steps with marks serve as headline too.
  std::optional<double> instrumented_step_s, disturbance, unattributed_s, mark_cost_s;
  std::optional<Number> host_waits;  // during the windows without marks; NaN: nobody counts
  /// For how long the host enqueued work for a device, where it did not wait within the windows.
  std::optional<double> enqueued_step_s;
  /// Known reasons of a disturbance or an unattributed part above a tenth of the step; empty where
  /// none is known. Absent where neither is above, and in older results.
  std::optional<std::vector<std::string>> gap_reasons;
  std::optional<StageSteps> stage_steps;  // older results have other steps, and do not say which
  std::map<std::string, StageRecord> stages;
  std::optional<ThroughputRecord> throughput;
  std::optional<ThrottledRecord> throttled;
  std::optional<std::int64_t> visits;          // processes that measured it; absent: one
  std::optional<std::int64_t> measured_again;  // how often, because the interval was too wide

  /// Processes whose windows count.
  std::int64_t visits_counted() const {
    return visits.value_or(1) - (step_s.left_out ? std::ssize(*step_s.left_out) : 0);
  }
  /// Whether total_s is of more steps than were measured.
  bool extrapolated() const { return state == "extrapolated"; }
  /// Of an evolution, whose steps need not be alike, the mean over all of them.
  double typical_step_s() const {
    if (!passed_s || steps_measured == 0) return step_s.median;
    return *passed_s / static_cast<double>(steps_measured);
  }
  /// A step as the stages and `instrumented_step_s` are to be held against it.
  double clean_step_s() const { return stage_steps ? stage_steps->clean_step_s : step_s.median; }
};

}  // namespace tycho::result
