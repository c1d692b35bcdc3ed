#include "harness/measure/record.hpp"

#include "harness/measure/statistics.hpp"

namespace tycho::measure {

using nlohmann::json;

namespace {

json statistics_record(std::span<const double> samples) {
  const Summary s = summarize(samples);
  return {{"median", s.median},   {"low", s.low},       {"high", s.high},
          {"minimum", s.minimum}, {"spread", s.spread}, {"samples", samples}};
}

json stage_record(const cases::RunSpec& run, int stage, const StageTiming& timing,
                  double work_share) {
  const Contract& contract = run.settings.contract();
  json record{{"method", timing.method}, {"calls", timing.calls}};
  record["step_s"] = statistics_record(timing.step_s);
  const Work counted = contract.work(stage, run.settings, run.particles);
  const Work work{work_share * counted.flops, work_share * counted.bytes};
  const double seconds = summarize(timing.step_s).median;
  record["flops"] = work.flops;
  record["bytes"] = work.bytes;
  record["issue_slots"] = contract.issue_slots(stage, run.settings);
  record["gflops"] = work.flops / seconds * 1e-9;
  record["gbytes"] = work.bytes / seconds * 1e-9;
  return record;
}

}  // namespace

json timing_record(const cases::RunSpec& run, const Timing& timing) {
  const Contract& contract = run.settings.contract();
  const Summary step = summarize(timing.step_s);
  const double steps = static_cast<double>(run.steps);
  json stages = json::object();
  double attributed = 0;
  json throughput = json::object();
  Throughput counted = contract.throughput(run.settings, run.particles);
  const auto share = [&](std::size_t s) {
    return timing.work_share.empty() ? 1.0 : timing.work_share[s];
  };
  // Rates are of what the stage with an issue limit counts, where there is one.
  for (std::size_t s = 0; s < contract.stages.size(); ++s)
    if (contract.issue_slots(static_cast<int>(s), run.settings) > 0) counted.count *= share(s);
  for (std::size_t s = 0; s < timing.stages.size(); ++s) {
    const StageTiming& stage = timing.stages[s];
    if (stage.calls == 0) continue;  // this variant has no such stage
    const std::string id(contract.stages[s].id);
    stages[id] = stage_record(run, static_cast<int>(s), stage, share(s));
    const double seconds = summarize(stage.step_s).median;
    attributed += seconds;
    if (contract.issue_slots(static_cast<int>(s), run.settings) > 0) {
      throughput["stage"] = id;
      throughput["stage_per_s"] = counted.count / seconds;
    }
  }
  throughput["unit"] = counted.unit;
  throughput["count"] = counted.count;
  throughput["per_s"] = counted.count / step.median;
  json total{
      {"value", steps * step.median}, {"low", steps * step.low}, {"high", steps * step.high}};
  if (timing.evolved > 0) {
    const double all = timing.passed_s * steps / static_cast<double>(timing.evolved);
    total = {{"value", all}, {"low", all}, {"high", all}};
  }
  json record{
      {"steps_requested", run.steps},
      {"repeats_requested", run.repeats},
      {"steps_measured", timing.steps_measured()},
      {"repeats_measured", timing.step_s.size()},
      {"state", timing.steps_measured() >= run.steps ? "measured" : "extrapolated"},
      {"step_s", statistics_record(timing.step_s)},
      {"total_s", total},
      {"instrumented_step_s", timing.instrumented_step_s},
      {"disturbance", timing.instrumented_step_s / step.median - 1},
      {"unattributed_s", step.median - attributed},
      {"mark_cost_s", timing.mark_cost_s},
      {"host_waits", timing.host_waits},
      {"stages", stages},
      {"throughput", throughput},
  };
  if (timing.evolved > 0) record["passed_s"] = timing.passed_s;
  return record;
}

json series_record(const Evolution& evolution) {
  json series = json::object();
  if (!evolution.kept_error.empty())
    series["energy_error"] = {{"t", evolution.kept_t}, {"value", evolution.kept_error}};
  if (!evolution.x.empty())
    series["orbits"] = {
        {"t", evolution.kept_t}, {"x", evolution.x}, {"y", evolution.y}, {"z", evolution.z}};
  if (!evolution.mode.empty()) {
    json size{{"t", json::array()}, {"value", json::array()}}, wave = size;
    const std::complex<double> first = evolution.mode.front().second;
    for (const auto& [t, mode] : evolution.mode) {
      size["t"].push_back(t);
      size["value"].push_back(std::abs(mode));
      wave["t"].push_back(t);
      wave["value"].push_back((mode * std::conj(first)).real() / std::abs(first));
    }
    series["mode_size"] = std::move(size);
    series["mode_wave"] = std::move(wave);
  }
  if (!evolution.components.empty()) {
    const checks::Components& start = evolution.components.front();
    for (const checks::Components& now : evolution.components) {
      const auto add = [&](const std::string& name, double value) {
        series[name]["t"].push_back(now.t);
        series[name]["value"].push_back(value);
      };
      for (std::size_t which = 0; which < checks::kComponentNames.size(); ++which)
        add("half_mass_" + std::string(checks::kComponentNames[which]),
            now.half_mass[which] / start.half_mass[which]);
      add("disc_thickness", now.thickness / start.thickness);
    }
  }
  for (const Picture& picture : evolution.pictures) {
    json one{{"t", picture.t}, {"side", picture.side}, {"value", picture.value}};
    if (picture.scale_factor > 0) one["redshift"] = 1 / picture.scale_factor - 1;
    series["pictures"].push_back(std::move(one));
  }
  return series;
}

json series_record(const Comparison& comparison) {
  json series{{"difference", {{"t", comparison.step}, {"value", comparison.largest}}},
              {"median_difference", {{"t", comparison.step}, {"value", comparison.median}}}};
  if (!comparison.displacement.empty())
    series["displacement"] = {{"t", comparison.rank}, {"value", comparison.displacement}};
  if (!comparison.twin_displacement.empty())
    series["twin_displacement"] = {{"t", comparison.rank}, {"value", comparison.twin_displacement}};
  return series;
}

json series_record(const std::vector<std::pair<double, double>>& energy_error) {
  json t = json::array({0.0}), value = json::array({0.0});
  for (const auto& [time, error] : energy_error) {
    t.push_back(time);
    value.push_back(error);
  }
  return {{"energy_error", {{"t", t}, {"value", value}}}};
}

json check_records(std::span<const checks::CheckResult> results) {
  json records = json::array();
  for (const checks::CheckResult& result : results)
    records.push_back({{"check", result.name},
                       {"value", result.value},
                       {"limit", result.limit},
                       {"pass", result.pass},
                       {"reason", result.reason},
                       {"details", result.details}});
  return records;
}

}  // namespace tycho::measure
