// An export in Google Benchmark's JSON form, for its tools/compare.py and whatever else reads it.
#pragma once

#include <iosfwd>
#include <span>

#include "harness/result/result.hpp"

namespace tycho::exports {

/// For every run with times "<run id>/step" and "<run id>/<stage>": the samples as repetitions,
/// then their median, in nanoseconds per step. The wall clock stands for `cpu_time` too: device
/// time has no other. A run without times is left out: compare.py takes a benchmark without a time
/// for an error of the file. Throws UsageError where the results are of several machines: the form
/// has one context.
void write_google_benchmark(std::ostream& out, std::span<const result::Result> results);

}  // namespace tycho::exports
