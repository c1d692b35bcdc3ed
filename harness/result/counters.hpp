// A file of counters: what a profiler counted in a stage of a run (docs/formats.md, "Counters of a
// profiler"). The run was made once more for it; its times are in the result of the paper.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "harness/result/run_record.hpp"

namespace tycho::result {

inline constexpr const char* kCountersFile = "counters.json";
inline constexpr const char* kCountersSchema = "tycho-counters/1";

/// Counters, or the reason for none.
struct StageCounters {
  std::string run, stage, commit;
  std::optional<int> launches;          // of kernels that were looked into
  std::optional<int> skipped_launches;  // before them
  std::optional<Counters> counters;
  std::optional<std::string> reason;
};

struct CountersFile {
  std::string schema, machine;
  std::vector<StageCounters> runs;
};

/// Throws UsageError naming the file, the place and what is wrong.
CountersFile read_counters(const nlohmann::json& content, const std::filesystem::path& file);

}  // namespace tycho::result
