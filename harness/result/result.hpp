// A result file: what one machine measured for one paper (docs/formats.md, "a result").
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "harness/result/finding.hpp"
#include "harness/result/provenance.hpp"
#include "harness/result/run_record.hpp"

namespace tycho::result {

/// What a result says it is: a name, and the version of the format.
inline constexpr int kResultVersion = 2;
inline constexpr std::string_view kResultSchema = "tycho-result/2";
/// The version before. Its suites were three, and its `quick` is the `standard` of today: it is
/// read under this name.
inline constexpr std::string_view kFormerResultSchema = "tycho-result/1";

struct Result {
  std::string paper;
  std::string suite;
  Provenance provenance;
  std::vector<RunRecord> runs;
};

/// With the version of the format that the file is written in.
struct ResultFile : Result {
  std::string schema;
};

/// The text of the file: one run a line, so that two results differ by the lines of the runs that
/// differ.
std::string to_text(const Result& result);

/// The text of a file that held this result, without the runs of these ids, as they are spelled
/// there. All else stays as it stood, the names of its day too.
std::string text_without(const nlohmann::json& content, const std::set<std::string>& ids);

/// Writes beside, syncs and renames. Throws WriteError.
void write_result(const std::filesystem::path& file, const Result& result);

/// Reads a result file, and brings what an older one holds up to date (older.hpp). Throws
/// UsageError naming the file, the JSON pointer, what is wrong and what is allowed: bad JSON, a
/// newer version, a key that is missing, unknown, mistyped or out of range.
Result read_result(const std::filesystem::path& file);

/// Whether the content claims to be a result, of whatever version; other kinds of JSON do not.
bool is_result(const nlohmann::json& content);

/// Reads what a file held, as it stands there, but the suite by its name of today. Of what is wrong
/// everything is added to `findings`; nothing is returned where there is any.
std::optional<ResultFile> read_result(const nlohmann::json& content, Findings& findings);

/// Throws UsageError as reading the file does.
Result read_result(const nlohmann::json& content, const std::filesystem::path& file);

}  // namespace tycho::result
