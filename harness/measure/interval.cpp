#include "harness/measure/interval.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>

#include "harness/measure/agreed.hpp"
#include "harness/measure/checkpoint.hpp"
#include "harness/measure/noise_gate.hpp"
#include "harness/measure/statistics.hpp"

namespace tycho::measure {

namespace {

// Passages with marks beyond the first.
constexpr int kMarkedPassages = 3;
// A first passage shorter than this part of the time allowed warms up and is not counted.
constexpr double kToWarmUp = 0.2;

// What stages did of their work in the timed steps alone.
std::vector<double> shares_of_timed(Algorithm& algorithm, const Contract& contract,
                                    const std::vector<double>& of_lead_in,
                                    const IntervalPlan& plan) {
  std::vector<double> shares = work_shares(algorithm, contract);
  const double before = static_cast<double>(plan.lead_in);
  const double steps = static_cast<double>(plan.limits.steps);
  for (std::size_t s = 0; s < of_lead_in.size(); ++s)
    shares[s] = (shares[s] * (before + steps) - of_lead_in[s] * before) / steps;
  return shares;
}

// How the state before the timed steps is reached again.
struct WayBack {
  std::function<void()> go;
  bool restores = false;  // a checkpoint, where the algorithm counts its work anew
  bool is_short = false;  // so that the steps can be passed several times
};

// The timed steps, with marks and without in turn, each time from the same state. The algorithm is
// in this state, loaded (and led in) or restored; afterwards it is at the end of the steps.
void time_passages(const Subject& subject, const IntervalPlan& plan, const WayBack& back,
                   Timing& timing) {
  Algorithm& algorithm = subject.algorithm;
  const Contract& contract = subject.contract;
  const Progress& progress = subject.progress;
  const WindowLimits& limits = plan.limits;
  const double steps = static_cast<double>(limits.steps);
  // The shares count from load() or restore(): a lead-in's is taken out.
  const std::vector<double> of_lead_in =
      back.restores ? std::vector<double>{} : work_shares(algorithm, contract);
  timing.steps_per_window = limits.steps;
  timing.marked = {{0, limits.steps}};
  timing.mark_cost_s = timing.ranks->agree(algorithm.clock().cost().count());
  SampleTimer marking(contract.stages, algorithm.clock());
  SilentTimer silent(contract.stages);
  MarkedSteps marked;
  double in_stages = 0, in_headline = 0;
  const auto start = HostTime::now();
  const auto pass_with_marks = [&] {
    progress("timing the stages", 0);
    const MarkedSteps passage =
        mark_steps(algorithm, marking, limits.steps, timing, {}, [&](std::int64_t taken) {
          progress("timing the stages", static_cast<double>(taken) / steps);
        });
    timing.marked_step_s.push_back(passage.seconds / steps);
    marked.add(passage);
    in_stages += passage.seconds;
  };
  pass_with_marks();
  timing.work_share = shares_of_timed(algorithm, contract, of_lead_in, plan);

  timing.marks_in_headline = !back.is_short || in_stages > plan.long_s;
  if (!timing.marks_in_headline) {
    const bool limited = limits.seconds > 0;
    if (!limited || in_stages < kToWarmUp * limits.seconds) {
      marked = {};
      timing.marked_step_s.clear();
      timing.marked_waits.reset();
      timing.received = {};
      in_stages = 0;
    }
    for (int r = 0; r < (1 + kMostAgain) * limits.repeats; ++r) {
      // Noisy: as many again, of which each passes the same steps as those before.
      if (r >= limits.repeats && r % limits.repeats == 0) {
        if (!noisy(timing.step_s)) break;
        ++timing.measured_again;
      }
      progress("timing", std::min(1.0, static_cast<double>(r) / limits.repeats));
      back.go();
      timing.step_s.push_back(window(algorithm, silent, limits.steps, timing) / steps);
      in_headline += timing.step_s.back() * steps;
      const bool more = static_cast<int>(timing.marked_step_s.size()) < kMarkedPassages &&
                        (!limited || in_stages < kForStages * limits.seconds);
      if (marked.steps == 0 || more) {
        back.go();
        pass_with_marks();
      }
      if (limited && in_headline > kForHeadline * limits.seconds) break;
    }
  }
  timing.stage_windows = {start, HostTime::now(), limits.steps};
  if (timing.marks_in_headline) {
    timing.step_s = timing.marked_step_s;
    timing.windows = {*timing.stage_windows};
    if (timing.marked_waits) timing.host_waits = *timing.marked_waits + 1;
  }
  timing.clean_step_s = summarize(timing.step_s).median;
  set_stages(marked, marking, algorithm.clock(), StageSampling::kOneMean, timing);
}

}  // namespace

Interval measure_interval(const Subject& subject, EnergyError energy_error,
                          const IntervalPlan& plan) {
  Algorithm& algorithm = subject.algorithm;
  const Contract& contract = subject.contract;
  const Particles& initial = subject.initial;
  const Progress& progress = subject.progress;
  Ranks& ranks = subject.ranks;
  Interval result;
  result.timing.ranks = &ranks;
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
  if (!plan.checkpoint.empty())
    ranks.all_or_none([&] {
      if (auto found = load_checkpoint(plan.checkpoint, plan.key)) kept = std::move(found->state);
    });
  // A rank that was slow to look may find what others have not: all go the same way.
  if (ranks.largest(kept ? 0 : 1) == 1) kept.reset();
  result.from_checkpoint = kept.has_value();
  double lead_in_s = 0;
  if (kept) {
    algorithm.restore(initial, *kept);
  } else {
    const auto start = HostTime::now();
    GuardTimer guard(contract.stages, algorithm.clock());
    for (std::int64_t s = 0; s < plan.lead_in; ++s) {
      progress("leading in", static_cast<double>(s) / static_cast<double>(plan.lead_in));
      algorithm.advance(guard);
    }
    lead_in_s = agreed_since(ranks, start);
    kept = algorithm.checkpoint();
    if (!plan.checkpoint.empty() && !kept->empty() && ranks.rank() == 0)
      save_checkpoint(plan.checkpoint, plan.key, *kept);
  }
  look(plan.lead_in);

  // Without a checkpoint the way back is the lead-in, where that is short.
  const bool restores = !kept->empty();
  if (restores && !result.from_checkpoint) algorithm.restore(initial, *kept);
  WayBack back;
  back.restores = restores;
  back.is_short = restores || lead_in_s <= plan.long_s;
  back.go = [&] {
    if (restores) return algorithm.restore(initial, *kept);
    algorithm.load(initial);
    SilentTimer silent(contract.stages);
    for (std::int64_t s = 0; s < plan.lead_in; ++s) algorithm.advance(silent);
  };
  time_passages(subject, plan, back, result.timing);

  look(plan.lead_in + plan.limits.steps);
  result.final = now;
  return result;
}

}  // namespace tycho::measure
