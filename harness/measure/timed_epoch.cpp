#include "harness/measure/timed_epoch.hpp"

#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "harness/measure/kept_json.hpp"

namespace tycho::measure {

namespace {

using nlohmann::json;

json or_null(double value) { return std::isnan(value) ? json(nullptr) : json(value); }

json kept(const TimedEpoch& epoch) {
  const result::EpochRecord& record = epoch.record;
  json counters = json::object();
  if (record.counters)
    for (const auto& [name, value] : *record.counters) counters[name] = or_null(value.value());
  return {{"span", {record.from, record.to, record.step, record.steps}},
          {"step_s", record.step_s},
          {"carrier_s", record.carrier_s},
          {"carrier_stage_s", record.carrier_stage_s},
          {"apart", or_null(record.apart)},
          {"counters", counters},
          {"method", epoch.method},
          {"marked_s", epoch.marked_s},
          {"stage_s", epoch.stage_s},
          {"calls", epoch.calls},
          {"share", epoch.share}};
}

TimedEpoch taken(const json& from) {
  TimedEpoch epoch;
  result::EpochRecord& record = epoch.record;
  const json& span = from.at("span");
  record.from = span.at(0);
  record.to = span.at(1);
  record.step = span.at(2);
  record.steps = span.at(3);
  record.step_s = from.at("step_s");
  record.carrier_s = from.at("carrier_s").get<std::vector<double>>();
  record.carrier_stage_s =
      from.at("carrier_stage_s").get<std::map<std::string, std::vector<double>>>();
  record.apart = or_nan(from.at("apart"));
  auto& counters = record.counters.emplace();
  for (const auto& [name, value] : from.at("counters").items()) counters[name] = or_nan(value);
  epoch.method = from.at("method");
  epoch.marked_s = from.at("marked_s");
  epoch.stage_s = from.at("stage_s").get<std::vector<double>>();
  epoch.calls = from.at("calls").get<std::vector<double>>();
  epoch.share = from.at("share").get<std::vector<double>>();
  return epoch;
}

json counted(const std::optional<std::int64_t>& waits) {
  return waits ? json(*waits) : json(nullptr);
}

std::optional<std::int64_t> waits(const json& from) {
  return from.is_null() ? std::nullopt : std::optional(from.get<std::int64_t>());
}

}  // namespace

json epochs_so_far(const std::vector<TimedEpoch>& epochs, const Timing& timing) {
  json list = json::array();
  for (const TimedEpoch& epoch : epochs) list.push_back(kept(epoch));
  return {{"epochs", list},
          {"marks_in_headline", timing.marks_in_headline},
          {"mark_cost_s", timing.mark_cost_s},
          {"host_waits", counted(timing.host_waits)},
          {"marked_waits", counted(timing.marked_waits)}};
}

void take_epochs(const json& way, std::vector<TimedEpoch>& epochs, Timing& timing) {
  try {
    for (const json& one : way.at("epochs")) epochs.push_back(taken(one));
    timing.marks_in_headline = way.at("marks_in_headline");
    timing.mark_cost_s = way.at("mark_cost_s");
    timing.host_waits = waits(way.at("host_waits"));
    timing.marked_waits = waits(way.at("marked_waits"));
  } catch (const json::exception& why) {
    throw UsageError(std::string("a checkpoint whose epochs cannot be read: ") + why.what());
  }
  const auto long_ago = HostTime::now() - std::chrono::hours(24);
  for (const TimedEpoch& epoch : epochs)
    timing.windows.push_back({long_ago, long_ago, epoch.record.steps});
}

void put_together(const std::vector<TimedEpoch>& epochs, std::span<const Stage> stages,
                  result::AlongRecord along, std::int64_t steps, Timing& timing) {
  for (const TimedEpoch& epoch : epochs) {
    result::EpochRecord& record = along.epochs.emplace_back(epoch.record);
    for (std::size_t s = 0; s < stages.size(); ++s)
      if (epoch.calls[s] > 0) record.stage_s[std::string(stages[s].id)] = epoch.stage_s[s];
    // Stages that the carrier lacks.
    std::erase_if(record.carrier_stage_s, [](const auto& stage) {
      return std::all_of(stage.second.begin(), stage.second.end(),
                         [](double seconds) { return seconds == 0; });
    });
  }
  const std::vector<double> worth = result::worth_of(along);
  /// Of a step in the mean over the run.
  const auto mean = [&](const auto& of) {
    double sum = 0;
    for (std::size_t k = 0; k < epochs.size(); ++k) sum += worth[k] * of(epochs[k]);
    return sum / static_cast<double>(steps);
  };
  timing.clean_step_s = mean([](const TimedEpoch& epoch) { return epoch.record.step_s; });
  timing.marked_step_s = {mean([](const TimedEpoch& epoch) { return epoch.marked_s; })};
  timing.steps_marked = 0;
  for (const TimedEpoch& epoch : epochs) {
    const result::EpochRecord& record = epoch.record;
    timing.step_s.push_back(record.step_s);
    timing.marked.push_back({record.step, record.step + record.steps});
    timing.steps_marked += record.steps;
  }
  for (std::size_t s = 0; s < stages.size(); ++s) {
    StageTiming stage;
    stage.method = epochs.front().method;
    stage.calls = mean([s](const TimedEpoch& epoch) { return epoch.calls[s]; });
    stage.between_marks_s = mean([s](const TimedEpoch& epoch) { return epoch.stage_s[s]; });
    stage.step_s = {stage.between_marks_s};
    timing.stages.push_back(std::move(stage));
    timing.work_share.push_back(mean([s](const TimedEpoch& epoch) { return epoch.share[s]; }));
  }
  if (timing.marks_in_headline && timing.marked_waits)
    timing.host_waits = *timing.marked_waits + static_cast<std::int64_t>(epochs.size());
  timing.along = std::move(along);
}

}  // namespace tycho::measure
