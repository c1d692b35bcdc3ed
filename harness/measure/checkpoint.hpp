// A state on disk that a later sitting goes on from.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tycho::measure {

/// `key` says what the state belongs to, in one line. Written beside and renamed.
void save_checkpoint(const std::filesystem::path& file, const std::string& key,
                     std::span<const double> state);

/// The state, or nothing where there is no such file. Throws UsageError where the file is of
/// another key or damaged: to go on from it would be wrong, to overwrite it rude.
std::optional<std::vector<double>> load_checkpoint(const std::filesystem::path& file,
                                                   const std::string& key);

}  // namespace tycho::measure
