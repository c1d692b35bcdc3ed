#include "harness/measure/kept_json.hpp"

#include <limits>

#include "core/error.hpp"

namespace tycho::measure {

using nlohmann::json;

double or_nan(const json& value) {
  return value.is_null() ? std::numeric_limits<double>::quiet_NaN() : value.get<double>();
}

std::vector<double> numbers(const json& values) {
  std::vector<double> out;
  for (const json& value : values) out.push_back(or_nan(value));
  return out;
}

json times_of(const Timing& timing) {
  json steps = json::array();
  for (const HostSpan& window : timing.windows) steps.push_back(window.steps);
  return {
      {"evolved", timing.evolved},
      {"passed_s", timing.passed_s},
      {"step_s", timing.step_s},
      {"steps", steps},
      {"open", timing.open ? json{{"steps", timing.open->steps}, {"seconds", timing.open->seconds}}
                           : json(nullptr)},
      {"host_waits", timing.host_waits ? json(*timing.host_waits) : json(nullptr)}};
}

void take_times(const json& times, Timing& timing) {
  timing.evolved = times.at("evolved");
  timing.passed_s = or_nan(times.at("passed_s"));
  timing.step_s = numbers(times.at("step_s"));
  if (const json& open = times.at("open"); !open.is_null())
    timing.open = OpenWindow{open.at("steps"), or_nan(open.at("seconds"))};
  if (!times.at("host_waits").is_null())
    timing.host_waits = times.at("host_waits").get<std::int64_t>();
  const auto long_ago = HostTime::now() - std::chrono::hours(24);
  for (const json& steps : times.at("steps")) timing.windows.push_back({long_ago, long_ago, steps});
}

void refuse_way(const std::string& why) {
  throw UsageError("a checkpoint whose way cannot be read: " + why);
}

}  // namespace tycho::measure
