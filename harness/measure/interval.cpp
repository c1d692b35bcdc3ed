#include "harness/measure/interval.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "harness/measure/checkpoint.hpp"
#include "harness/measure/noise_gate.hpp"
#include "harness/measure/statistics.hpp"

namespace tycho::measure {

Interval measure_interval(Algorithm& algorithm, const Contract& contract, const Particles& initial,
                          const EnergyError& energy_error, const IntervalPlan& plan,
                          const Progress& progress) {
  Interval result;
  progress("loading", 0);
  algorithm.load(initial);
  result.initial_potential = algorithm.field("particle_potential");
  if (energy_error) energy_error(initial);
  Particles now(initial.size());
  const auto look = [&](std::int64_t steps) {
    now.poison();
    algorithm.store(now);
    if (!energy_error) return;
    result.energy_error.emplace_back(plan.dt * static_cast<double>(steps), energy_error(now));
  };

  std::optional<std::vector<double>> kept;
  if (!plan.checkpoint.empty()) kept = load_checkpoint(plan.checkpoint, plan.key);
  result.from_checkpoint = kept.has_value();
  if (kept) {
    algorithm.restore(initial, *kept);
  } else {
    GuardTimer guard(contract.stages, algorithm.clock());
    for (std::int64_t s = 0; s < plan.lead_in; ++s) {
      progress("leading in", static_cast<double>(s) / static_cast<double>(plan.lead_in));
      algorithm.advance(guard);
    }
    kept = algorithm.checkpoint();
    if (!plan.checkpoint.empty() && !kept->empty())
      save_checkpoint(plan.checkpoint, plan.key, *kept);
  }
  look(plan.lead_in);

  Timing& timing = result.timing;
  const double steps = static_cast<double>(plan.limits.steps);
  timing.steps_per_window = plan.limits.steps;
  const bool repeatable = !kept->empty();
  if (repeatable && !result.from_checkpoint) algorithm.restore(initial, *kept);
  // The shares count from load() or restore(): a lead-in's is taken out.
  const std::vector<double> of_lead_in = work_shares(algorithm, contract);

  progress("timing the stages", 0);
  timing.mark_cost_s = algorithm.clock().cost().count();
  SampleTimer marking(contract.stages, algorithm.clock());
  std::int64_t waits_before = algorithm.clock().waits();
  const auto marked_from = HostTime::now();
  timing.instrumented_step_s = mark_steps(algorithm, marking, plan.limits.steps, timing);
  timing.stage_windows = {marked_from, HostTime::now(), plan.limits.steps};
  // Timed as a whole: steps along the way need not be alike, and a stage's median would be one's.
  for (StageTiming& stage : timing.stages)
    if (!stage.step_s.empty()) stage.step_s = {mean(stage.step_s)};
  timing.work_share = work_shares(algorithm, contract);
  if (!repeatable) {
    const double before = static_cast<double>(plan.lead_in);
    for (std::size_t s = 0; s < of_lead_in.size(); ++s)
      timing.work_share[s] =
          (timing.work_share[s] * (before + steps) - of_lead_in[s] * before) / steps;
  }

  if (!repeatable || timing.instrumented_step_s * steps > plan.long_s) {
    timing.step_s = {timing.instrumented_step_s};
    timing.windows = {*timing.stage_windows};
  } else {
    SilentTimer silent(contract.stages);
    waits_before = algorithm.clock().waits();
    const auto start = HostTime::now();
    const int most = (1 + kMostAgain) * plan.limits.repeats;
    for (int r = 0; r < most; ++r) {
      // Noisy: as many again, of which each passes the same steps as those before.
      if (r >= plan.limits.repeats && r % plan.limits.repeats == 0) {
        if (!noisy(timing.step_s)) break;
        ++timing.measured_again;
      }
      progress("timing", std::min(1.0, static_cast<double>(r) / plan.limits.repeats));
      algorithm.restore(initial, *kept);
      timing.step_s.push_back(window(algorithm, silent, plan.limits.steps, timing.windows) / steps);
      if (plan.limits.seconds > 0 && seconds_since(start) > 0.6 * plan.limits.seconds) break;
    }
  }
  timing.host_waits = algorithm.clock().waits() - waits_before;

  look(plan.lead_in + plan.limits.steps);
  result.final = now;
  return result;
}

}  // namespace tycho::measure
