// A result file: what one machine measured for one paper (docs/formats.md, "a result").
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace tycho::result {

inline constexpr int kResultVersion = 1;

struct Result {
  std::string paper;
  std::string suite;
  nlohmann::json provenance;
  std::vector<nlohmann::json> runs;
};

/// The text of the file: one run a line, so that two results differ by the lines of the runs that
/// differ. `context` and `benchmarks` are derived from the runs.
std::string to_text(const Result& result);

/// Writes beside, syncs and renames. Throws WriteError.
void write_result(const std::filesystem::path& file, const Result& result);

/// Reads and checks a result file. Throws UsageError naming the file, the JSON pointer and what is
/// wrong: bad JSON, a newer version, a missing or mistyped key.
Result read_result(const std::filesystem::path& file);

/// Most samples a stage keeps.
inline constexpr std::size_t kMostSamples = 200;

/// A run as it is stored: at most kMostSamples samples of each list called "samples", evenly
/// spaced so that a drift still shows, and seven digits in samples and series. The statistics
/// beside them are of all samples and stay as they are.
nlohmann::json compact(nlohmann::json run);

}  // namespace tycho::result
