// Which files a command reads where it was given a file or a folder.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace tycho::result {

/// Whether a file may be a result: by its opening alone, where the schema of a result stands.
bool may_be_result(const std::filesystem::path& file);

/// The files of a folder that may be results, by name; a path that is no folder stands for itself.
/// Throws UsageError where a folder holds no result.
std::vector<std::filesystem::path> result_files(const std::filesystem::path& path);
std::vector<std::filesystem::path> result_files(std::span<const std::string> paths);

}  // namespace tycho::result
