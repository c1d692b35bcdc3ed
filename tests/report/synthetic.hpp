// Results made up for tests, in the documented format. The numbers are round and mean nothing: no
// machine ever measured them.
#pragma once

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness/result/result.hpp"
#include "tests/harness/made_up_provenance.hpp"

namespace tycho::synthetic {

using nlohmann::json;
using result::RunRecord;

inline result::Statistics estimate(double value) {
  return {value, 0.98 * value, 1.02 * value, 0.98 * value, 0, {0.98 * value, value, 1.02 * value}};
}

inline result::TimingRecord timing(double pairs, int n, double step_s) {
  result::TimingRecord made;
  made.steps_requested = made.steps_measured = 1000;
  made.repeats_requested = made.repeats_measured = 10;
  made.state = "measured";
  made.step_s = estimate(step_s);
  made.total_s = {1000 * step_s, 980 * step_s, 1020 * step_s};
  made.instrumented_step_s = 2 * step_s;
  made.disturbance = 1;
  made.unattributed_s = 0;
  made.mark_cost_s = 0;
  made.host_waits = 1;
  result::StageRecord& force = made.stages["force"];
  force.method = "clock";
  force.calls = 1;
  force.step_s = estimate(step_s / 2);
  force.flops = 20 * pairs;
  force.bytes = 28.0 * n;
  force.issue_slots = 16;
  force.gflops = 1;
  force.gbytes = 1;
  made.throughput = {"pairs", pairs, pairs / step_s, "force", 2 * pairs / step_s};
  return made;
}

/// A run of the case fig3.5 that took `step_s` a step.
inline RunRecord run(const std::string& variant, const std::string& backend, int n, double step_s) {
  RunRecord made;
  made.id = "synthetic/fig3.5/n=" + std::to_string(n) + "/" + variant;
  made.paper = "synthetic";
  made.case_name = "fig3.5";
  made.suite = "quick";
  made.algorithm = "all_pairs";
  made.variant = variant;
  made.label = "made up " + variant;
  made.backend = backend;
  made.n = n;
  made.settings = {{"precision", "fp32"}};
  made.started = "2001-02-03T04:05:06Z";
  made.wall_s = 1;
  made.timing = timing(1.0 * n * n, n, step_s);
  made.checks = {{"force_error", 0.5, 1, true, "made up", {}}};
  made.counters.emplace();
  result::DeviceRecord& device = made.device.emplace();
  device.clock_before_mhz = 1000;
  device.clock_after_mhz = 2000;
  return made;
}

/// A square of cells, given as numbers.
inline result::PictureRecord picture(double t, const std::vector<double>& cells,
                                     std::optional<double> redshift = {}) {
  result::PictureRecord record;
  record.t = t;
  while (static_cast<std::size_t>(record.side) * record.side < cells.size()) ++record.side;
  record.value = cells;
  record.redshift = redshift;
  return record;
}

inline RunRecord not_run(RunRecord run, result::Status status, const std::string& reason) {
  run.status = status;
  run.reason = reason;
  run.timing.reset();
  run.checks.reset();
  return run;
}
inline RunRecord failed(RunRecord run, const std::string& reason) {
  return not_run(std::move(run), result::Status::kFailed, reason);
}
inline RunRecord skipped(RunRecord run, const std::string& reason) {
  return not_run(std::move(run), result::Status::kSkipped, reason);
}

inline RunRecord extrapolated(RunRecord run, int steps) {
  run.timing->steps_measured = steps;
  run.timing->state = "extrapolated";
  return run;
}

/// With an interval too wide to decide anything.
inline RunRecord noisy(RunRecord run) {
  result::TimingRecord& timing = *run.timing;
  for (result::Statistics* times : {&timing.step_s, &timing.stages.at("force").step_s}) {
    times->low = 0.75 * times->median;
    times->high = 1.25 * times->median;
  }
  timing.total_s.low = 0.75 * timing.total_s.value;
  timing.total_s.high = 1.25 * timing.total_s.value;
  return run;
}

/// With an interval by which claims are decided.
inline RunRecord steady(RunRecord run) {
  const double step_s = run.timing->step_s.median;
  run.timing->step_s.low = 0.99 * step_s;
  run.timing->step_s.high = 1.01 * step_s;
  return run;
}

inline result::Result result(const std::string& machine, std::vector<RunRecord> runs,
                             int multiprocessors = 0) {
  result::Provenance provenance = made_up::provenance();
  provenance.machine = machine;
  if (multiprocessors > 0) {
    provenance.gpu->name = "Synthetic GPU";
    provenance.gpu->multiprocessors = multiprocessors;
    provenance.gpu->clock_mhz = 1000;
  } else {
    provenance.gpu.reset();
  }
  return {"synthetic", "quick", std::move(provenance), std::move(runs)};
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
  std::filesystem::path write(const std::filesystem::path& name,
                              const result::Result& result) const {
    return write(name, to_text(result));
  }
  std::string read(const std::filesystem::path& name) const {
    std::ifstream in(path_ / name);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  }

 private:
  std::filesystem::path path_;
};

}  // namespace tycho::synthetic
