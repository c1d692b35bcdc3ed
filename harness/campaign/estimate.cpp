#include "harness/campaign/estimate.hpp"

#include <algorithm>
#include <numeric>

#include "core/contract.hpp"
#include "harness/campaign/slow_double.hpp"

namespace tycho::campaign {

namespace {

/// What is assumed of a machine: modest, so that estimates are rather too long.
struct Rates {
  double flops_per_s, bytes_per_s, seconds_per_stage;
};

Rates rates_of(const cases::RunSpec& run) {
  // A small share of a recent GPU's peak; a launch costs a few microseconds.
  if (run.settings.backend() == Backend::kCuda) {
    const double slower = run.slow_double > 0 ? run.slow_double / double{kUsualSingleToDouble} : 1;
    return {5e12 / slower, 1e12, 2.5e-6};
  }
  // Plain scalar loops with a square root and a divide in them, per thread.
  const double threads = run.settings.threads();
  return {2e9 * threads, 5e9 * std::min(threads, 8.0), 1e-7};
}

// A process, its first touch of the device, the initial condition, verification.
Seconds overhead(const cases::RunSpec& run) {
  return Seconds(run.settings.backend() == Backend::kCuda ? 1.5 : 0.5);
}

// Every step is timed twice: once undisturbed, once stage by stage (docs/timing.md).
constexpr double kWindows = 2;

}  // namespace

bool is_whole(const cases::RunSpec& run) {
  return run.origin && run.origin->measure != terms::Measure::kTiming;
}

Seconds estimate_step(const cases::RunSpec& run) {
  const Rates rates = rates_of(run);
  const Contract& contract = run.settings.contract();
  double seconds = 0;
  for (std::size_t stage = 0; stage < contract.stages.size(); ++stage) {
    const Work work = contract.work(static_cast<int>(stage), run.settings, run.particles);
    seconds += rates.seconds_per_stage +
               std::max(work.flops / rates.flops_per_s, work.bytes / rates.bytes_per_s);
  }
  return Seconds(seconds);
}

Seconds estimate_measuring(const cases::RunSpec& run) {
  const Seconds step = estimate_step(run);
  const double steps =
      static_cast<double>(run.steps) * (is_whole(run) ? 1 : kWindows * run.repeats);
  const Seconds published = step * (steps + static_cast<double>(run.lead_in));
  if (run.seconds <= 0) return published;
  return std::min(published, std::max(Seconds(run.seconds), step * kWindows));
}

Seconds estimate(const cases::RunSpec& run) { return overhead(run) + estimate_measuring(run); }

void fit_budget(std::span<cases::RunSpec* const> all, Seconds budget) {
  std::vector<cases::RunSpec*> runs;
  for (cases::RunSpec* run : all) {
    if (is_whole(*run))
      budget -= estimate(*run);
    else
      runs.push_back(run);
  }
  // Runs that need least first: the time they leave is shared by all runs that come after.
  std::vector<std::size_t> order(runs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::vector<Seconds> needs;
  for (const cases::RunSpec* run : runs) {
    needs.push_back(estimate_measuring(*run));
    budget -= overhead(*run);
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return needs[a] < needs[b]; });
  // Never 0, which would mean no limit.
  constexpr Seconds kLeast{0.05};
  std::size_t left = runs.size();
  for (const std::size_t index : order) {
    const Seconds share = std::max(kLeast, budget / static_cast<double>(left--));
    cases::RunSpec& run = *runs[index];
    // A run that is thought to fit is held to its share too: the estimate may be wrong.
    run.seconds = run.seconds > 0 ? std::min(run.seconds, share.count()) : share.count();
    budget -= std::min(needs[index], share);
  }
}

}  // namespace tycho::campaign
