// Where and how a result was made. No host name, no user, no path: results are published.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace tycho::result {

/// The GPU of this machine as its backend describes it; this part links no backend.
struct GpuFacts {
  std::string name;
  int multiprocessors = 0;
  std::string compute_capability;  // "9.0"
  std::int64_t memory_bytes = 0;
  std::int64_t l2_bytes = 0;
  double clock_mhz = 0;         // the highest the multiprocessors may run at
  double memory_clock_mhz = 0;  // 0: not known
  int single_to_double = 0;     // how many times as fast single precision is; 0: not known
  std::string driver;           // "580.65.06"; empty: not known
  std::string cuda_driver;      // the newest CUDA it runs: "13.0"
  std::string cuda_runtime;     // what this program was built with
};

/// "NVIDIA H200, 16 cores of Intel Xeon Platinum 8480C", or "2 cores of Neoverse-V1".
/// Everything DESIGN asks for; the keys are in cases/result.schema.json.
nlohmann::json provenance(const std::optional<GpuFacts>& gpu);

}  // namespace tycho::result
