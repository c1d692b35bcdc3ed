#include "harness/campaign/estimate.hpp"

#include <algorithm>
#include <cmath>

#include "core/available_threads.hpp"
#include "core/contract.hpp"
#include "harness/campaign/share_out.hpp"
#include "harness/campaign/slow_double.hpp"
#include "harness/case/reference.hpp"
#include "harness/checks/kinds.hpp"
#include "harness/result/gpu_lanes.hpp"

namespace tycho::campaign {

namespace {

/// What is assumed of a machine: modest, so that estimates are rather too long.
struct Rates {
  double flops_per_s, bytes_per_s, seconds_per_stage;
};

// Of a GPU that is not known; a launch costs a few microseconds.
constexpr Rates kSomeGpu{5e12, 1e12, 2.5e-6};
// Of a GPU's peak, the part that is counted on: all pairs reach more, a walk of a tree less.
constexpr double kOfPeak = 0.25;

/// What a run knows of its GPU (RunSpec); 0: nothing.
struct Gpu {
  double flops_per_s = 0;
  int slow_double = 0;
};

/// With a square root and a divide in them.
Rates plain_loops(double threads) { return {2e9 * threads, 5e9 * std::min(threads, 8.0), 1e-7}; }

/// Threads that work at once: those of all ranks, as far as this machine has cores for them.
double threads_at_once(const Settings& settings, int ranks) {
  const int threads = settings.threads();
  return ranks > 1 ? std::max(threads, std::min(ranks * threads, available_threads())) : threads;
}

Rates rates_of(const Settings& settings, const Gpu& gpu, int ranks) {
  if (settings.backend() == Backend::kCuda) {
    const double slower = gpu.slow_double > 0 ? gpu.slow_double / double{kUsualSingleToDouble} : 1;
    // Memory is faster in about the same proportion.
    const double faster =
        gpu.flops_per_s > 0 ? kOfPeak * gpu.flops_per_s / kSomeGpu.flops_per_s : 1;
    return {kSomeGpu.flops_per_s * faster / slower, kSomeGpu.bytes_per_s * faster,
            kSomeGpu.seconds_per_stage};
  }
  return plain_loops(threads_at_once(settings, ranks));
}

// A process, its first touch of the device, the initial condition, verification; of ranks as many
// at once as there are cores.
Seconds overhead(const cases::RunSpec& run) {
  const double in_turn = std::max(1.0, static_cast<double>(run.ranks) / available_threads());
  return Seconds(run.uses(Backend::kCuda) ? 1.5 : 0.5) * in_turn;
}

// Every step is timed twice: once undisturbed, once stage by stage (docs/timing.md).
constexpr double kWindows = 2;
// The second passage over a way takes no longer than this, and a longer interval is passed once.
constexpr Seconds kSecondPassage{30}, kLongInterval{20};

terms::Measure measure_of(const cases::RunSpec& run) {
  return run.origin ? run.origin->measure : terms::Measure::kTiming;
}

bool is_on_host(const Settings& settings, std::string_view stage) {
  const auto& all = settings.contract().traits.on_host;
  return std::any_of(all.begin(), all.end(), [&](const HostStages& some) {
    return (some.choice.empty() || settings.chosen(some.choice, some.value)) &&
           std::find(some.stages.begin(), some.stages.end(), stage) != some.stages.end();
  });
}

/// How many steps of its own a body takes within one of the longest, of which the contract counts
/// one: the more bodies, the denser is the densest place. Counted in universes and galaxies 2 to 3
/// of 30,000 bodies, 2 to 6 of two million, 5 to 9 of 17 million; this lies within a factor of 2.
double steps_within(const Settings& settings, std::int64_t particles) {
  const bool own = std::any_of(
      settings.contract().choices.begin(), settings.contract().choices.end(),
      [&](const Choice& c) { return c.name == "steps" && settings.chosen("steps", "individual"); });
  return own ? std::max(1.0, std::pow(static_cast<double>(particles) / 1000, 0.2)) : 1;
}

/// Ranks share the work, but not on GPUs: how many of these there are is not known here.
Seconds step_of(const Settings& settings, std::int64_t particles, const Gpu& gpu, int ranks = 0) {
  const Contract& contract = settings.contract();
  const Rates own = rates_of(settings, gpu, ranks);
  const bool on_gpu = settings.backend() == Backend::kCuda;
  const Rates of_host = plain_loops(on_gpu ? threads_at_once(settings, ranks) : 1);
  double seconds = 0;
  for (std::size_t stage = 0; stage < contract.stages.size(); ++stage) {
    const bool on_host = on_gpu && is_on_host(settings, contract.stages[stage].id);
    const Rates& rates = on_host ? of_host : own;
    const Work work = contract.work(static_cast<int>(stage), settings, particles);
    seconds += rates.seconds_per_stage +
               std::max(work.flops / rates.flops_per_s, work.bytes / rates.bytes_per_s);
  }
  return Seconds(seconds * steps_within(settings, particles));
}

// The carrier's steps; at each epoch a load, which finds the forces twice as a step does once, and
// the steps, which are taken twice where all epochs together are short.
Seconds estimate_along(const cases::RunSpec& run, Seconds step) {
  constexpr double kLoad = 2;
  const cases::AlongRun& along = *run.along;
  const Seconds carried = step_of(along.settings, run.particles, {run.gpu_flops_per_s, 0}) *
                          static_cast<double>(run.lead_in + run.steps);
  const Seconds timed = step * static_cast<double>(along.epochs * along.steps);
  const Seconds once = timed + step * (kLoad * along.epochs);
  return carried + (timed > kLongInterval ? once : once * kWindows);
}

/// Whether a check makes the run again on one rank, which takes as many steps.
bool runs_on_one_rank(const cases::RunSpec& run) {
  return run.ranks > 0 && run.origin && run.variant &&
         std::any_of(run.origin->checks.begin(), run.origin->checks.end(),
                     [&](const terms::CheckSpec& spec) {
                       return spec.name == checks::rank_invariance().name &&
                              checks::applies(spec, run.variant->known_as(), run.particles);
                     });
}

}  // namespace

double peak_flops_per_s(const result::GpuFacts& gpu) {
  constexpr double kFlopsOfAnFma = 2;
  const double lanes = result::single_lanes(gpu.compute_capability).value_or(0);
  return lanes * kFlopsOfAnFma * gpu.multiprocessors * gpu.clock_mhz * 1e6;
}

Seconds estimate_step(const cases::RunSpec& run) {
  return step_of(run.settings, run.particles, {run.gpu_flops_per_s, run.slow_double}, run.ranks);
}

Seconds estimate_one_rank(const cases::RunSpec& run) {
  if (!runs_on_one_rank(run)) return Seconds(0);
  const Seconds alone =
      step_of(run.settings, run.particles, {run.gpu_flops_per_s, run.slow_double});
  auto steps = static_cast<double>(run.steps);
  if (run.seconds > 0)
    steps = std::min(steps, std::max(1.0, Seconds(run.seconds) / estimate_step(run)));
  return alone * steps;
}

Seconds estimate_measuring(const cases::RunSpec& run) {
  const Seconds step = estimate_step(run), once = step * static_cast<double>(run.steps);
  if (run.along) return estimate_along(run, step);
  const Seconds lead_in = step * static_cast<double>(run.lead_in);
  const auto limited = [&](Seconds published) {
    if (run.seconds <= 0) return published;
    return std::min(published, std::max(Seconds(run.seconds), step * kWindows));
  };
  switch (measure_of(run)) {
    case terms::Measure::kEvolution:
      return limited(once + std::min(once, kSecondPassage));
    case terms::Measure::kComparison: {
      const Seconds beside = step_of(cases::settings_of_reference(run), run.particles,
                                     {run.gpu_flops_per_s, run.slow_double});
      return limited(once + beside * static_cast<double>(run.steps));
    }
    case terms::Measure::kInterval:
      return lead_in + (once > kLongInterval ? once : limited(once * (kWindows + run.repeats)));
    case terms::Measure::kTiming:
      break;
  }
  const Seconds windows = limited(once * kWindows * run.repeats);
  return once.count() < cases::whole_s(run) ? std::max(windows, once) : windows;
}

Seconds estimate(const cases::RunSpec& run) {
  const Seconds need =
      overhead(run) * run.visits + estimate_measuring(run) + estimate_one_rank(run);
  return run.allowed > 0 ? std::min(need, Seconds(run.allowed)) : need;
}

void fit_budget(std::span<cases::RunSpec* const> runs, Seconds budget) {
  std::vector<Seconds> needs;
  for (const cases::RunSpec* run : runs) needs.push_back(estimate(*run));
  const std::vector<Seconds> shares = share_out(needs, budget);
  for (std::size_t k = 0; k < runs.size(); ++k) runs[k]->allowed = shares[k].count();
}

}  // namespace tycho::campaign
