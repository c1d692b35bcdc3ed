// A contributed result file looked over before anything is decided by it. The parts are separate:
// each assumes what the one before it has shown.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>

#include "harness/verify/finding.hpp"

namespace tycho::verify {

/// Every key, type and range of cases/result.schema.json.
Findings check_schema(const nlohmann::json& result);

/// The numbers against each other: medians within their samples, stages that add up to the step,
/// rates that follow from counts and times, checks that pass where the value is within the limit,
/// dates in order, benchmarks that repeat the runs. Of a result without findings above.
Findings check_consistency(const nlohmann::json& result);

/// Anything that could name a person or a computer: absolute paths, user names, host names, IP
/// and mail addresses. Of any JSON.
Findings check_privacy(const nlohmann::json& result);

/// All of it; a file that is no JSON, or no result of a known version, is one finding. Throws
/// UsageError where it cannot be read at all.
Findings verify(const std::filesystem::path& file);

}  // namespace tycho::verify
