// What `tycho tune` found on a device, as it is kept in a file and taken by runs (docs/tune.md).
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/tune/tunable.hpp"

namespace tycho::tune {

/// The fastest settings for runs alike in all else.
struct TunedEntry {
  std::string algorithm;
  int threads = 1;
  std::int64_t particles = 0;
  nlohmann::json with;  // the settings that were not tuned
  TunedValues settings;
  double step_s = 0, safe_step_s = 0;  // with them, and with the contract's own; 0: that failed
  int tried = 0, refused = 0;          // combinations; of them those that failed
  std::string origin;                  // the case: "bertinelli2025/fig3.3"
  std::string date, commit;
};

/// The entries for one device.
struct TunedFile {
  std::filesystem::path file;  // results say its name, not its folder
  Backend backend = Backend::kCpu;
  std::string device;
  std::vector<TunedEntry> entries;

  /// The entry whose size is nearest, within a factor of two, among those alike in every setting
  /// that is not tuned, and of the same `library` variant (empty: tycho's own); null where there is
  /// none: the contract's own values are safe anywhere.
  const TunedEntry* find(const Settings& settings, std::int64_t particles,
                         const std::string& library = "") const;

  /// Puts an entry in the place of the one for the same runs, or at the end.
  void keep(TunedEntry entry);
};

/// "NVIDIA H200" -> "nvidia-h200.json"
std::string tuned_file_name(const std::string& device);

/// Throws UsageError naming the file and what is wrong with it.
TunedFile read_tuned(const std::filesystem::path& file);
nlohmann::json to_json(const TunedFile& tuned);

}  // namespace tycho::tune
