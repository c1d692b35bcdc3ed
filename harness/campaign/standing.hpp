// Where a campaign stands, from its folder alone: also while a supervisor works there, which is not
// disturbed.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "harness/campaign/outcome.hpp"

namespace tycho::campaign {

struct Standing {
  Outcome outcome;                // of the runs that are finished
  std::size_t asked = 0;          // runs of the campaign
  std::size_t left = 0;           // runs that are not finished, or have visits left
  bool at_work = false;           // whether a supervisor holds the folder
  std::string began, last_began;  // UTC; of the campaign, and of its latest run; empty: none yet
  /// Runs that failed, or failed a check, in the order of the request, each with its fault in
  /// words.
  std::vector<std::pair<std::string, std::string>> wrong;
  std::string go_on;  // the command that resumes it; empty where it is not known
};

/// Throws UsageError where the folder holds no campaign, or one that cannot be read.
Standing standing_of(const std::filesystem::path& folder);

}  // namespace tycho::campaign
