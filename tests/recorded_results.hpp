// The results that the repository holds.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/result/counters.hpp"
#include "harness/result/probe.hpp"

namespace tycho::test {

/// Of all machines, or of the one whose folder is named.
inline std::vector<std::filesystem::path> recorded_results(const std::string& machine = "") {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(
           std::filesystem::path(TYCHO_SOURCE_DIR) / "results" / machine)) {
    const std::filesystem::path& file = entry.path();
    if (file.extension() == ".json" && file.filename() != result::kProbeFile &&
        file.filename() != result::kCountersFile)
      files.push_back(file);
  }
  return files;
}

}  // namespace tycho::test
