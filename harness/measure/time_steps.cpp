#include "harness/measure/time_steps.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "harness/measure/agreed.hpp"
#include "harness/measure/replay.hpp"
#include "harness/measure/statistics.hpp"
#include "harness/measure/windows.hpp"

namespace tycho::measure {

namespace {

// Runs until caches are warm and clocks are up, and returns what a step takes by then.
double warm_up(Algorithm& algorithm, StageTimer& timer, double step_s, double seconds,
               std::vector<HostSpan>& spans, Ranks& ranks) {
  const double enough = seconds > 0 ? std::min(0.3, 0.1 * seconds) : 0.3;
  const auto start = HostTime::now();
  std::int64_t steps = 1;
  Timing ignored;
  ignored.ranks = &ranks;
  while (step_s < enough && agreed_since(ranks, start) < enough) {
    step_s = window(algorithm, timer, steps, ignored) / static_cast<double>(steps);
    if (step_s * static_cast<double>(steps) < 0.05) steps *= 2;
  }
  spans = std::move(ignored.windows);
  return step_s;
}

// Windows stop before their number is reached when the interval of the median is this narrow.
constexpr double kNarrow = 1e-3;
constexpr std::size_t kFewestForInterval = 6;

// Where windows are cut from a time, or from a single repeat.
constexpr int kWindows = 10;

// For the stages where no time is given.
constexpr double kStagesSeconds = 2;
// A repeat that is run whole is cut short after this many times `whole_s`.
constexpr double kWrongBy = 1.5;

bool runs_whole(const WindowLimits& limits, double step_s) {
  return static_cast<double>(limits.steps) * step_s < limits.whole_s;
}

// One repeat as several windows: a single window has no interval, by which noise could be seen.
WindowPlan cut(std::int64_t steps) {
  const std::int64_t each = (steps + kWindows - 1) / kWindows;
  return {each, static_cast<int>((steps + each - 1) / each)};
}

std::int64_t rounded_up(std::int64_t steps, std::int64_t period) {
  return (steps + period - 1) / period * period;
}

// The windows of a plan in whole periods, as many steps in all or up to a window more.
WindowPlan in_periods(const WindowPlan& plan, const WindowLimits& limits, double step_s) {
  const double period_s = static_cast<double>(limits.period) * step_s;
  if (limits.seconds > 0 && period_s > kLongestPeriod * limits.seconds) return plan;
  const std::int64_t steps = rounded_up(plan.steps, limits.period);
  if (plan.steps == limits.steps) return {steps, plan.windows};  // published repeats
  const std::int64_t all = plan.steps * plan.windows;
  return {steps, static_cast<int>((all + steps - 1) / steps)};
}

// How many steps are marked after each clean window.
std::int64_t marked_in_window(const WindowPlan& plan, std::int64_t period, double step_s,
                              double seconds) {
  const double fitting = seconds / plan.windows / std::max(step_s, 1e-9);
  const std::int64_t steps = static_cast<std::int64_t>(
      std::clamp(fitting, 1.0, static_cast<double>(std::min(plan.steps, kMostMarkedSteps))));
  if (steps >= kMarkedBlock && kMarkedBlock % period == 0)
    return steps / kMarkedBlock * kMarkedBlock;
  return plan.steps % period == 0 ? rounded_up(steps, period) : steps;
}

/// Steps one after the other: clean windows, whose times are the headline's, and steps with marks,
/// whose times are the stages'.
class Passage {
 public:
  Passage(Algorithm& algorithm, const Contract& contract, Timing& timing)
      : algorithm_(algorithm),
        silent_(contract.stages),
        marking_(contract.stages, algorithm.clock()),
        timing_(timing) {}

  void clean(std::int64_t steps) {
    const auto begin = HostTime::now();
    timing_.step_s.push_back(window(algorithm_, silent_, steps, timing_) /
                             static_cast<double>(steps));
    in_headline_ += agreed_since(*timing_.ranks, begin);
    at_ += steps;
  }
  MarkedSteps mark(std::int64_t steps) {
    if (steps == 0) return {};
    const auto begin = HostTime::now();
    const MarkedSteps marked = mark_steps(algorithm_, marking_, steps, timing_);
    timing_.marked.push_back({at_, at_ + steps});
    in_stages_ += agreed_since(*timing_.ranks, begin);
    at_ += steps;
    return marked;
  }
  /// Half of the marks before the window and half after it: where steps become longer or shorter
  /// with time, the means of both are of the same time.
  void clean_amid_marks(std::int64_t steps, std::int64_t marks) {
    const std::int64_t before =
        marks < 2 * kMarkedBlock ? marks / 2 : marks / 2 / kMarkedBlock * kMarkedBlock;
    MarkedSteps around = mark(before);
    if (!timing_.marks_in_headline) clean(steps);
    if (marks == 0) return;
    around.add(mark(marks - before));
    timing_.marked_step_s.push_back(around.seconds / static_cast<double>(around.steps));
    marked_.add(around);
  }
  void set_stages() {
    measure::set_stages(marked_, marking_, algorithm_.clock(), StageSampling::kBlocks, timing_);
  }

