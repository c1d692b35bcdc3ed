#include "harness/measure/noise_gate.hpp"

#include <algorithm>

#include "harness/measure/agreed.hpp"
#include "harness/measure/statistics.hpp"
#include "harness/result/noise.hpp"

namespace tycho::measure {

namespace {

constexpr double kStageThatCounts = 0.1;  // of the step

}  // namespace

bool noisy(std::span<const double> samples) {
  if (samples.size() < 2) return false;
  const Summary summary = summarize(samples);
  return result::too_wide(summary.median, summary.low, summary.high);
}

bool noisy(const Timing& timing) {
  if (timing.step_s.empty()) return false;
  const double least = kStageThatCounts * summarize(timing.step_s).median;
  return noisy(timing.step_s) ||
         std::any_of(timing.stages.begin(), timing.stages.end(), [&](const StageTiming& stage) {
           return !stage.step_s.empty() && summarize(stage.step_s).median >= least &&
                  noisy(stage.step_s);
         });
}

Timing measure_quietly(const std::function<Timing()>& measure, double seconds, Ranks& ranks) {
  const auto start = HostTime::now();
  Timing best = measure();
  int again = 0;
  while (noisy(best) && again < kMostAgain) {
    // The next would take as long as the ones before.
    const double spent = agreed_since(ranks, start);
    if (seconds > 0 && spent + spent / (again + 1) > seconds) break;
    ++again;
    Timing next = measure();
    const bool narrower =
        relative_half_width(summarize(next.step_s)) < relative_half_width(summarize(best.step_s));
    if (!noisy(next) || narrower) best = std::move(next);
  }
  best.measured_again = again;
  return best;
}

}  // namespace tycho::measure
