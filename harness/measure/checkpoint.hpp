// A state on disk that a later sitting goes on from. docs/formats.md, "a checkpoint", describes the
// file.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <vector>

namespace tycho::measure {

struct Checkpoint {
  std::vector<double> state;
  nlohmann::json way;  // what was seen on the way to the state (way.hpp); null: nothing
};

/// `key` says all that the state depends on. Written beside and renamed, with a sum over all three.
void save_checkpoint(const std::filesystem::path& file, const nlohmann::json& key,
                     std::span<const double> state, const nlohmann::json& way = nullptr);

/// The saved state, or nothing where there is no such file. Throws UsageError where the file has
/// another key, and says what differs, or is damaged. Such a file is neither used nor overwritten.
std::optional<Checkpoint> load_checkpoint(const std::filesystem::path& file,
                                          const nlohmann::json& key);

}  // namespace tycho::measure
