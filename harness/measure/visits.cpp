#include "harness/measure/visits.hpp"

#include <algorithm>

#include "harness/measure/statistics.hpp"

namespace tycho::measure {

namespace {

void join_cores(const result::RunOutcome& earlier, result::DeviceRecord& cores) {
  const double visits = static_cast<double>(earlier.timing->visits.value_or(1));
  const auto add = [&](const std::optional<double>& before, std::optional<double>& now) {
    if (before && now) now = (visits * *before + *now) / (visits + 1);
  };
  add(earlier.device->core_gops, cores.core_gops);
  add(earlier.device->cache_ns, cores.cache_ns);
  if (earlier.device->core_gops_least && cores.core_gops_least)
    cores.core_gops_least = std::min(*earlier.device->core_gops_least, *cores.core_gops_least);
}

// Adds the throttled windows of earlier visits. Those of this visit count on from the
// `earlier_windows` windows that the earlier visits had.
void join_throttled(const std::optional<result::ThrottledRecord>& earlier,
                    std::size_t earlier_windows, std::optional<result::ThrottledRecord>& now) {
  if (now)
    for (std::int64_t& window : now->windows) window += static_cast<std::int64_t>(earlier_windows);
  if (!earlier) return;
  result::ThrottledRecord all = *earlier;
  if (now) {
    all.windows.insert(all.windows.end(), now->windows.begin(), now->windows.end());
    all.stages = all.stages || now->stages;
    for (const std::string& reason : now->reasons)
      if (std::find(all.reasons.begin(), all.reasons.end(), reason) == all.reasons.end())
        all.reasons.push_back(reason);
  }
  now = std::move(all);
}

void put_before(const std::vector<double>& first, std::vector<double>& all) {
  all.insert(all.begin(), first.begin(), first.end());
}

}  // namespace

void join(const result::TimingRecord& earlier, const Contract& contract, Timing& timing) {
  const std::int64_t visits = earlier.visits.value_or(1);
  // Of windows with marks a record has the median alone.
  if (earlier.instrumented_step_s)
    put_before(std::vector<double>(timing.marked_step_s.size() * static_cast<std::size_t>(visits),
                                   *earlier.instrumented_step_s),
               timing.marked_step_s);
  put_before(earlier.step_s.samples, timing.step_s);
  timing.clean_step_s = summarize(timing.step_s).median;
  for (std::size_t s = 0; s < timing.stages.size(); ++s) {
    StageTiming& stage = timing.stages[s];
    const auto before = earlier.stages.find(std::string(contract.stages[s].id));
    if (before == earlier.stages.end() || before->second.method != stage.method) continue;
    put_before(before->second.step_s.samples, stage.step_s);
    if (before->second.cold_step_s) put_before(before->second.cold_step_s->samples, stage.cold_s);
  }
  if (timing.host_waits && earlier.host_waits)
    *timing.host_waits += static_cast<std::int64_t>(earlier.host_waits->value());
  timing.measured_again += static_cast<int>(earlier.measured_again.value_or(0));
  timing.earlier = {visits, earlier.steps_measured, earlier.step_s.samples.size()};
}

void join(const result::RunOutcome& earlier, result::RunOutcome& record) {
  if (earlier.checks && record.checks && earlier.checks->size() == record.checks->size())
    for (std::size_t c = 0; c < record.checks->size(); ++c)
      if (!(*earlier.checks)[c].pass) (*record.checks)[c] = (*earlier.checks)[c];
  if (earlier.device && record.device) join_cores(earlier, *record.device);
  if (earlier.timing && record.timing)
    join_throttled(earlier.timing->throttled,
                   static_cast<std::size_t>(earlier.timing->repeats_measured),
                   record.timing->throttled);
}

}  // namespace tycho::measure
