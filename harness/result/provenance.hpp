// Where and how a result was made. No host name, no user, no path: results are published.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "harness/result/build_info.hpp"
#include "harness/result/processor.hpp"

namespace tycho::result {

/// The GPU of this machine as its backend describes it; this part links no backend. What older
/// results have not got is optional.
struct GpuFacts {
  std::string name;
  int multiprocessors = 0;
  std::string compute_capability;  // "9.0"
  std::int64_t memory_bytes = 0;
  std::optional<std::int64_t> l2_bytes;
  double clock_mhz = 0;                    // the highest the multiprocessors may run at
  std::optional<double> memory_clock_mhz;  // 0: not known
  std::optional<int> single_to_double;  // how many times as fast single precision is; 0: not known
  std::string driver;                   // "580.65.06"; empty: not known
  std::optional<std::string> cuda_driver;  // the newest CUDA it runs: "13.0"
  std::string cuda_runtime;                // what this program was built with
  /// Where it sits on PCI, for whoever asks NVML about it; empty: not known. In no file: it says
  /// nothing of how fast the GPU is.
  std::string bus_id{};
};

struct Provenance {
  std::string machine;  // in words: "NVIDIA H200, 16 cores of Intel Xeon Platinum 8480C"
  std::string date;     // "2026-11-15T02:00:00Z"
  Processor processor;
  std::optional<GpuFacts> gpu;  // null in the file where there is none
  BuildInfo build;
  int threads = 1;                     // what "all" means here; each run says how many it had
  std::optional<std::string> binding;  // how CPU runs bind their threads; not in older results
  std::string transfers, flop_convention;
};

Provenance this_provenance(const std::optional<GpuFacts>& gpu);

nlohmann::json to_json(const Provenance& provenance);

/// Throws UsageError naming `origin`, the JSON pointer, what is wrong and what is allowed.
Provenance read_provenance(const nlohmann::json& from, const std::string& origin);

}  // namespace tycho::result
