// A probe's file: what a machine can do at most (docs/formats.md, "A probe").
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace tycho::result {

inline constexpr int kProbeVersion = 1;
inline constexpr const char* kProbeFile = "probe.json";

struct Ceiling {
  std::string backend;  // "cpu" or "cuda"
  std::string id, label, size;
  std::string unit;  // of the value: "GB/s", "GFLOP/s", "G/s" or "s"
  int threads = 1;
  double value = 0, low = 0, high = 0;  // median and its 95% interval
  double seconds = 0;                   // median of a sample
  bool pass = false;                    // whether its output was right: else it is no ceiling
};

struct ProbeFile {
  std::string machine, date;    // of the provenance; the date may be empty
  double cache_bytes = 0;       // of the processor's last level; 0: not known
  double core_cache_bytes = 0;  // of the second level, a core's own; 0: not known
  double l2_bytes = 0;          // of the GPU; 0: none, or not known
  std::vector<Ceiling> ceilings;

  /// The ceiling of that name whose output was right; of the CPU's the one for this number of
  /// threads, else for the next more, else for the most. Null where there is none.
  const Ceiling* find(const std::string& backend, const std::string& id, int threads = 1) const;
};

/// Whether a file's content says that it is a probe, of whatever version.
bool is_probe(const nlohmann::json& content);

/// Throws UsageError naming the file, the place and what is wrong.
ProbeFile read_probe(const nlohmann::json& content, const std::filesystem::path& file);

}  // namespace tycho::result
