#include "harness/measure/visits.hpp"

#include <algorithm>
#include <iterator>

namespace tycho::measure {

namespace {

void join_cores(const result::RunOutcome& earlier, result::DeviceRecord& cores) {
  const double visits = static_cast<double>(earlier.timing->visits_counted());
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

// The samples of `visits` earlier visits before this one's. Where a file kept only some of theirs,
// as many of this one's as each of them has: every visit has the same part in the whole.
void put_before_fairly(const std::vector<double>& earlier, std::int64_t visits,
                       std::vector<double>& samples) {
  if (earlier.size() >= result::kMostSamples)
    samples = result::thinned(
        samples, std::max<std::size_t>(1, earlier.size() / static_cast<std::size_t>(visits)));
  put_before(earlier, samples);
}

VisitMedians visits_of(const result::Statistics& earlier) {
  return {earlier.visits.value_or(std::vector{earlier.median}),
          earlier.left_out.value_or(std::vector<double>{})};
}

// The samples of a time with those of earlier visits, where these agree, and the medians of all.
void join_times(const result::Statistics& earlier, Visit visit, std::vector<double>& samples,
                VisitMedians& visits) {
  const double own = summarize(samples).median;
  visits = visits_of(earlier);
  if (visit == Visit::kAgrees) {
    put_before_fairly(earlier.samples, std::ssize(visits.counted), samples);
  } else {
    put_before(visits.left_out, visits.counted);
    visits.left_out = std::move(visits.counted);
    visits.counted.clear();
  }
  visits.counted.push_back(own);
}

// A time of earlier visits with the median of one that is left out.
void leave_out(double slower, result::Statistics& earlier) {
  VisitMedians visits = visits_of(earlier);
  visits.left_out.push_back(slower);
  const Summary summary = summarize(earlier.samples, visits);
  earlier.low = summary.low;
  earlier.high = summary.high;
  earlier.visits = std::move(visits.counted);
  earlier.left_out = std::move(visits.left_out);
}

// What earlier visits measured, with what one that is left out found.
result::TimingRecord without(const result::TimingRecord& slower, result::TimingRecord earlier) {
  leave_out(slower.step_s.median, earlier.step_s);
  for (auto& [id, stage] : earlier.stages)
    if (const auto found = slower.stages.find(id);
        found != slower.stages.end() && found->second.method == stage.method)
      leave_out(found->second.step_s.median, stage.step_s);
  const double steps = static_cast<double>(earlier.steps_requested);
  earlier.total_s.low = steps * earlier.step_s.low;
  earlier.total_s.high = steps * earlier.step_s.high;
  earlier.visits = earlier.visits.value_or(1) + 1;
  return earlier;
}

}  // namespace

Visit visit_of(const result::TimingRecord& earlier, const Timing& timing) {
  const double own = summarize(timing.step_s).median;
  if (own > (1 + kSameTime) * earlier.step_s.median) return Visit::kSlower;
  return earlier.step_s.median > (1 + kSameTime) * own ? Visit::kFaster : Visit::kAgrees;
}

void join(const result::TimingRecord& earlier, Visit visit, const Contract& contract,
          Timing& timing) {
  timing.earlier.visits = earlier.visits.value_or(1);
  if (visit == Visit::kSlower) return;
  timing.earlier.own_windows = std::ssize(timing.step_s);
  join_times(earlier.step_s, visit, timing.step_s, timing.visits);
  for (std::size_t s = 0; s < timing.stages.size(); ++s) {
    StageTiming& stage = timing.stages[s];
    const auto before = earlier.stages.find(std::string(contract.stages[s].id));
    if (before == earlier.stages.end() || before->second.method != stage.method) continue;
    join_times(before->second.step_s, visit, stage.step_s, stage.visits);
    if (visit == Visit::kAgrees && before->second.cold_step_s)
      put_before_fairly(before->second.cold_step_s->samples, earlier.visits_counted(),
                        stage.cold_s);
  }
  if (visit == Visit::kFaster) return;
  // Of windows with marks a record has the median alone.
  if (earlier.instrumented_step_s)
    put_before(std::vector<double>(
                   timing.marked_step_s.size() * static_cast<std::size_t>(earlier.visits_counted()),
                   *earlier.instrumented_step_s),
               timing.marked_step_s);
  timing.clean_step_s = summarize(timing.step_s).median;
  if (timing.host_waits && earlier.host_waits)
    *timing.host_waits += static_cast<std::int64_t>(earlier.host_waits->value());
  timing.measured_again += static_cast<int>(earlier.measured_again.value_or(0));
  timing.earlier.steps = earlier.steps_measured;
  timing.earlier.windows = earlier.repeats_measured;
}

void join(const result::RunOutcome& earlier, Visit visit, result::RunOutcome& record) {
  if (earlier.checks && record.checks && earlier.checks->size() == record.checks->size())
    for (std::size_t c = 0; c < record.checks->size(); ++c)
      if (!(*earlier.checks)[c].pass) (*record.checks)[c] = (*earlier.checks)[c];
  if (visit == Visit::kFaster || !earlier.timing || !record.timing) return;
  if (visit == Visit::kSlower) {
    record.timing = without(*record.timing, *earlier.timing);
    record.device = earlier.device;
    record.counters = earlier.counters;
    return;
  }
  if (earlier.device && record.device) join_cores(earlier, *record.device);
  join_throttled(earlier.timing->throttled,
                 static_cast<std::size_t>(earlier.timing->repeats_measured),
                 record.timing->throttled);
}

}  // namespace tycho::measure
