// Timings in Google Benchmark's JSON form, so that its tools/compare.py reads a result file.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

namespace tycho::result {

/// `context`: when and on what, from the provenance.
nlohmann::json benchmark_context(const nlohmann::json& provenance);

/// `benchmarks`: for every run that has timings, "<run id>/step" and "<run id>/<stage>", in
/// nanoseconds per step. The wall clock stands for cpu_time too: device time has no other.
nlohmann::json benchmark_entries(const std::vector<nlohmann::json>& runs);

}  // namespace tycho::result
