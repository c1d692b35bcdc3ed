#include "harness/export/google_benchmark.hpp"

#include <nlohmann/json.hpp>
#include <ostream>
#include <string>

#include "core/error.hpp"

namespace tycho::exports {

namespace {

using nlohmann::ordered_json;

std::string line_of(const ordered_json& value) {
  return value.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

ordered_json context_of(const result::Provenance& from) {
  return {{"date", from.date},
          {"executable", "tycho"},
          {"num_cpus", from.processor.cores},
          {"mhz_per_cpu", static_cast<int>(from.processor.clock_mhz)},
          {"caches", ordered_json::array()},
          {"library_build_type", from.build.type == "Debug" ? "debug" : "release"},
          {"json_schema_version", 1}};
}

/// Writes the entries of one list, a line each.
class Entries {
 public:
  explicit Entries(std::ostream& out) : out_(out) {}

  void add(const result::RunRecord& run, const std::string& stage, const result::Statistics& times,
           int family, int instance) {
    const std::string name = run.id + "/" + stage;
    const auto entry = [&](const std::string& own_name, const char* run_type) {
      return ordered_json{{"name", own_name},
                          {"family_index", family},
                          {"per_family_instance_index", instance},
                          {"run_name", name},
                          {"run_type", run_type},
                          {"repetitions", times.samples.size()},
                          {"threads", run.threads}};
    };
    for (std::size_t s = 0; s < times.samples.size(); ++s) {
      ordered_json sample = entry(name, "iteration");
      sample["repetition_index"] = s;
      sample["iterations"] = 1;
      put(std::move(sample), times.samples[s]);
    }
    ordered_json median = entry(name + "_median", "aggregate");
    median["aggregate_name"] = "median";
    median["aggregate_unit"] = "time";
    median["iterations"] = times.samples.size();
    put(std::move(median), times.median);
  }

 private:
  void put(ordered_json entry, double seconds) {
    entry["real_time"] = entry["cpu_time"] = seconds * 1e9;
    entry["time_unit"] = "ns";
    out_ << separator_ << "  " << line_of(entry);
    separator_ = ",\n";
  }

  std::ostream& out_;
  const char* separator_ = "\n";
};

void require_one_machine(std::span<const result::Result> results) {
  for (const result::Result& one : results)
    if (const std::string& machine = one.provenance.machine,
        &first = results.front().provenance.machine;
        machine != first)
      throw UsageError(
          "--google-benchmark: the form is of one machine, and these results are of '" + first +
          "' and of '" + machine + "': export them one by one");
}

}  // namespace

void write_google_benchmark(std::ostream& out, std::span<const result::Result> results) {
  require_one_machine(results);
  out << "{\n \"context\": " << line_of(context_of(results.front().provenance))
      << ",\n \"benchmarks\": [";
  Entries entries(out);
  int family = 0;
  for (const result::Result& one : results)
    for (const result::RunRecord& run : one.runs) {
      if (!run.timing) continue;
      int instance = 0;
      entries.add(run, "step", run.timing->step_s, family, instance++);
      for (const auto& [stage, times] : run.timing->stages)
        entries.add(run, stage, times.step_s, family, instance++);
      ++family;
    }
  out << "\n ]\n}\n";
}

}  // namespace tycho::exports
