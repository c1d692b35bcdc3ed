#include "harness/result/result.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <sstream>

#include "harness/result/durable_file.hpp"
#include "harness/result/google_benchmark.hpp"

namespace tycho::result {

namespace {

using nlohmann::json;

std::string line_of(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

void put_list(std::ostringstream& out, const char* key, const std::vector<json>& items) {
  out << "\"" << key << "\": [";
  for (std::size_t i = 0; i < items.size(); ++i)
    out << (i == 0 ? "\n" : ",\n") << "  " << line_of(items[i]);
  out << (items.empty() ? "]" : "\n ]");
}

double seven_digits(double value) {
  if (!std::isfinite(value)) return value;
  char text[32];
  std::snprintf(text, sizeof text, "%.7g", value);
  return std::strtod(text, nullptr);
}

void trim_digits(json& value) {
  if (value.is_number_float()) value = seven_digits(value.get<double>());
  if (value.is_structured())
    for (json& item : value) trim_digits(item);
}

json thinned(const json& samples) {
  const std::size_t n = samples.size();
  if (n <= kMostSamples) return samples;
  json kept = json::array();
  for (std::size_t k = 0; k < kMostSamples; ++k)
    kept.push_back(samples[k * (n - 1) / (kMostSamples - 1)]);
  return kept;
}

void compact_samples(json& value) {
  if (!value.is_structured()) return;
  if (value.is_object()) {
    if (auto samples = value.find("samples"); samples != value.end() && samples->is_array()) {
      *samples = thinned(*samples);
      trim_digits(*samples);
    }
  }
  for (json& item : value) compact_samples(item);
}

}  // namespace

json compact(json run) {
  if (const auto timing = run.find("timing"); timing != run.end()) compact_samples(*timing);
  if (const auto series = run.find("series"); series != run.end()) trim_digits(*series);
  return run;
}

std::string to_text(const Result& result) {
  std::ostringstream out;
  const std::string schema = "tycho-result/" + std::to_string(kResultVersion);
  out << "{\n \"schema\": " << line_of(schema) << ",\n \"paper\": " << line_of(result.paper)
      << ",\n \"suite\": " << line_of(result.suite)
      << ",\n \"provenance\": " << line_of(result.provenance) << ",\n ";
  put_list(out, "runs", result.runs);
  out << ",\n \"context\": " << line_of(benchmark_context(result.provenance)) << ",\n ";
  put_list(out, "benchmarks", benchmark_entries(result.runs).get<std::vector<json>>());
  out << "\n}\n";
  return std::move(out).str();
}

void write_result(const std::filesystem::path& file, const Result& result) {
  write_durably(file, to_text(result));
}

}  // namespace tycho::result
