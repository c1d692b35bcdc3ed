// A baseline: results that a person has declared to be those that others are compared with.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tycho::compare {

struct Promotion {
  /// The results that become the baseline, then the same measured again.
  std::vector<std::filesystem::path> measured;
  std::filesystem::path baseline;
  std::string reason, date;  // YYYY-MM-DD
  /// Replace a baseline that holds runs the new one has not.
  bool replace = false;
};

/// Writes <paper>.json, again-1/<paper>.json and so on, processes.json, which keeps the medians of
/// every process that was promoted (past_processes.hpp), and last baseline.json, which keeps the
/// history: when, why, of which commit and machine. Papers of a baseline that are not promoted
/// stay. Waits where another promotion to the same baseline is under way. Returns what was done, in
/// words. Throws UsageError where a result does not verify, failed runs would become the baseline,
/// or runs would be lost.
std::string promote(const Promotion& promotion);

}  // namespace tycho::compare
