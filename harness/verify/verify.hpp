// A contributed result file looked over before anything is decided by it. The parts are separate:
// each assumes what the one before it has shown.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>

#include "harness/result/result.hpp"

namespace tycho::verify {

using result::Finding;
using result::Findings;

/// The numbers against each other: medians within their samples, stages that add up to the step,
/// rates that follow from counts and times, checks that pass where the value is within the limit,
/// no date ahead of now.
Findings check_consistency(const result::Result& result);

/// Anything that could name a person or a computer: absolute paths, user names, host names, IP
/// and mail addresses. Of any JSON.
Findings check_privacy(const nlohmann::json& content);

/// All of it, of what a file held; first whether it can be read at all (result/reader.hpp).
Findings look_over(const nlohmann::json& content);

/// The same of a file; that it is no JSON, or no result of a known version, is a finding. Throws
/// UsageError where the file cannot be read.
Findings verify(const std::filesystem::path& file);

class CaseShelf;

struct Verified {
  Findings findings;
  Findings notes;  // what is no finding, and what was not looked at
};

/// And against the cases (against_cases.hpp); null: against none.
Verified look_over(const nlohmann::json& content, CaseShelf* shelf);
Verified verify(const std::filesystem::path& file, CaseShelf* shelf);

}  // namespace tycho::verify
