// Timings in Google Benchmark's JSON form, so that its tools/compare.py reads a result file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/result/provenance.hpp"
#include "harness/result/run_record.hpp"

namespace tycho::result {

/// `context`: when and on what, from the provenance. Other programs may write fewer keys, or more.
struct BenchmarkContext {
  std::string date;
  std::optional<std::string> executable;
  int num_cpus = 0;
  std::optional<int> mhz_per_cpu;
  std::optional<std::vector<std::string>> caches;
  std::optional<std::string> library_build_type;
  int json_schema_version = 1;
};

/// One of `benchmarks`. Other programs may write fewer keys, or more.
struct Benchmark {
  std::string name;
  std::optional<int> family_index, per_family_instance_index;
  std::optional<std::string> run_name;
  std::string run_type = "iteration";
  std::optional<int> repetitions, repetition_index, threads;
  std::int64_t iterations = 0;
  double real_time = 0, cpu_time = 0;
  std::string time_unit = "ns";
};

BenchmarkContext context_of(const Provenance& provenance);

/// For every run that has timings, "<run id>/step" and "<run id>/<stage>", in nanoseconds per
/// step. The wall clock stands for cpu_time too: device time has no other.
std::vector<Benchmark> benchmarks_of(const std::vector<RunRecord>& runs);

}  // namespace tycho::result
