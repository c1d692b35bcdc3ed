#include "harness/measure/windows.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "harness/measure/agreed.hpp"
#include "harness/measure/replay.hpp"
#include "harness/measure/statistics.hpp"

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

// Marks are kept until a window ends, so a window with marks is bounded in steps.
constexpr std::int64_t kMostMarkedSteps = 1000;

// Windows stop before their number is reached when the interval of the median is this narrow.
constexpr double kNarrow = 1e-3;
constexpr std::size_t kFewestForInterval = 6;

// Where windows are cut from a time, or from a single repeat.
constexpr int kWindows = 10;

// For the stages where no time is given.
constexpr double kStagesSeconds = 2;
// The steps of a repeat take this many times as long as the first ones said before they are cut.
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

// In one exchange, so that the marks of a long piece cost no more than those of a short one.
void agree_on(MarkedSteps& marked, Ranks& ranks) {
  marked.mean_s = mean_over(ranks, marked.stage_s);
  std::vector<double> times{marked.seconds};
  times.insert(times.end(), marked.stage_s.begin(), marked.stage_s.end());
  for (const std::vector<double>& blocks : marked.blocks)
    times.insert(times.end(), blocks.begin(), blocks.end());
  agree(ranks, times);
  auto next = times.begin();
  const auto take = [&](double& into) { into = *next++; };
  take(marked.seconds);
  for (double& sum : marked.stage_s) take(sum);
  for (std::vector<double>& blocks : marked.blocks)
    for (double& block : blocks) take(block);
}

/// Takes steps, or up to where one is due to be left; what is measured of them is not filled in.
template <typename AfterStep>
Piece take_steps(Algorithm& algorithm, StageTimer& timer, std::int64_t steps, const Due& due,
                 const AfterStep& after_step) {
  Piece taken;
  while (taken.steps < steps) {
    if (due)
      taken.within_step = !algorithm.advance_part(timer);
    else
      algorithm.advance(timer);
    if (!taken.within_step) {
      ++taken.steps;
      after_step();
    }
    if (due && due()) break;
  }
  return taken;
}

// A piece whose marks are kept at once.
MarkedSteps mark_piece(Algorithm& algorithm, SampleTimer& timer, std::int64_t steps, Timing& timing,
                       const Due& due) {
  Clock& clock = algorithm.clock();
  const Traffic before = timing.ranks->traffic();
  clock.clear();
  const int first = clock.mark();
  const Piece taken = take_steps(algorithm, timer, steps, due, [&] { timer.end_step(); });
  if (taken.within_step) timer.end_part();
  const int last = clock.mark();
  clock.wait();
  timing.received += timing.ranks->traffic() - before;
  MarkedSteps marked;
  marked.steps = taken.steps;
  marked.within_step = taken.within_step;
  marked.seconds = clock.between(first, last).count();
  for (const std::vector<double>& samples : timer.collect()) {
    double sum = 0;
    std::vector<double>& blocks = marked.blocks.emplace_back();
    for (std::size_t from = 0; from < samples.size(); from += kMarkedBlock) {
      // What is left at the end joins the last block, or is one where there is no other.
      const std::size_t left = samples.size() - from;
      if (left < kMarkedBlock && from > 0) break;
      const auto begin = samples.begin() + static_cast<std::ptrdiff_t>(from);
      const bool last_block = left < 2 * kMarkedBlock;
      const auto end = last_block ? samples.end() : begin + kMarkedBlock;
      blocks.push_back(mean({begin, end}));
    }
    for (const double sample : samples) sum += sample;
    marked.stage_s.push_back(sum);
  }
  agree_on(marked, *timing.ranks);
  return marked;
}

}  // namespace

std::vector<double> work_shares(Algorithm& algorithm, const Contract& contract) {
  algorithm.settle();
  std::vector<double> shares;
  for (std::size_t s = 0; s < contract.stages.size(); ++s)
    shares.push_back(algorithm.work_share(static_cast<int>(s)));
  return shares;
}

Piece piece(Algorithm& algorithm, StageTimer& timer, std::int64_t steps, Timing& timing,
            const Due& due) {
  Clock& clock = algorithm.clock();
  Piece taken;
  {
    const CountWaits waits(clock, timing.host_waits);
    clock.clear();
    const auto begin = HostTime::now();
    const int first = clock.mark();
    taken = take_steps(algorithm, timer, steps, due, [] {});
    const int last = clock.mark();
    const double host_s = seconds_since(begin);
    const bool never_waited = clock.method() != "clock" && waits.so_far() == 0;
    clock.wait();
    taken.seconds = timing.ranks->agree(clock.between(first, last).count());
    if (never_waited && !taken.within_step) {
      ++timing.enqueued.windows;
      timing.enqueued.steps += taken.steps;
      timing.enqueued.host_s += host_s;
      timing.enqueued.window_s += taken.seconds;
    }
  }
  if (timing.host_waits && taken.within_step) --*timing.host_waits;
  return taken;
}

double window(Algorithm& algorithm, StageTimer& timer, std::int64_t steps, Timing& timing) {
  const auto begin = HostTime::now();
  const double seconds = piece(algorithm, timer, steps, timing).seconds;
  timing.windows.push_back({begin, HostTime::now(), steps});
  return seconds;
}

void MarkedSteps::add(const MarkedSteps& more) {
  steps += more.steps;
  seconds += more.seconds;
  within_step = more.within_step;
  stage_s.resize(more.stage_s.size());
  blocks.resize(more.blocks.size());
  mean_s.resize(more.mean_s.size());
  for (std::size_t s = 0; s < stage_s.size(); ++s) {
    stage_s[s] += more.stage_s[s];
    mean_s[s] += more.mean_s[s];
    blocks[s].insert(blocks[s].end(), more.blocks[s].begin(), more.blocks[s].end());
  }
}

