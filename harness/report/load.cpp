#include "harness/report/load.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <set>

#include "core/error.hpp"
#include "harness/result/current_names.hpp"

namespace tycho::report {

namespace {

using nlohmann::json;
namespace fs = std::filesystem;

constexpr std::string_view kSchema = "tycho-result/";
constexpr int kVersion = 1;

// JSON has no NaN: it is written as null, and must stay a number that fails every comparison.
double number(const json& from, const char* key, double fallback = 0) {
  const auto found = from.find(key);
  if (found == from.end()) return fallback;
  if (found->is_null()) return std::numeric_limits<double>::quiet_NaN();
  return found->get<double>();
}

Estimate estimate(const json& from, const char* middle) {
  const double value = number(from, middle, std::numeric_limits<double>::quiet_NaN());
  return {value, number(from, "low", value), number(from, "high", value)};
}

Timing read_timing(const json& from) {
  Timing timing;
  timing.steps_requested = from.value("steps_requested", std::int64_t{0});
  timing.repeats_requested = from.value("repeats_requested", std::int64_t{0});
  timing.steps_measured = from.value("steps_measured", std::int64_t{0});
  timing.repeats_measured = from.value("repeats_measured", std::int64_t{0});
  timing.extrapolated = from.at("state") == "extrapolated";
  timing.step_s = estimate(from.at("step_s"), "median");
  timing.total_s = estimate(from.at("total_s"), "value");
  timing.instrumented_step_s = number(from, "instrumented_step_s");
  timing.disturbance = number(from, "disturbance");
  timing.unattributed_s = number(from, "unattributed_s");
  timing.host_waits = number(from, "host_waits");
  const json stages = from.value("stages", json::object());
  for (const auto& [name, stage] : stages.items()) {
    timing.stages.emplace_back(
        name,
        StageTime{stage.value("method", ""), estimate(stage.at("step_s"), "median"),
                  number(stage, "flops"), number(stage, "bytes"), number(stage, "issue_slots"),
                  number(stage, "gflops"), number(stage, "gbytes"), number(stage, "calls", 1)});
  }
  // JSON objects have no order; where the time goes is the one a reader looks for.
  std::stable_sort(timing.stages.begin(), timing.stages.end(), [](const auto& a, const auto& b) {
    return a.second.step_s.value > b.second.step_s.value;
  });
  if (const auto rate = from.find("throughput"); rate != from.end() && rate->is_object()) {
    timing.unit = rate->value("unit", "");
    timing.rate_stage = rate->value("stage", "");
    timing.count = number(*rate, "count");
    timing.per_s = number(*rate, "per_s");
    timing.stage_per_s = number(*rate, "stage_per_s");
  }
  if (const auto throttled = from.find("throttled"); throttled != from.end()) {
    timing.throttled_windows = static_cast<std::int64_t>(throttled->at("windows").size());
    timing.throttled_stages = throttled->value("stages", false);
    for (const json& reason : throttled->at("reasons"))
      timing.throttle_reasons +=
          (timing.throttle_reasons.empty() ? "" : ", ") + reason.get<std::string>();
  }
  return timing;
}

Run read_run(const json& from) {
  Run run;
  run.id = from.at("id").get<std::string>();
  run.paper = from.at("paper").get<std::string>();
  run.case_name = from.at("case").get<std::string>();
  run.suite = from.value("suite", "");
  run.algorithm = from.value("algorithm", "");
  run.variant = from.value("variant", "");
  run.label = from.value("label", run.variant);
  run.backend = from.at("backend").get<std::string>();
  run.threads = from.value("threads", 1);
  run.n = from.at("n").get<std::int64_t>();
  run.status = from.at("status").get<std::string>();
  run.reason = from.value("reason", "");
  run.started = from.value("started", "");
  run.settings = from.value("settings", json::object());
  run.sweep = from.value("sweep", json::object());
  run.series = from.value("series", json::object());
  run.counters = from.value("counters", json::object());
  if (const auto device = from.find("device"); device != from.end() && device->is_object()) {
    // A GPU at rest runs slowly: the faster of the two is nearer to what the run had.
    run.clock_mhz =
        std::fmax(number(*device, "clock_before_mhz"), number(*device, "clock_after_mhz"));
    const auto known = [&](const char* key) {
      return device->contains(key) ? std::optional(number(*device, key)) : std::nullopt;
    };
    run.clock_mhz = known("clock_mean_mhz").value_or(run.clock_mhz);
    run.clock_least_mhz = known("clock_min_mhz");
    run.power_w = known("power_mean_w");
    run.joules_per_step = known("joules_per_step");
  }
  if (const auto timing = from.find("timing"); timing != from.end() && timing->is_object())
    run.timing = read_timing(*timing);
  for (const json& check : from.value("checks", json::array())) {
    run.checks.push_back({check.at("check").get<std::string>(), check.value("reason", ""),
                          number(check, "value"), number(check, "limit"),
                          check.value("pass", false), check.value("details", json::object())});
  }
  return run;
}

Machine read_machine(const json& result, bool recorded) {
  Machine machine;
  machine.recorded = recorded;
  machine.provenance = result.value("provenance", json::object());
  machine.name = machine.provenance.value("machine", "unnamed machine");
  if (const auto gpu = machine.provenance.find("gpu");
      gpu != machine.provenance.end() && gpu->is_object()) {
    machine.gpu = gpu->value("name", "");
    machine.sms = gpu->value("sms", 0);
    machine.clock_mhz = number(*gpu, "clock_mhz");
  }
  return machine;
}

/// The days on which a machine ran what is kept of it, in however many files that is.
void date(std::vector<std::shared_ptr<Machine>>& machines, const std::vector<Run>& runs) {
  std::map<std::string, std::set<std::string>> days;
  for (const Run& run : runs) days[run.machine->name].insert(run.started.substr(0, 10));
  for (const auto& machine : machines) {
    const std::set<std::string>& its = days[machine->name];
    if (its.empty()) continue;
    machine->date = *its.begin();
    if (its.size() > 1) machine->date += " to " + *its.rbegin();
  }
}

json parse(const fs::path& file) {
  std::ifstream in(file);
  if (!in) throw UsageError(file.string() + ": cannot be read");
  try {
    return json::parse(in);
  } catch (const json::exception& error) {
    throw UsageError(file.string() + ": not JSON: " + error.what());
  }
}

/// Whether the file is a result of a version this program reads; other kinds of JSON are not.
bool is_result(const json& content, const fs::path& file) {
  const std::string schema = content.is_object() ? content.value("schema", "") : "";
  if (schema.rfind(kSchema, 0) != 0) return false;
  const int version = std::atoi(schema.c_str() + kSchema.size());
  if (version > kVersion) {
    throw UsageError(file.string() + ": schema '" + schema +
                     "' is newer than this program reads (" + std::string(kSchema) +
                     std::to_string(kVersion) + "): use a newer tycho");
  }
  return version == kVersion;
}

std::vector<fs::path> files_below(const fs::path& path) {
  if (fs::is_regular_file(path)) return {path};
  if (!fs::is_directory(path)) throw UsageError(path.string() + ": no such folder or result file");
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(path)) {
    if (entry.is_regular_file() && entry.path().extension() == ".json")
      files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

std::vector<Run> load_results(const std::vector<fs::path>& paths, bool recorded) {
  std::vector<Run> runs;
  std::vector<std::shared_ptr<Machine>> machines;
  std::map<std::pair<std::string, std::string>, std::size_t> place;  // by machine and run id
  for (const fs::path& path : paths) {
    std::size_t results = 0;
    for (const fs::path& file : files_below(path)) {
      json content = parse(file);
      if (!is_result(content, file)) continue;
      ++results;
      try {
        const auto machine = std::make_shared<Machine>(read_machine(content, recorded));
        machines.push_back(machine);
        for (json& record : content.at("runs")) {
          result::use_current_names(record);
          Run run = read_run(record);
          run.machine = machine;
          const auto [at, fresh] = place.try_emplace({machine->name, run.id}, runs.size());
          if (fresh) {
            runs.push_back(std::move(run));
          } else if (runs[at->second].started <= run.started) {
            runs[at->second] = std::move(run);
          }
        }
      } catch (const json::exception& error) {
        throw UsageError(file.string() + ": not a result of schema " + std::string(kSchema) +
                         std::to_string(kVersion) + ": " + error.what());
      }
    }
    if (results == 0 && !recorded) {
      throw UsageError(path.string() + ": holds no result (a JSON file with \"schema\": \"" +
                       std::string(kSchema) + std::to_string(kVersion) +
                       "\"); `tycho run --out DIR` writes them");
    }
  }
  date(machines, runs);
  return runs;
}

namespace {

/// Runs of several machines bear their names; a GPU's alone where no other machine has the same.
void tag_machines(std::vector<Run>& runs) {
  std::map<std::string, std::set<std::string>> with_gpu;
  std::set<std::string> names;
  for (const Run& run : runs) {
    names.insert(run.machine->name);
    with_gpu[run.machine->gpu].insert(run.machine->name);
  }
  if (names.size() < 2) return;
  for (Run& run : runs) {
    const Machine& machine = *run.machine;
    const bool gpu_tells =
        run.backend == "cuda" && !machine.gpu.empty() && with_gpu.at(machine.gpu).size() == 1;
    run.machine_tag = gpu_tells ? machine.gpu : machine.name;
  }
}

}  // namespace

Evidence gather(std::vector<Run> inputs, const std::vector<Run>& recorded) {
  Evidence evidence;
  tag_machines(inputs);
  std::set<std::string> papers, measured_here;
  for (const Run& run : inputs) {
    papers.insert(run.paper);
    if (run.ok() && run.backend == "cuda") measured_here.insert(run.paper);
  }
  for (const Run& run : recorded) {
    if (!papers.count(run.paper) || measured_here.count(run.paper)) continue;
    if (run.backend == "cuda" && run.ok()) evidence.gpu_from.emplace(run.paper, run.machine);
  }
  const auto stands_in = [&](const Run& run) {
    const auto from = evidence.gpu_from.find(run.paper);
    return from != evidence.gpu_from.end() && from->second->name == run.machine->name;
  };
  for (const Run& run : inputs) {
    if (run.backend != "cuda" || !evidence.gpu_from.count(run.paper)) evidence.runs.push_back(run);
  }
  evidence.inputs = std::move(inputs);
  for (const Run& run : recorded) {
    if (!stands_in(run)) continue;
    evidence.recorded.push_back(run);
    if (run.backend == "cuda") evidence.runs.push_back(run);
  }
  return evidence;
}

}  // namespace tycho::report
