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

/// What was saved, or nothing where there is no such file. Throws UsageError where the file is of
/// another key, with what differs, or damaged: to go on from it would be wrong, to overwrite it
/// rude.
std::optional<Checkpoint> load_checkpoint(const std::filesystem::path& file,
                                          const nlohmann::json& key);

}  // namespace tycho::measure
