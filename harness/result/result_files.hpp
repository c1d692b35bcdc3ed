// Which files a command reads where it was given a file or a folder.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/result/result.hpp"

namespace tycho::result {

/// Where files of a folder are looked for: in it alone, or in the folders within it too.
enum class Within { kFolder, kAllFolders };

/// The JSON files of a folder, by path, of whatever kind; a file stands for itself. Throws
/// UsageError where there is neither a file nor a folder.
std::vector<std::filesystem::path> json_files(const std::filesystem::path& path, Within within);

/// The files of this name in a folder and the folders within it, by path; of a file the one beside
/// it.
std::vector<std::filesystem::path> files_named(std::string_view name,
                                               const std::filesystem::path& path);

/// What a JSON file holds; nothing where that is no result: a probe, a list of runs. Throws
/// UsageError naming the file, where it is not JSON, or a result that cannot be read.
std::optional<Result> result_in(const std::filesystem::path& file);

/// Whether a file may be a result: by its opening alone, where the schema of a result stands.
bool may_be_result(const std::filesystem::path& file);

/// The files of a folder that may be results, by name; a path that is no folder stands for itself.
/// Throws UsageError where a folder holds no result.
std::vector<std::filesystem::path> result_files(const std::filesystem::path& path);
std::vector<std::filesystem::path> result_files(std::span<const std::string> paths);

}  // namespace tycho::result
