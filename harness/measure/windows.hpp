// Timing that does not disturb: docs/timing.md has the rules.
#pragma once

#include <cstdint>
#include <vector>

#include "core/algorithm.hpp"
#include "harness/measure/progress.hpp"
#include "harness/measure/timing.hpp"

namespace tycho::measure {

struct WindowLimits {
  std::int64_t steps = 1;  // of one published repeat
  int repeats = 1;
  double seconds = 0;  // 0: no limit
  /// The steps of one repeat are run where they take less than this, whatever `seconds` says.
  double whole_s = 0;
};

/// Of the time allowed, the headline's part and that of the stages; the rest is warm-up and
/// replays.
inline constexpr double kForHeadline = 0.6, kForStages = 0.3;

/// How the windows are cut: the published repeats where the time allows them; else ten windows
/// (fewer if not even ten steps fit) of as many steps as fit, or of all steps of a repeat where
/// these take less than `whole_s`.
struct WindowPlan {
  std::int64_t steps = 1;
  int windows = 1;
};
WindowPlan plan_windows(const WindowLimits& limits, double step_s);

/// What the algorithm says of every stage since it was loaded.
std::vector<double> work_shares(const Algorithm& algorithm, const Contract& contract);

/// Adds to a count of waits what was waited for in its life. Leaves the count absent where the work
/// is the host's own: nothing is waited for, and the clock counts nothing.
class CountWaits {
 public:
  CountWaits(const Clock& clock, std::optional<std::int64_t>& count)
      : clock_(clock), count_(count), before_(clock.waits()) {}
  ~CountWaits() {
    if (clock_.method() != "clock") count_ = count_.value_or(0) + clock_.waits() - before_;
  }
  CountWaits(const CountWaits&) = delete;
  CountWaits& operator=(const CountWaits&) = delete;

 private:
  const Clock& clock_;
  std::optional<std::int64_t>& count_;
  std::int64_t before_;
};

/// Takes steps back to back between two marks, with one wait at the end, and returns the seconds,
/// of several ranks the longest.
/// The time at which they were taken joins the timing's windows, and its waits are counted.
double window(Algorithm& algorithm, StageTimer& timer, std::int64_t steps, Timing& timing);

/// What steps with marks around every stage came to.
struct MarkedSteps {
  std::int64_t steps = 0;
  double seconds = 0;           // of all steps
  std::vector<double> stage_s;  // of all steps, by stage
  StageSamples blocks;          // by stage: means over kMarkedBlock steps each
  std::vector<double> mean_s;   // as stage_s, in the mean over the ranks

  void add(const MarkedSteps& more);
};

/// A stage that only every 16th or 32nd step has is in every block of this length equally often.
inline constexpr std::int64_t kMarkedBlock = 32;

/// Takes steps with marks around every stage; waits are counted in the timing's.
MarkedSteps mark_steps(Algorithm& algorithm, SampleTimer& timer, std::int64_t steps,
                       Timing& timing);

/// The stages of a timing from marked steps: samples are the blocks or, where the steps need not be
/// alike, the one mean over all steps.
enum class StageSampling { kBlocks, kOneMean };
void set_stages(const MarkedSteps& marked, const SampleTimer& timer, const Clock& clock,
                StageSampling sampling, Timing& timing);

/// Times `algorithm`, which has been loaded with `particles` and has taken a step in `step_s`
/// seconds. Windows with marks stand between the windows of the headline, so that both see the same
/// stretch of steps and the same machine. The algorithm's state afterwards is not physics: reload.
Timing time_steps(Algorithm& algorithm, const Contract& contract, const Particles& particles,
                  const WindowLimits& limits, double step_s, const Progress& progress,
                  Ranks& ranks = alone());

}  // namespace tycho::measure
