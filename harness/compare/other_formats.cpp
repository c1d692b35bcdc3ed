#include "harness/compare/other_formats.hpp"

#include <bit>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>

#include "core/error.hpp"
#include "core/joined.hpp"
#include "harness/measure/statistics.hpp"
#include "harness/result/durable_file.hpp"
#include "harness/result/parse_json.hpp"

namespace tycho::compare {

namespace {

using nlohmann::json;
using result::RunRecord;
namespace fs = std::filesystem;

[[noreturn]] void refuse(const fs::path& file, const std::string& why) {
  throw UsageError(file.string() + ": " + why);
}

/// A member of an object, or null.
const json* member(const json& of, const char* name) {
  if (!of.is_object()) return nullptr;
  const auto found = of.find(name);
  return found == of.end() ? nullptr : &*found;
}

bool says(const json& of, const char* name) {
  const json* const found = member(of, name);
  return found && found->is_boolean() && found->get<bool>();
}

std::string text(const json& of, const char* name, const std::string& otherwise = "") {
  const json* const found = member(of, name);
  return found && found->is_string() ? found->get<std::string>() : otherwise;
}

RunRecord run_of(const std::string& id, const std::string& kind, const std::string& backend) {
  RunRecord run;
  run.id = id;
  run.paper = kind;
  run.case_name = run.variant = run.label = id;
  run.algorithm = kind;
  run.backend = backend;
  run.n = 1;
  return run;
}

void fail(RunRecord& run, const std::string& why) {
  run.status = result::Status::kFailed;
  run.reason = why.empty() ? "the benchmark says no reason" : why;
}

void skip(RunRecord& run, const std::string& why) {
  run.status = result::Status::kSkipped;
  run.reason = why;
}

void set_times(RunRecord& run, const std::vector<double>& samples) {
  const measure::Summary s = measure::summarize(samples);
  result::TimingRecord& timing = run.timing.emplace();
  timing.state = "measured";
  timing.steps_requested = timing.repeats_requested = timing.steps_measured = 1;
  timing.repeats_measured = static_cast<std::int64_t>(samples.size());
  timing.step_s = {s.median, s.low, s.high, s.minimum, s.spread, samples};
  timing.total_s = {s.median, s.low, s.high};
}

result::Result result_of(const std::string& kind, const std::string& machine, const json& context,
                         std::vector<RunRecord> runs) {
  result::Result all;
  all.paper = kind;
  all.suite = "full";
  all.provenance.machine = machine.empty() ? "not known" : machine;
  all.provenance.date = text(context, "date");
  all.runs = std::move(runs);
  return all;
}

double seconds_in(const std::string& unit, const fs::path& file) {
  for (const auto& [name, seconds] :
       {std::pair{"ns", 1e-9}, {"us", 1e-6}, {"ms", 1e-3}, {"s", 1.0}})
    if (unit == name) return seconds;
  refuse(file, "time_unit '" + unit + "' is none of ns, us, ms and s");
}

// Aggregates (mean, median, ...) are of the repetitions that stand beside them; where they stand
// alone their median, or else their mean, is all there is.
result::Result from_google_benchmark(const json& content, const fs::path& file) {
  std::vector<std::string> order;
  std::map<std::string, std::vector<double>> samples, aggregates;
  std::map<std::string, std::string> errors, skipped;
  for (const json& one : content.at("benchmarks")) {
    const std::string name = text(one, "run_name", text(one, "name"));
    if (name.empty()) refuse(file, "a benchmark has no name");
    if (!samples.count(name)) order.push_back(name);
    std::vector<double>& own = samples[name];
    if (says(one, "error_occurred")) {
      errors[name] = text(one, "error_message", "error");
      continue;
    }
    if (says(one, "skipped")) {
      skipped[name] = text(one, "skip_message", "skipped");
      continue;
    }
    const bool aggregate = text(one, "run_type") == "aggregate";
    // A coefficient of variation, a deviation or a fitted complexity is no time.
    const std::string of = text(one, "aggregate_name");
    if (aggregate && of != "median" && of != "mean") continue;
    const json* const time = member(one, "real_time");
    if (!time || !time->is_number() || !(time->get<double>() >= 0))
      refuse(file, "the benchmark '" + name + "' has no real_time that is a time");
    const double s = time->get<double>() * seconds_in(text(one, "time_unit", "ns"), file);
    if (!aggregate)
      own.push_back(s);
    else if (of == "median")
      aggregates[name].insert(aggregates[name].begin(), s);
    else
      aggregates[name].push_back(s);
  }
  std::vector<RunRecord> runs;
  for (const std::string& name : order) {
    RunRecord run = run_of(name, "google-benchmark", "cpu");
    if (errors.count(name))
      fail(run, errors[name]);
    else if (skipped.count(name))
      skip(run, skipped[name]);
    else if (!samples[name].empty())
      set_times(run, samples[name]);
    else if (!aggregates[name].empty())
      set_times(run, {aggregates[name].front()});
    else
      continue;
    runs.push_back(std::move(run));
  }
  const json none = json::object();
  const json* const context = member(content, "context");
  const json* const count = context ? member(*context, "num_cpus") : nullptr;
  const std::string cpus =
      count && count->is_number_integer() ? std::to_string(count->get<int>()) + " CPUs" : "";
  return result_of("google-benchmark", cpus, context ? *context : none, std::move(runs));
}

/// nvbench writes every value as text, under a name within "data".
std::string value_in(const json& summary, const char* name) {
  const json* const data = member(summary, "data");
  if (!data || !data->is_array()) return "";
  for (const json& one : *data)
    if (text(one, "name") == name) {
      const json* const value = member(one, "value");
      if (value) return value->is_string() ? value->get<std::string>() : value->dump();
    }
  return "";
}

/// 32-bit floats, seconds each. The file is named as seen from where the benchmark ran.
std::vector<double> binary_samples(const std::string& named, const fs::path& file) {
  for (const fs::path& place : {fs::path(named), file.parent_path() / named,
                                file.parent_path() / fs::path(named).parent_path().filename() /
                                    fs::path(named).filename()}) {
    std::ifstream in(place, std::ios::binary);
    if (!in) continue;
    static_assert(std::endian::native == std::endian::little);
    std::vector<double> samples;
    for (float one; in.read(reinterpret_cast<char*>(&one), sizeof one);) samples.push_back(one);
    if (in.gcount() != 0) refuse(place, "the file of samples ends within a number");
    return samples;
  }
  refuse(file, "the file of samples '" + named + "' is not there, nor beside this one");
}

std::vector<double> samples_of(const json& state, const fs::path& file) {
  const json* const summaries = member(state, "summaries");
  if (!summaries || !summaries->is_array()) return {};
  double mean = -1;
  for (const json& summary : *summaries) {
    const std::string tag = text(summary, "tag");
    if (tag == "nv/json/bin:nv/cold/sample_times") {
      const std::vector<double> samples = binary_samples(value_in(summary, "filename"), file);
      const std::string size = value_in(summary, "size");
      if (!size.empty() && std::to_string(samples.size()) != size)
        refuse(file, "the state '" + text(state, "name") + "' has " + size + " samples, its file " +
                         std::to_string(samples.size()));
      for (const double s : samples)
        if (!(s >= 0 && std::isfinite(s)))
          refuse(file, "the state '" + text(state, "name") + "' has a sample that is no time");
      return samples;
    }
    if (tag == "nv/cold/time/gpu/mean") {
      const std::string value = value_in(summary, "value");
      char* end = nullptr;
      mean = std::strtod(value.c_str(), &end);
    }
  }
  return mean >= 0 ? std::vector<double>{mean} : std::vector<double>{};
}

result::Result from_nvbench(const json& content, const fs::path& file) {
  std::vector<RunRecord> runs;
  for (const json& benchmark : content.at("benchmarks"))
    for (const json& state : benchmark.at("states")) {
      RunRecord run =
          run_of(text(benchmark, "name") + "/" + text(state, "name"), "nvbench", "cuda");
      if (says(state, "is_skipped")) {
        skip(run, text(state, "skip_reason", "skipped"));
      } else if (const std::vector<double> samples = samples_of(state, file); !samples.empty()) {
        set_times(run, samples);
      } else {
        fail(run, "the state has neither samples nor a mean of its cold times");
      }
      runs.push_back(std::move(run));
    }
  std::string machine;
  if (const json* const devices = member(content, "devices"); devices && devices->is_array())
    for (const json& device : *devices) join_to(machine, text(device, "name"));
  return result_of("nvbench", machine, json::object(), std::move(runs));
}

}  // namespace

std::optional<result::Result> read_other(const fs::path& file) {
  json content;
  try {
    content = result::parse_json(result::read_text(file));
  } catch (const UsageError& error) {
    refuse(file, error.what());
  }
  if (!content.is_object() || result::is_result(content)) return std::nullopt;
  const json* const benchmarks = member(content, "benchmarks");
  if (!benchmarks || !benchmarks->is_array()) return std::nullopt;
  const bool states = !benchmarks->empty() && benchmarks->front().is_object() &&
                      benchmarks->front().contains("states");
  result::Result read = states ? from_nvbench(content, file) : from_google_benchmark(content, file);
  if (read.runs.empty()) refuse(file, "holds no benchmark with a time");
  return read;
}

}  // namespace tycho::compare
