// What was timed of a run, before it becomes a record (record.hpp).
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/clock.hpp"
#include "core/ranks/ranks.hpp"
#include "harness/measure/statistics.hpp"
#include "harness/result/timing_record.hpp"

namespace tycho::measure {

using result::StepSpan;

using HostTime = std::chrono::steady_clock;

inline double seconds_since(HostTime::time_point start) {
  return std::chrono::duration<double>(HostTime::now() - start).count();
}

/// Whether the clock's work is the host's own and done at once: nothing is enqueued, and nobody
/// waits for it.
inline bool of_host(const Clock& clock) { return clock.method() == "clock"; }

/// When steps were taken, by the host's clock: from before the first was enqueued to after the
/// wait.
struct HostSpan {
  HostTime::time_point begin, end;
  std::int64_t steps = 0;
  /// Whether all the steps were taken in this span. A window that was interrupted within a step has
  /// the span of its last piece.
  bool whole = true;
};

/// A window that was interrupted within a step, for a checkpoint.
struct OpenWindow {
  std::int64_t steps = 0;  // that have ended
  double seconds = 0;      // of these steps, and of the one that was interrupted
};

struct StageTiming {
  std::string method;          // "clock", "events", "replay", or "told" by a program
  double calls = 0;            // per step; less than 1: not in every step
  std::vector<double> step_s;  // samples: each a mean over some of the marked steps
  double between_marks_s = 0;  // the mean of all marked steps, whatever `method` is
  std::vector<double> cold_s;  // per step as step_s, with caches flushed before; empty: not asked
  VisitMedians visits{};       // of step_s, where there were several
  /// On several ranks: the mean over the ranks, where between_marks_s is that of the slowest rank.
  std::optional<double> rank_mean_s{};
};

struct Timing {
  std::int64_t steps_per_window = 0;
  std::vector<double> step_s;         // clean windows: seconds per step, one sample a window
  std::vector<double> marked_step_s;  // windows with marks: as step_s
  double clean_step_s = 0;            // of the steps that the stages were timed in, without marks
  double mark_cost_s = 0;
  /// During the clean windows, including the one at the end of each; empty: not counted.
  std::optional<std::int64_t> host_waits;
  std::optional<std::int64_t> marked_waits;  // within the steps with marks
  /// Windows without marks in which the host did nothing but enqueue work for a device.
  struct Enqueued {
    std::int64_t windows = 0, steps = 0;
    double host_s = 0;    // until all work was enqueued
    double window_s = 0;  // until all work was done
  } enqueued;
  std::int64_t steps_marked = 0;   // in all passages over them
  std::vector<double> work_share;  // by stage (Algorithm::work_share); empty: 1 each
  std::vector<StageTiming> stages;
  std::vector<StepSpan> marked;           // the steps that the stages were timed in
  bool marks_in_headline = false;         // steps with marks serve as headline too
  std::vector<HostSpan> windows;          // one for each of step_s, of this visit
  std::vector<HostSpan> warm_ups;         // the same work before the first of them
  std::optional<HostSpan> stage_windows;  // all that the stages were timed in
  int measured_again = 0;                 // because it was noisy (noise_gate.hpp)

  /// The earlier visits to the run (visits.hpp). The samples of the visits that count come first in
  /// step_s, and `steps` and `windows` are of these visits. A file may have kept only a part of
  /// their samples: step_s then has as small a part of this visit's `own_windows` samples.
  struct Earlier {
    std::int64_t visits = 0, steps = 0, windows = 0;
    std::optional<std::int64_t> own_windows{};
  } earlier;
  VisitMedians visits{};  // of step_s, where there were several

  std::int64_t evolved = 0;          // steps of an evolution or comparison: windows differ
  double passed_s = 0;               // in all of these, which need not be alike
  std::optional<OpenWindow> open{};  // behind these

  /// Of a run that was timed along another one: its epochs, of which step_s has the times.
  std::optional<result::AlongRecord> along{};

  /// The processes that share the steps. All times are agreed on: the longest of any rank's.
  Ranks* ranks = &alone();
  Traffic received{};  // by this rank from others, in the steps with marks

  /// Of an evolution, whose steps need not be alike, the mean over all of them.
  double typical_step_s() const {
    return evolved > 0 ? passed_s / static_cast<double>(evolved) : summarize(step_s).median;
  }

  std::int64_t own_windows() const {
    return earlier.own_windows.value_or(static_cast<std::int64_t>(step_s.size()));
  }
  std::int64_t windows_measured() const { return earlier.windows + own_windows(); }
  std::int64_t steps_measured() const {
    return evolved > 0 ? evolved : earlier.steps + steps_per_window * own_windows();
  }
};

}  // namespace tycho::measure
