// Timing that does not disturb: docs/timing.md has the rules.
#pragma once

#include <cstdint>

#include "harness/measure/subject.hpp"
#include "harness/measure/timing.hpp"

namespace tycho::measure {

struct WindowLimits {
  std::int64_t steps = 1;  // of one published repeat
  int repeats = 1;
  double seconds = 0;  // 0: no limit
  /// The steps of one repeat are run where they take less than this, whatever `seconds` says.
  double whole_s = 0;
  std::int64_t period = 1;  // steps after which the same work comes again
};

/// Of the time allowed, the headline's part and that of the stages; the rest is warm-up and
/// replays.
inline constexpr double kForHeadline = 0.6, kForStages = 0.3;

/// How the windows are cut: the published repeats where the time allows them; else ten windows
/// (fewer if not even ten steps fit) of as many steps as fit, or of all steps of a repeat where
/// these take less than `whole_s`. A window is of whole periods, so that all do the same work,
/// unless a single period takes more than kLongestPeriod times the seconds allowed.
struct WindowPlan {
  std::int64_t steps = 1;
  int windows = 1;
};
inline constexpr double kLongestPeriod = 4;
WindowPlan plan_windows(const WindowLimits& limits, double step_s);

/// Times an algorithm that has been loaded and has taken a step in `step_s` seconds. Windows with
/// marks stand between the windows of the headline, so that both see the same stretch of steps and
/// the same machine. The algorithm's state afterwards is not physics: reload.
Timing time_steps(const Subject& subject, const WindowLimits& limits, double step_s);

}  // namespace tycho::measure