  // Seconds of the host.
  double in_headline() const { return in_headline_; }
  double in_stages() const { return in_stages_; }

 private:
  Algorithm& algorithm_;
  SilentTimer silent_;
  SampleTimer marking_;
  Timing& timing_;
  MarkedSteps marked_;
  double in_headline_ = 0, in_stages_ = 0;
  std::int64_t at_ = 0;  // steps taken since the first
};

bool is_narrow(const std::vector<double>& step_s) {
  return step_s.size() >= kFewestForInterval && relative_half_width(summarize(step_s)) < kNarrow;
}

// All windows of a plan, or as many as there is time for or are needed.
void take_windows(Passage& passage, const WindowPlan& plan, const WindowLimits& limits,
                  double step_s, const Progress& progress, Timing& timing) {
  const bool limited = limits.seconds > 0;
  const double for_headline = kForHeadline * limits.seconds;
  const double for_stages = limited ? kForStages * limits.seconds : kStagesSeconds;
  const double allowed =
      runs_whole(limits, step_s) ? std::max(for_headline, kWrongBy * limits.whole_s) : for_headline;
  const bool all_planned = plan.steps * plan.windows >= limits.steps;
  const std::int64_t marked = marked_in_window(plan, limits.period, step_s, for_stages);
  for (int w = 0; w < plan.windows; ++w) {
    progress("timing", static_cast<double>(w) / plan.windows);
    passage.clean_amid_marks(plan.steps, w == 0 || passage.in_stages() < for_stages ? marked : 0);
    const bool enough = !all_planned || timing.steps_measured() >= limits.steps;
    if ((limited && passage.in_headline() > allowed) || (is_narrow(timing.step_s) && enough)) break;
  }
}

}  // namespace

WindowPlan plan_windows(const WindowLimits& limits, double step_s) {
  const auto plan = [&]() -> WindowPlan {
    const double asked = static_cast<double>(limits.steps) * limits.repeats * step_s;
    if (limits.seconds <= 0 || asked <= limits.seconds)
      return limits.repeats == 1 ? cut(limits.steps) : WindowPlan{limits.steps, limits.repeats};
    const double fitting = std::max(1.0, std::floor(limits.seconds / step_s));
    if (fitting < static_cast<double>(limits.steps) && runs_whole(limits, step_s))
      return cut(limits.steps);
    const int windows = static_cast<int>(std::min<double>(kWindows, fitting));
    return {static_cast<std::int64_t>(fitting) / windows, windows};
  };
  return limits.period > 1 ? in_periods(plan(), limits, step_s) : plan();
}

Timing time_steps(const Subject& subject, const WindowLimits& limits, double step_s) {
  Algorithm& algorithm = subject.algorithm;
  const Contract& contract = subject.contract;
  Ranks& ranks = subject.ranks;
  Timing timing;
  timing.ranks = &ranks;
  SilentTimer silent(contract.stages);
  subject.progress("warming up", 0);
  step_s = warm_up(algorithm, silent, step_s, limits.seconds, timing.warm_ups, ranks);

  WindowLimits headline = limits;
  headline.seconds *= kForHeadline;
  const WindowPlan plan = plan_windows(headline, step_s);
  timing.steps_per_window = plan.steps;
  timing.mark_cost_s = ranks.agree(algorithm.clock().cost().count());
  // Where not even two steps fit, a step is so long that its marks cannot be felt: one step, with
  // marks, serves for both.
  timing.marks_in_headline = plan.steps == 1 && plan.windows == 1;

  Passage passage(algorithm, contract, timing);
  const auto start = HostTime::now();
  take_windows(passage, plan, limits, step_s, subject.progress, timing);
  timing.work_share = work_shares(algorithm, contract);
  timing.stage_windows = {start, HostTime::now(), 0};
  if (timing.marks_in_headline) {
    timing.step_s = timing.marked_step_s;
    timing.windows = {*timing.stage_windows};
    if (timing.marked_waits) timing.host_waits = *timing.marked_waits + 1;
  }
  timing.clean_step_s = summarize(timing.step_s).median;
  passage.set_stages();
  replay_short_stages(subject, {[&] { algorithm.load(subject.initial); }}, timing);
  return timing;
}

}  // namespace tycho::measure
