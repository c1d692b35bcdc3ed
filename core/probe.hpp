// What a machine can do at most, as the backends measure it: the ceilings that timings are held
// against. Each backend exports a list of probes; harness/probe runs them.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tycho {

struct ProbeOptions {
  int threads = 1;                   // the most that may be used
  std::size_t cache_bytes = 0;       // of the processor's last level; 0: not known
  std::size_t core_cache_bytes = 0;  // of the second level, a core's own; 0: not known
  bool small = false;                // sizes and repeats that only show that the probe works
};

/// One measured ceiling. Its output was checked: `error` must be at most `limit`.
struct Probed {
  std::string id{};     // "copy_kernel": with `threads`, one of a kind
  std::string label{};  // in words
  std::string size{};   // what it was measured on, in words
  std::string unit{};   // "GB/s", "GFLOP/s" or "G/s": work over time; "s": time over calls
  int threads = 1;      // of the CPU
  double work = 0;      // bytes, flops, operations or calls in each sample
  std::vector<double> seconds{};  // a sample each
  std::string checked{};          // against what
  double error = 0, limit = 0;
};

struct Probe {
  std::string_view name;
  /// Throws Unavailable where this machine cannot, for instance for want of memory.
  std::vector<Probed> (*measure)(const ProbeOptions& options);
};

}  // namespace tycho
