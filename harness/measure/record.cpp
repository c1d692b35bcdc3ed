#include "harness/measure/record.hpp"

#include <algorithm>
#include <limits>

#include "harness/measure/gap_reasons.hpp"
#include "harness/measure/statistics.hpp"

namespace tycho::measure {

namespace {

result::Statistics statistics_record(std::span<const double> samples,
                                     const VisitMedians& visits = {}) {
  const Summary s = summarize(samples, visits);
  result::Statistics record{s.median,  s.low,    s.high,
                            s.minimum, s.spread, {samples.begin(), samples.end()}};
  if (!visits.counted.empty()) record.visits = visits.counted;
  if (!visits.left_out.empty()) record.left_out = visits.left_out;
  return record;
}

result::StageRecord stage_record(const cases::RunSpec& run, int stage, const StageTiming& timing,
                                 double work_share) {
  const Contract& contract = run.settings.contract();
  const Work counted = contract.work(stage, run.settings, run.particles);
  const Work work{work_share * counted.flops, work_share * counted.bytes};
  result::StageRecord record;
  record.method = timing.method;
  record.calls = timing.calls;
  record.step_s = statistics_record(timing.step_s, timing.visits);
  if (!timing.cold_s.empty()) record.cold_step_s = statistics_record(timing.cold_s);
  record.flops = work.flops;
  record.bytes = work.bytes;
  record.issue_slots = contract.issue_slots(stage, run.settings);
  record.gflops = work.flops / record.step_s.median * 1e-9;
  record.gbytes = work.bytes / record.step_s.median * 1e-9;
  if (timing.rank_mean_s) {
    record.rank_mean_s = *timing.rank_mean_s;
    record.imbalance =
        *timing.rank_mean_s > 0 ? std::max(1.0, timing.between_marks_s / *timing.rank_mean_s) : 1;
  }
  return record;
}

}  // namespace

result::TimingRecord timing_record(const cases::RunSpec& run, const Timing& timing) {
  const Contract& contract = run.settings.contract();
  result::TimingRecord record;
  record.step_s = statistics_record(timing.step_s, timing.visits);
  const result::Statistics& step = record.step_s;
  const double steps = static_cast<double>(run.steps);
  double attributed = 0;
  Throughput counted = contract.throughput(run.settings, run.particles);
  const auto share = [&](std::size_t s) {
    return timing.work_share.empty() ? 1.0 : timing.work_share[s];
  };
  // Rates are of what the stage with an issue limit counts, where there is one.
  for (std::size_t s = 0; s < contract.stages.size(); ++s)
    if (contract.issue_slots(static_cast<int>(s), run.settings) > 0) counted.count *= share(s);
  result::ThroughputRecord& throughput = record.throughput.emplace();
  for (std::size_t s = 0; s < timing.stages.size(); ++s) {
    if (timing.stages[s].calls == 0) continue;  // this variant has no such stage
    const std::string id(contract.stages[s].id);
    const result::StageRecord& stage = record.stages[id] =
        stage_record(run, static_cast<int>(s), timing.stages[s], share(s));
    attributed += stage.step_s.median;
    if (*stage.issue_slots > 0) {
      throughput.stage = id;
      throughput.stage_per_s = counted.count / stage.step_s.median;
    }
  }
  throughput.unit = counted.unit;
  throughput.count = counted.count;
  throughput.per_s = counted.count / step.median;
  record.total_s = {steps * step.median, steps * step.low, steps * step.high};
  if (timing.evolved > 0) {
    const double all = timing.passed_s * steps / static_cast<double>(timing.evolved);
    record.total_s = {all, all, all};
    record.passed_s = timing.passed_s;
  }
  if (timing.along) {
    record.along = timing.along;
    record.total_s = result::total_of(*timing.along);
  }
  record.steps_requested = run.steps;
  record.repeats_requested = run.repeats;
  record.steps_measured = timing.steps_measured();
  record.repeats_measured = timing.windows_measured();
  record.state = timing.steps_measured() >= run.steps ? "measured" : "extrapolated";
  const double marked_s = summarize(timing.marked_step_s).median;
  record.instrumented_step_s = marked_s;
  if (!timing.marks_in_headline) record.disturbance = marked_s / timing.clean_step_s - 1;
  record.unattributed_s = timing.clean_step_s - attributed;
  record.gap_reasons = gap_reasons(timing, run.settings, *record.unattributed_s);
  result::StageSteps& stage_steps = record.stage_steps.emplace();
  stage_steps.spans = timing.marked;
  stage_steps.clean_step_s = timing.clean_step_s;
  record.mark_cost_s = timing.mark_cost_s;
  record.host_waits = timing.host_waits ? result::Number(*timing.host_waits)
                                        : std::numeric_limits<double>::quiet_NaN();
  if (timing.enqueued.steps > 0)
    record.enqueued_step_s = timing.enqueued.host_s / static_cast<double>(timing.enqueued.steps);
  if (timing.earlier.visits > 0) record.visits = timing.earlier.visits + 1;
  if (timing.measured_again > 0) record.measured_again = timing.measured_again;
  return record;
}

result::SeriesRecord series_record(const Evolution& evolution) {
  result::SeriesRecord series;
  if (!evolution.kept_error.empty())
    series.curves["energy_error"] = {evolution.kept_t, evolution.kept_error};
  if (!evolution.x.empty())
    series.orbits = {evolution.kept_t, evolution.x, evolution.y, evolution.z};
  const auto add = [&](const std::string& name, double t, double value) {
    result::Curve& curve = series.curves[name];
    curve.t.push_back(t);
    curve.value.push_back(value);
  };
  if (!evolution.mode.empty()) {
    const std::complex<double> first = evolution.mode.front().second;
    for (const auto& [t, mode] : evolution.mode) {
      add("mode_size", t, std::abs(mode));
      add("mode_wave", t, (mode * std::conj(first)).real() / std::abs(first));
    }
  }
  for (const auto& [t, growth] : evolution.growth) add("growth_over_linear", t, growth);
  if (!evolution.components.empty()) {
    const checks::Components& start = evolution.components.front();
    for (const checks::Components& now : evolution.components) {
      for (std::size_t which = 0; which < checks::kComponentNames.size(); ++which)
        add("half_mass_" + std::string(checks::kComponentNames[which]), now.t,
            now.half_mass[which] / start.half_mass[which]);
      add("disc_thickness", now.t, now.thickness / start.thickness);
      add("bar", now.t, now.bar);
      if (evolution.components.back().crossed > 0) add("crossed", now.t, now.crossed);
    }
  }
  if (!evolution.pictures.empty()) series.pictures = evolution.pictures;
  return series;
}

result::SeriesRecord series_record(const Comparison& comparison) {
  result::SeriesRecord series;
  series.curves["difference"] = {comparison.step, comparison.largest};
  series.curves["median_difference"] = {comparison.step, comparison.median};
  if (!comparison.displacement.empty())
    series.curves["displacement"] = {comparison.rank, comparison.displacement};
  if (!comparison.twin_displacement.empty())
    series.curves["twin_displacement"] = {comparison.rank, comparison.twin_displacement};
  return series;
}

result::SeriesRecord series_record(const std::vector<std::pair<double, double>>& energy_error) {
  result::SeriesRecord series;
  result::Curve& curve = series.curves["energy_error"] = {{0.0}, {0.0}};
  for (const auto& [time, error] : energy_error) {
    curve.t.push_back(time);
    curve.value.push_back(error);
  }
  return series;
}

void record_checks(std::span<const checks::CheckResult> results, result::RunOutcome& record) {
  auto& judged = record.checks.emplace();
  for (const checks::CheckResult& found : results)
    if (found.not_judged.empty())
      judged.push_back(
          {found.name, found.value, found.limit, found.pass, found.reason, found.details});
    else
      (record.checks_not_judged ? *record.checks_not_judged : record.checks_not_judged.emplace())
          .push_back({found.name, found.not_judged});
}

}  // namespace tycho::measure
