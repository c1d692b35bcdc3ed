// One stage of one run on both sides: what its processes say, before anything is decided.
#pragma once

#include <string>
#include <vector>

#include "harness/compare/noise.hpp"
#include "harness/compare/past_processes.hpp"
#include "harness/compare/row.hpp"
#include "harness/result/run_record.hpp"
#include "harness/statistics/spread.hpp"

namespace tycho::compare {

/// The name of the whole step, where it stands beside the names of stages.
inline constexpr const char* kStep = "step";
/// How a stage is timed that is run again and again by itself.
inline constexpr const char* kReplay = "replay";

/// Both sides' records of one run, the first measurement's first, and what was promoted before.
struct Measured {
  std::vector<const result::RunRecord*> base, fresh;
  std::vector<std::vector<const PastProcess*>> past;  // a list for each promotion
};

/// One side's times of a stage. A record is of one process, or of several (visits: docs/timing.md,
/// rule 17), whose samples it does not tell apart.
struct Times {
  std::vector<double> samples;  // of all processes that count
  Sessions sessions;            // of records of one process
  /// Logarithms of the medians of processes, or of their mean steps (mean_step.hpp).
  std::vector<double> levels, left_out;
};

struct StagePair {
  std::string what;                     // kStep or a stage
  std::string base_method, new_method;  // empty for the step
  Times base, fresh;
  statistics::Scatter scatter;  // of processes within BASE, within NEW and within past promotions
  Timed timed;
  double shift_s = 0;   // of the level of the processes, seconds
  bool in_both = true;  // all of the new side's measurements have this stage
  /// A mean step: its samples are of different states, and are no more alike than these.
  bool of_states = false;

  bool replayed() const { return base_method == kReplay; }
  bool comparable() const { return in_both && base_method == new_method; }
};

/// The step and every stage of the base's run, longest first.
std::vector<StagePair> pair_stages(const Measured& run);

/// Tests whether the two sides are apart by more than processes of this spread are: fills the
/// interval and p.
void test(StagePair& pair, const statistics::Spread& spread);

}  // namespace tycho::compare
