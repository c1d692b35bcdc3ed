#include "harness/result/google_benchmark.hpp"

#include <string>

namespace tycho::result {

namespace {

using nlohmann::json;

json entry(const std::string& name, int family, int instance, const json& step_s,
           std::size_t threads) {
  const double nanoseconds = step_s.at("median").get<double>() * 1e9;
  const auto samples = step_s.find("samples");
  return {{"name", name},
          {"family_index", family},
          {"per_family_instance_index", instance},
          {"run_name", name},
          {"run_type", "iteration"},
          {"repetitions", 1},
          {"repetition_index", 0},
          {"threads", threads},
          {"iterations", samples == step_s.end() ? 1 : samples->size()},
          {"real_time", nanoseconds},
          {"cpu_time", nanoseconds},
          {"time_unit", "ns"}};
}

}  // namespace

json benchmark_context(const json& provenance) {
  const json processor = provenance.value("processor", json::object());
  const json build = provenance.value("build", json::object());
  return {{"date", provenance.value("date", "")},
          {"executable", "tycho"},
          {"num_cpus", processor.value("cores", 0)},
          {"mhz_per_cpu", processor.value("clock_mhz", 0)},
          {"caches", json::array()},
          {"library_build_type", build.value("type", "") == "Debug" ? "debug" : "release"},
          {"json_schema_version", 1}};
}

json benchmark_entries(const std::vector<json>& runs) {
  json entries = json::array();
  int family = 0;
  for (const json& run : runs) {
    const auto timing = run.find("timing");
    if (timing == run.end() || !timing->is_object() || !timing->contains("step_s")) continue;
    const std::string id = run.at("id").get<std::string>();
    const auto threads = run.value("threads", std::size_t{1});
    int instance = 0;
    entries.push_back(entry(id + "/step", family, instance++, timing->at("step_s"), threads));
    const json stages = timing->value("stages", json::object());
    for (const auto& [stage, measured] : stages.items())
      entries.push_back(
          entry(id + "/" + stage, family, instance++, measured.at("step_s"), threads));
    ++family;
  }
  return entries;
}

}  // namespace tycho::result
