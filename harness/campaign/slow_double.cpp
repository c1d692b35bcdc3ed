#include "harness/campaign/slow_double.hpp"

#include "harness/campaign/estimate.hpp"

namespace tycho::campaign {

namespace {

bool in_double_on_gpu(const cases::RunSpec& run) {
  const auto& choices = run.settings.choices();
  const auto precision = choices.find(run.settings.contract().traits.precision);
  return run.settings.backend() == Backend::kCuda && precision != choices.end() &&
         precision->second == "fp64";
}

/// One long run rather than windows of steps.
bool is_way(const cases::RunSpec& run) {
  return run.origin && run.origin->measure != terms::Measure::kTiming;
}

}  // namespace

void allow_for_slow_double(std::span<cases::RunSpec> runs, int single_to_double) {
  if (single_to_double <= kUsualSingleToDouble) return;
  for (cases::RunSpec& run : runs) {
    if (!in_double_on_gpu(run)) continue;
    if (run.seconds <= 0 && !is_way(run)) run.seconds = estimate_measuring(run).count();
    run.slow_double = single_to_double;
  }
}

}  // namespace tycho::campaign
