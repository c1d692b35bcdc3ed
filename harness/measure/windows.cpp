#include "harness/measure/windows.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "harness/measure/statistics.hpp"

namespace tycho::measure {

namespace {

// Runs until caches are warm and clocks are up, and returns what a step takes by then.
double warm_up(Algorithm& algorithm, StageTimer& timer, double step_s, double seconds,
               std::vector<HostSpan>& spans) {
  const double enough = seconds > 0 ? std::min(0.3, 0.1 * seconds) : 0.3;
  const auto start = HostTime::now();
  std::int64_t steps = 1;
  while (step_s < enough && seconds_since(start) < enough) {
    step_s = window(algorithm, timer, steps, spans) / static_cast<double>(steps);
    if (step_s * static_cast<double>(steps) < 0.05) steps *= 2;
  }
  return step_s;
}

// Marks are kept until a window ends, so a window with marks is bounded in steps.
constexpr std::int64_t kMostMarkedSteps = 1000;
constexpr int kReplayBatches = 21;

// Windows stop before their number is reached when the interval of the median is this narrow.
constexpr double kNarrow = 1e-3;
constexpr std::size_t kFewestForInterval = 6;

std::vector<double> replay(Algorithm& algorithm, const Contract& contract, int stage, int batch) {
  ReplayTimer timer(contract.stages, algorithm.clock(), stage, batch);
  algorithm.clock().clear();
  for (int i = 0; i < kReplayBatches; ++i) algorithm.advance(timer);
  return timer.collect();
}

}  // namespace

std::vector<double> work_shares(const Algorithm& algorithm, const Contract& contract) {
  std::vector<double> shares;
  for (std::size_t s = 0; s < contract.stages.size(); ++s)
    shares.push_back(algorithm.work_share(static_cast<int>(s)));
  return shares;
}

double window(Algorithm& algorithm, StageTimer& timer, std::int64_t steps,
              std::vector<HostSpan>& spans) {
  Clock& clock = algorithm.clock();
  clock.clear();
  const auto begin = HostTime::now();
  const int first = clock.mark();
  for (std::int64_t s = 0; s < steps; ++s) algorithm.advance(timer);
  const int last = clock.mark();
  clock.wait();
  spans.push_back({begin, HostTime::now(), steps});
  return clock.between(first, last).count();
}

double mark_steps(Algorithm& algorithm, SampleTimer& timer, std::int64_t steps, Timing& timing) {
  Clock& clock = algorithm.clock();
  timing.stages.resize(timer.stages().size(), {std::string(clock.method()), 0, {}});
  clock.clear();
  const int first = clock.mark();
  for (std::int64_t s = 0; s < steps; ++s) {
    algorithm.advance(timer);
    timer.end_step();
  }
  const int last = clock.mark();
  clock.wait();
  const double spent = clock.between(first, last).count();
  const StageSamples samples = timer.collect();
  for (std::size_t s = 0; s < samples.size(); ++s) {
    StageTiming& stage = timing.stages[s];
    stage.calls = timer.calls_per_step()[s];
    stage.step_s.insert(stage.step_s.end(), samples[s].begin(), samples[s].end());
  }
  return spent / static_cast<double>(steps);
}

WindowPlan plan_windows(const WindowLimits& limits, double step_s) {
  const double asked = static_cast<double>(limits.steps) * limits.repeats * step_s;
  if (limits.seconds <= 0 || asked <= limits.seconds) return {limits.steps, limits.repeats};
  const double fitting = std::max(1.0, std::floor(limits.seconds / step_s));
  const int windows = static_cast<int>(std::min(10.0, fitting));
  return {static_cast<std::int64_t>(fitting) / windows, windows};
}

int replay_batch(double call_s, double mark_cost_s) {
  if (call_s >= kReplayBelowCosts * mark_cost_s) return 1;
  return static_cast<int>(std::clamp(100 * mark_cost_s / std::max(call_s, 1e-9), 2.0, 2000.0));
}

void time_stages(Algorithm& algorithm, const Contract& contract, const Particles& particles,
                 double step_s, double seconds, Timing& timing, const Progress& progress) {
  Clock& clock = algorithm.clock();
  timing.mark_cost_s = clock.cost().count();
  timing.stages.clear();

  SampleTimer timer(contract.stages, clock);
  std::vector<double> windows;
  const std::int64_t steps = static_cast<std::int64_t>(std::clamp(
      0.2 * seconds / std::max(step_s, 1e-9), 1.0, static_cast<double>(kMostMarkedSteps)));
  const auto start = HostTime::now();
  do {
    windows.push_back(mark_steps(algorithm, timer, steps, timing));
  } while (windows.size() < 5 && seconds_since(start) < seconds);
  timing.instrumented_step_s = summarize(windows).median;

  bool spoilt = false;
  for (std::size_t s = 0; s < timing.stages.size(); ++s) {
    StageTiming& stage = timing.stages[s];
    // Of a stage that most steps do without, the median would be nothing.
    if (stage.calls > 0 && stage.calls < 1) stage.step_s = {mean(stage.step_s)};
    if (stage.calls == 0 || stage.calls > kMostReplayedCalls || !contract.stages[s].replayable)
      continue;
    const double call_s = summarize(stage.step_s).median / stage.calls;
    const int batch = replay_batch(call_s, timing.mark_cost_s);
    if (batch == 1) continue;
    progress("replaying " + std::string(contract.stages[s].id), 0.9);
    if (spoilt) algorithm.load(particles);
    stage.method = "replay";
    stage.step_s = replay(algorithm, contract, static_cast<int>(s), batch);
    for (double& sample : stage.step_s) sample *= stage.calls;
    spoilt = !contract.stages[s].pure;
  }
  timing.stage_windows = {start, HostTime::now(), 0};
}

Timing time_steps(Algorithm& algorithm, const Contract& contract, const Particles& particles,
                  const WindowLimits& limits, double step_s, const Progress& progress) {
  Timing timing;
  SilentTimer silent(contract.stages);
  progress("warming up", 0);
  step_s = warm_up(algorithm, silent, step_s, limits.seconds, timing.warm_ups);

  // Six tenths of the time for the headline, three for the stages; the rest is warm-up and replays.
  WindowLimits headline = limits;
  headline.seconds *= 0.6;
  const WindowPlan plan = plan_windows(headline, step_s);
  timing.steps_per_window = plan.steps;
  // Where not even two steps fit, a step is so long that its marks cannot be felt: one step, with
  // marks, serves for both.
  const bool one_for_both = plan.steps == 1 && plan.windows == 1;
  const std::int64_t waits_before = algorithm.clock().waits();
  const auto start = HostTime::now();
  for (int w = 0; w < plan.windows && !one_for_both; ++w) {
    progress("timing", static_cast<double>(w) / plan.windows);
    timing.step_s.push_back(window(algorithm, silent, plan.steps, timing.windows) /
                            static_cast<double>(plan.steps));
    const bool spent = limits.seconds > 0 && seconds_since(start) > headline.seconds;
    const bool narrow = timing.step_s.size() >= kFewestForInterval &&
                        relative_half_width(summarize(timing.step_s)) < kNarrow;
    if (spent || narrow) break;
  }
  timing.host_waits = algorithm.clock().waits() - waits_before;
  timing.work_share = work_shares(algorithm, contract);

  progress("timing the stages", 0.8);
  const double left = limits.seconds > 0 ? 0.3 * limits.seconds : 2.0;
  time_stages(algorithm, contract, particles, step_s, one_for_both ? 0 : left, timing, progress);
  if (one_for_both) {
    timing.step_s = {timing.instrumented_step_s};
    timing.windows = {*timing.stage_windows};
  }
  return timing;
}

}  // namespace tycho::measure
