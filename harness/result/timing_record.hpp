// What a result holds of the times of a run (docs/formats.md, "a run").
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/result/number.hpp"

namespace tycho::result {

/// Most samples that a stage keeps.
inline constexpr std::size_t kMostSamples = 200;

/// Repeated measurements of one time, in seconds per step.
struct Statistics {
  double median = 0;
  double low = 0, high = 0;  // the 95% interval of the median
  double minimum = 0;
  double spread = 0;
  /// In the order in which they were measured. The numbers above are of all that were measured; a
  /// file keeps at most kMostSamples of them, with seven digits.
  std::vector<double> samples;
};

/// A stage: its times, and what the contract counts in it. What is absent was not counted.
struct StageRecord {
  std::string method;           // "clock", "events" or "replay"
  std::optional<Number> calls;  // per step; less than 1: not in every step
  Statistics step_s;
  std::optional<double> flops, bytes, issue_slots;
  std::optional<double> gflops, gbytes;  // NaN where the time is 0
};

/// The time of all steps that the case asks for.
struct TotalTime {
  double value = 0, low = 0, high = 0;  // seconds
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

struct TimingRecord {
  std::int64_t steps_requested = 0, repeats_requested = 0, steps_measured = 0, repeats_measured = 0;
  std::string
      state;  // "measured", or "extrapolated" where fewer steps were measured than asked for
  Statistics step_s;  // of the windows without marks
  TotalTime total_s;
  std::optional<double> passed_s;  // of an evolution: all its windows together
  std::optional<double> instrumented_step_s, disturbance, unattributed_s, mark_cost_s;
  std::optional<std::int64_t> host_waits;
  std::map<std::string, StageRecord> stages;
  std::optional<ThroughputRecord> throughput;
  std::optional<ThrottledRecord> throttled;
  std::optional<std::int64_t> measured_again;  // how often, because the interval was too wide

  bool extrapolated() const { return state == "extrapolated"; }
};

}  // namespace tycho::result
