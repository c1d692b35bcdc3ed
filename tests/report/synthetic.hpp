// Results made up for tests, in the documented format. The numbers are round and mean nothing: no
// machine ever measured them.
#pragma once

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

namespace tycho::synthetic {

using nlohmann::json;

inline json estimate(double value) {
  return {{"median", value},        {"low", 0.75 * value}, {"high", 1.25 * value},
          {"minimum", 0.5 * value}, {"spread", 0},         {"samples", {value}}};
}

/// A run of the case fig3.5 that took `step_s` a step.
inline json run(const std::string& variant, const std::string& backend, int n, double step_s) {
  const double pairs = 1.0 * n * n;
  return {{"id", "synthetic/fig3.5/n=" + std::to_string(n) + "/" + variant},
          {"paper", "synthetic"},
          {"case", "fig3.5"},
          {"suite", "quick"},
          {"algorithm", "all_pairs"},
          {"variant", variant},
          {"label", "made up " + variant},
          {"backend", backend},
          {"threads", 1},
          {"n", n},
          {"settings", {{"precision", "fp32"}}},
          {"sweep", json::object()},
          {"status", "ok"},
          {"reason", ""},
          {"started", "2001-02-03T04:05:06Z"},
          {"wall_s", 1},
          {"timing",
           {{"steps_requested", 1000},
            {"repeats_requested", 10},
            {"steps_measured", 1000},
            {"repeats_measured", 10},
            {"state", "measured"},
            {"step_s", estimate(step_s)},
            {"total_s", {{"value", 1000 * step_s}, {"low", 750 * step_s}, {"high", 1250 * step_s}}},
            {"instrumented_step_s", 2 * step_s},
            {"disturbance", 1.0},
            {"unattributed_s", 0},
            {"mark_cost_s", 0},
            {"host_waits", 1},
            {"stages",
             {{"force",
               {{"method", "clock"},
                {"calls", 1},
                {"step_s", estimate(step_s / 2)},
                {"flops", 20 * pairs},
                {"bytes", 28.0 * n},
                {"issue_slots", 16},
                {"gflops", 1},
                {"gbytes", 1}}}}},
            {"throughput",
             {{"unit", "pairs"},
              {"count", pairs},
              {"per_s", pairs / step_s},
              {"stage", "force"},
              {"stage_per_s", 2 * pairs / step_s}}}}},
          {"checks",
           {{{"check", "force_error"},
             {"value", 0.5},
             {"limit", 1},
             {"pass", true},
             {"reason", "made up"}}}},
          {"counters", json::object()},
          {"device", {{"clock_before_mhz", 1000}, {"clock_after_mhz", 2000}}}};
}

inline json not_run(json run, const std::string& status, const std::string& reason) {
  run["status"] = status;
  run["reason"] = reason;
  run.erase("timing");
  run.erase("checks");
  return run;
}

inline json extrapolated(json run, int steps) {
  run["timing"]["steps_measured"] = steps;
  run["timing"]["state"] = "extrapolated";
  return run;
}

inline json result(const std::string& machine, const std::vector<json>& runs,
                   int multiprocessors = 0) {
  json gpu;
  if (multiprocessors > 0)
    gpu = {{"name", "Synthetic GPU"}, {"sms", multiprocessors}, {"clock_mhz", 1000}};
  return {{"schema", "tycho-result/1"},
          {"paper", "synthetic"},
          {"suite", "quick"},
          {"provenance", {{"machine", machine}, {"gpu", gpu}}},
          {"runs", runs},
          {"context", json::object()},
          {"benchmarks", json::array()}};
}

/// The published data of a paper that does not exist.
inline json published() {
  return json::parse(R"json({
    "schema": "tycho-published/1", "paper": "synthetic",
    "title": "A paper that does not exist", "author": "Nobody",
    "values": [
      {"id": "total", "value": 2, "unit": "s", "text": "Made-up time", "where": "Section 0", "exactness": "exact"},
      {"id": "sms", "value": 3, "text": "Made-up GPU", "where": "Section 0", "exactness": "exact"}],
    "exhibits": [
      {"id": "times", "kind": "lines", "title": "Times", "select": {"case": "fig3.5"},
       "x": {"key": "n", "label": "N", "scale": "log2", "values": [4, 8]},
       "y": {"quantity": "total_s", "label": "Time", "unit": "s", "scale": "log10"},
       "published": [{"value": "total", "x": 8, "select": {"backend": "cuda"}}]},
      {"id": "blocks", "kind": "threshold", "title": "Blocks", "row_label": "N", "column_label": "p",
       "rows": [4, 8], "columns": [1, 2], "cells": [[4, 2], [8, 5]], "threshold": "sms"}],
    "claims": [
      {"id": "faster", "sentence": "The GPU is faster.", "where": "Section 0", "reads": "CPU over GPU",
       "printed": {"for": {"n": [4, 8]}, "expression": "blocks_{n}_1 / blocks_{n}_2"},
       "test": {"kind": "ratio", "quantity": "step_s", "of": {"backend": "cpu"}, "to": {"backend": "cuda"}, "least": 2}}],
    "audit": [
      {"text": "Two is two", "expression": "total", "against": "2", "tolerance": 0},
      {"text": "Two is three", "expression": "total", "against": "sms", "tolerance": 0.1},
      {"text": "Blocks", "for": {"n": [4, 8], "p": [1, 2]}, "expression": "{n} / {p}", "against": "blocks_{n}_{p}"}]
  })json");
}

/// A folder of its own for a test, gone with it.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "tycho-report-XXXXXX").string();
    if (!mkdtemp(name.data())) throw std::runtime_error("no temporary folder");
    path_ = name;
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  const std::filesystem::path& path() const { return path_; }
  /// Writes a file, its folders too, and returns where.
  std::filesystem::path write(const std::filesystem::path& name, const std::string& text) const {
    std::filesystem::create_directories((path_ / name).parent_path());
    std::ofstream(path_ / name) << text;
    return path_ / name;
  }
  std::string read(const std::filesystem::path& name) const {
    std::ifstream in(path_ / name);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  }

 private:
  std::filesystem::path path_;
};

}  // namespace tycho::synthetic
