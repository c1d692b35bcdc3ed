#include <cstdlib>
#include <set>

#include "harness/result/result.hpp"
#include "harness/verify/shape.hpp"
#include "harness/verify/verify.hpp"

namespace tycho::verify {

namespace {

using nlohmann::json;

constexpr double kAny = -std::numeric_limits<double>::infinity();

void check_processor(const json& value, const std::string& at, Findings& findings) {
  Shape shape(value, at, findings);
  shape.text("model");
  shape.text("architecture");
  shape.whole("cores", 1);
  shape.number("clock_mhz", true, 0);
  shape.whole("memory_bytes", 0);
  shape.nothing_else();
}

void check_gpu(const json& value, const std::string& at, Findings& findings) {
  if (value.is_null()) return;  // none
  Shape shape(value, at, findings);
  for (const char* key : {"name", "compute_capability", "driver", "cuda_runtime"}) shape.text(key);
  shape.text("cuda_driver", false);
  shape.whole("sms", 1);
  shape.whole("memory_bytes", 0);
  shape.whole("l2_bytes", 0, false);
  shape.number("clock_mhz", true, 0);
  shape.number("memory_clock_mhz", false, 0);
  shape.whole("single_to_double", 0, false);
  shape.nothing_else();
}

void check_build(const json& value, const std::string& at, Findings& findings) {
  Shape shape(value, at, findings);
  for (const char* key : {"version", "commit", "type", "compiler", "flags", "cuda_compiler",
                          "cuda_flags", "cuda_architectures"})
    shape.text(key);
  shape.text("best_flags", false);
  shape.flag("contraction");
  shape.flag("cuda_contraction");
  shape.nothing_else();
}

void check_provenance(const json& value, const std::string& at, Findings& findings) {
  Shape shape(value, at, findings);
  shape.text("machine", true, true);
  shape.time("date");
  if (const json* part = shape.get("processor"))
    check_processor(*part, at + "/processor", findings);
  if (const json* part = shape.get("gpu")) check_gpu(*part, at + "/gpu", findings);
  if (const json* part = shape.get("build")) check_build(*part, at + "/build", findings);
  shape.whole("threads", 1);
  shape.text("transfers");
  shape.text("flop_convention");
  shape.nothing_else();
}

void check_statistics(const json& value, const std::string& at, Findings& findings) {
  Shape shape(value, at, findings);
  for (const char* key : {"median", "low", "high", "minimum", "spread"}) shape.number(key, true, 0);
  const json* samples = shape.list("samples");
  if (!samples) return;
  if (samples->empty() || samples->size() > result::kMostSamples)
    shape.add(at + "/samples", "must hold 1 to " + std::to_string(result::kMostSamples) +
                                   " samples, not " + std::to_string(samples->size()));
  for (std::size_t i = 0; i < samples->size(); ++i)
    if (!(*samples)[i].is_number() || (*samples)[i].get<double>() < 0) {
      shape.add(at + "/samples/" + std::to_string(i), "must be a time in seconds");
      break;  // one of two hundred says enough
    }
}

void check_timing(const json& value, const std::string& at, Findings& findings) {
  Shape shape(value, at, findings);
  shape.whole("steps_requested", 1);
  shape.whole("repeats_requested", 1);
  shape.whole("steps_measured", 0);
  shape.whole("repeats_measured", 0);
  shape.word("state", {"measured", "extrapolated"});
  if (const json* step = shape.get("step_s")) check_statistics(*step, at + "/step_s", findings);
  if (const json* total = shape.object("total_s")) {
    Shape inner(*total, at + "/total_s", findings);
    for (const char* key : {"value", "low", "high"}) inner.number(key, true, 0);
  }
  shape.number("passed_s", false, 0);
  const json* stages = shape.object("stages");
  if (!stages) return;
  for (const auto& [name, stage] : stages->items()) {
    Shape inner(stage, below(at + "/stages", name), findings);
    inner.word("method", {"clock", "events", "replay"});
    if (const json* step = inner.get("step_s"))
      check_statistics(*step, inner.at() + "/step_s", findings);
  }
}

void check_check(const json& value, const std::string& at, Findings& findings) {
  Shape shape(value, at, findings);
  shape.text("check", true, true);
  if (const json* number = shape.get("value"))
    if (!number->is_number() && !number->is_null())
      shape.add(at + "/value", "must be a number, or null for one that is not a number");
  shape.number("limit");
  shape.flag("pass");
  shape.text("reason", true, true);
  if (const json* details = shape.object("details", false))
    for (const auto& [key, detail] : details->items())
      if (!detail.is_number() && !detail.is_null())
        shape.add(below(at + "/details", key), "must be a number or null");
  shape.nothing_else();
}

void check_settings(const json* settings, const std::string& at, Findings& findings) {
  if (!settings) return;
  for (const auto& [key, value] : settings->items())
    if (!value.is_number() && !value.is_string())
      findings.push_back({below(at, key), "must be a number or text"});
}

void check_tuned(const json& value, const std::string& at, Findings& findings) {
  Shape shape(value, at, findings);
  shape.text("file", true, true);
  check_settings(shape.object("settings"), at + "/settings", findings);
  shape.nothing_else();
}

void check_run(const json& value, const std::string& at, Findings& findings) {
  Shape shape(value, at, findings);
  shape.text("id", true, true);
  for (const char* key : {"paper", "case", "suite", "algorithm", "variant", "label"})
    shape.text(key);
  shape.word("backend", {"cpu", "cuda"});
  shape.whole("threads", 1);
  shape.whole("n", 1);
  check_settings(shape.object("settings"), at + "/settings", findings);
  check_settings(shape.object("sweep"), at + "/sweep", findings);
  if (const json* tuned = shape.get("tuned", false)) check_tuned(*tuned, at + "/tuned", findings);
  shape.whole("slow_double", 3, false);
  const json* status = shape.word("status", {"ok", "failed", "skipped"});
  const bool ok = status && *status == "ok";
  shape.text("reason", true, status && !ok);
  shape.time("started");
  shape.number("wall_s", true, 0);
  if (const json* timing = shape.get("timing", false)) {
    if (status && !ok) shape.add(at + "/timing", "a run that did not succeed has no timing");
    check_timing(*timing, at + "/timing", findings);
  }
  shape.object("series", false);
  if (const json* checks = shape.list("checks", false))
    for (std::size_t i = 0; i < checks->size(); ++i)
      check_check((*checks)[i], at + "/checks/" + std::to_string(i), findings);
  if (const json* counters = shape.object("counters", false))
    for (const auto& [key, counter] : counters->items())
      if (!counter.is_number() && !counter.is_null())
        shape.add(below(at + "/counters", key), "must be a number or null");
  if (const json* device = shape.object("device", false))
    for (const auto& [key, number] : device->items())
      if (!number.is_number()) shape.add(below(at + "/device", key), "must be a number");
  shape.nothing_else();
}

void check_context(const json& value, const std::string& at, Findings& findings) {
  Shape shape(value, at, findings);
  shape.text("date");
  shape.number("num_cpus", true, kAny);
  shape.whole("json_schema_version", 1);
}

void check_benchmark(const json& value, const std::string& at, Findings& findings) {
  Shape shape(value, at, findings);
  shape.text("name", true, true);
  shape.word("run_type", {"iteration"});
  shape.whole("iterations", 0);
  shape.number("real_time", true, 0);
  shape.number("cpu_time", true, 0);
  shape.word("time_unit", {"ns"});
}

// Whether the schema is this version's; the finding says what to do where it is not.
bool known_version(Shape& shape) {
  const json* schema = shape.text("schema");
  if (!schema) return false;
  const std::string known = "tycho-result/" + std::to_string(result::kResultVersion);
  const std::string found = schema->get<std::string>();
  if (found == known) return true;
  const bool newer = found.starts_with("tycho-result/") &&
                     std::atoi(found.c_str() + sizeof "tycho-result/" - 1) > result::kResultVersion;
  shape.add("/schema", newer ? "'" + found + "' was written by a newer tycho; this one reads " +
                                   known + ": update it"
                             : "must be " + known + ", not '" + found + "'");
  return false;
}

}  // namespace

Findings check_schema(const json& result) {
  Findings findings;
  Shape shape(result, "", findings);
  if (!shape || !known_version(shape)) return findings;
  shape.text("paper", true, true);
  shape.word("suite", {"smoke", "quick", "full"});
  if (const json* part = shape.get("provenance")) check_provenance(*part, "/provenance", findings);
  std::set<std::string> ids;
  if (const json* runs = shape.list("runs"))
    for (std::size_t i = 0; i < runs->size(); ++i) {
      const std::string at = "/runs/" + std::to_string(i);
      check_run((*runs)[i], at, findings);
      if ((*runs)[i].is_object() && (*runs)[i].contains("id") && (*runs)[i]["id"].is_string() &&
          !ids.insert((*runs)[i]["id"].get<std::string>()).second)
        shape.add(at + "/id", "stands twice");
    }
  if (const json* part = shape.get("context")) check_context(*part, "/context", findings);
  if (const json* entries = shape.list("benchmarks"))
    for (std::size_t i = 0; i < entries->size(); ++i)
      check_benchmark((*entries)[i], "/benchmarks/" + std::to_string(i), findings);
  shape.nothing_else();
  return findings;
}

}  // namespace tycho::verify
