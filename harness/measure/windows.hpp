// Timing that does not disturb: docs/timing.md has the rules.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/algorithm.hpp"
#include "harness/measure/progress.hpp"

namespace tycho::measure {

/// A stage shorter than this many times the cost of its marks is measured by batched replays.
inline constexpr double kReplayBelowCosts = 20;
/// One that is called more often in a step is not: its calls need not be alike.
inline constexpr int kMostReplayedCalls = 8;

struct WindowLimits {
  std::int64_t steps = 1;  // of one published repeat
  int repeats = 1;
  double seconds = 0;  // 0: no limit
};

using HostTime = std::chrono::steady_clock;

inline double seconds_since(HostTime::time_point start) {
  return std::chrono::duration<double>(HostTime::now() - start).count();
}

/// When steps were taken, by the host's clock: from before the first was enqueued to after the
/// wait.
struct HostSpan {
  HostTime::time_point begin, end;
  std::int64_t steps = 0;
};

struct StageTiming {
  std::string method;  // "clock", "events" or "replay"
  double calls = 0;    // per step; less than 1: not in every step
  std::vector<double> step_s;
};

struct Timing {
  std::int64_t steps_per_window = 0;
  std::vector<double> step_s;  // clean windows: seconds per step, one sample a window
  double instrumented_step_s = 0;
  double mark_cost_s = 0;
  std::int64_t host_waits = 0;     // during the clean windows
  std::vector<double> work_share;  // by stage (Algorithm::work_share); empty: 1 each
  std::vector<StageTiming> stages;
  std::vector<HostSpan> windows;          // one for each of step_s
  std::vector<HostSpan> warm_ups;         // the same work before the first of them
  std::optional<HostSpan> stage_windows;  // all that the stages were timed in
  int measured_again = 0;                 // because it was noisy (noise_gate.hpp)

  std::int64_t evolved = 0;  // steps of an evolution, whose windows differ by a step
  double passed_s = 0;       // in all of them: its steps need not be alike

  std::int64_t steps_measured() const {
    return evolved > 0 ? evolved : steps_per_window * static_cast<std::int64_t>(step_s.size());
  }
};

/// How the windows are cut: the published repeats where the time allows them, else ten windows
/// (fewer if not even ten steps fit) of as many steps as fit.
struct WindowPlan {
  std::int64_t steps = 1;
  int windows = 1;
};
WindowPlan plan_windows(const WindowLimits& limits, double step_s);

/// How many calls of a stage make a batch in which the marks are a percent: 1 where a single call
/// lasts long enough.
int replay_batch(double call_s, double mark_cost_s);

/// What the algorithm says of every stage since it was loaded.
std::vector<double> work_shares(const Algorithm& algorithm, const Contract& contract);

/// Takes steps back to back between two marks, with one wait at the end, and returns the seconds.
/// The time at which they were taken joins `spans`.
double window(Algorithm& algorithm, StageTimer& timer, std::int64_t steps,
              std::vector<HostSpan>& spans);

/// Steps with marks around every stage; the samples of the stages join `timing`'s. Returns seconds
/// per step.
double mark_steps(Algorithm& algorithm, SampleTimer& timer, std::int64_t steps, Timing& timing);

/// Times `algorithm`, which has been loaded with `particles` and has taken a step in `step_s`
/// seconds. Its state afterwards is not physics: reload.
Timing time_steps(Algorithm& algorithm, const Contract& contract, const Particles& particles,
                  const WindowLimits& limits, double step_s, const Progress& progress);

/// Times the stages as time_steps does, but no clean windows: the headline of an evolution is its
/// own.
void time_stages(Algorithm& algorithm, const Contract& contract, const Particles& particles,
                 double step_s, double seconds, Timing& timing, const Progress& progress);

}  // namespace tycho::measure