MarkedSteps mark_steps(Algorithm& algorithm, SampleTimer& timer, std::int64_t steps, Timing& timing,
                       const Due& due) {
  MarkedSteps marked;
  std::int64_t at_ends = 0;  // waits for what a piece measured
  {
    const CountWaits waits(algorithm.clock(), timing.marked_waits);
    for (bool left = false; marked.steps < steps && !left; at_ends += 2) {
      const std::int64_t asked = std::min(steps - marked.steps, kMostMarkedSteps);
      const MarkedSteps more = mark_piece(algorithm, timer, asked, timing, due);
      left = more.steps < asked;
      marked.add(more);
    }
  }
  if (timing.marked_waits) *timing.marked_waits -= at_ends;
  return marked;
}

void set_stages(const MarkedSteps& marked, const SampleTimer& timer, const Clock& clock,
                StageSampling sampling, Timing& timing) {
  std::vector<double> calls = timer.calls_per_step();
  agree(*timing.ranks, calls);
  timing.stages.clear();
  timing.steps_marked = marked.steps;
  for (std::size_t s = 0; s < marked.stage_s.size(); ++s) {
    const double all = marked.stage_s[s] / static_cast<double>(marked.steps);
    const bool one = sampling == StageSampling::kOneMean || calls[s] < 1;
    timing.stages.push_back({std::string(clock.method()),
                             calls[s],
                             one ? std::vector<double>{all} : marked.blocks[s],
                             all,
                             {}});
    if (!timing.ranks->alone())
      timing.stages.back().rank_mean_s = marked.mean_s[s] / static_cast<double>(marked.steps);
  }
}

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

Timing time_steps(Algorithm& algorithm, const Contract& contract, const Particles& particles,
                  const WindowLimits& limits, double step_s, const Progress& progress,
                  Ranks& ranks) {
  Timing timing;
  timing.ranks = &ranks;
  SilentTimer silent(contract.stages);
  progress("warming up", 0);
  step_s = warm_up(algorithm, silent, step_s, limits.seconds, timing.warm_ups, ranks);

  const bool limited = limits.seconds > 0;
  WindowLimits headline = limits;
  headline.seconds *= kForHeadline;
  const WindowPlan plan = plan_windows(headline, step_s);
  const double for_stages = limited ? kForStages * limits.seconds : kStagesSeconds;
  const std::int64_t marked_steps = marked_in_window(plan, limits.period, step_s, for_stages);
  timing.steps_per_window = plan.steps;
  timing.mark_cost_s = ranks.agree(algorithm.clock().cost().count());
  // Where not even two steps fit, a step is so long that its marks cannot be felt: one step, with
  // marks, serves for both.
  timing.marks_in_headline = plan.steps == 1 && plan.windows == 1;

  SampleTimer marking(contract.stages, algorithm.clock());
  MarkedSteps marked;
  const auto start = HostTime::now();
  double in_headline = 0, in_stages = 0;  // seconds of the host
  std::int64_t at = 0;                    // steps taken since the first of them
  const auto mark = [&](std::int64_t steps) {
    if (steps == 0) return MarkedSteps{};
    const auto begin = HostTime::now();
    const MarkedSteps more = mark_steps(algorithm, marking, steps, timing);
    timing.marked.push_back({at, at + steps});
    at += steps;
    in_stages += agreed_since(ranks, begin);
    return more;
  };
  const bool all_planned = plan.steps * plan.windows >= limits.steps;
  const double allowed = runs_whole(limits, step_s)
                             ? std::max(headline.seconds, kWrongBy * limits.whole_s)
                             : headline.seconds;
  for (int w = 0; w < plan.windows; ++w) {
    progress("timing", static_cast<double>(w) / plan.windows);
    // Half before the window and half after it: where steps become longer or shorter with time,
    // the means of both are of the same time.
    const std::int64_t marks = w == 0 || in_stages < for_stages ? marked_steps : 0;
    const std::int64_t before =
        marks < 2 * kMarkedBlock ? marks / 2 : marks / 2 / kMarkedBlock * kMarkedBlock;
    MarkedSteps around = mark(before);
    if (!timing.marks_in_headline) {
      const auto begin = HostTime::now();
      timing.step_s.push_back(window(algorithm, silent, plan.steps, timing) /
                              static_cast<double>(plan.steps));
      in_headline += agreed_since(ranks, begin);
      at += plan.steps;
    }
    if (marks > 0) {
      around.add(mark(marks - before));
      timing.marked_step_s.push_back(around.seconds / static_cast<double>(around.steps));
      marked.add(around);
    }
    const bool narrow = timing.step_s.size() >= kFewestForInterval &&
                        relative_half_width(summarize(timing.step_s)) < kNarrow;
    const bool enough = !all_planned || timing.steps_measured() >= limits.steps;
    if ((limited && in_headline > allowed) || (narrow && enough)) break;
  }
  timing.work_share = work_shares(algorithm, contract);
  timing.stage_windows = {start, HostTime::now(), 0};
  if (timing.marks_in_headline) {
    timing.step_s = timing.marked_step_s;
    timing.windows = {*timing.stage_windows};
    if (timing.marked_waits) timing.host_waits = *timing.marked_waits + 1;
  }
  timing.clean_step_s = summarize(timing.step_s).median;
  set_stages(marked, marking, algorithm.clock(), StageSampling::kBlocks, timing);
  replay_short_stages(algorithm, contract, {[&] { algorithm.load(particles); }}, timing, progress);
  return timing;
}

}  // namespace tycho::measure
