// A file in a campaign's folder with what one run found out for those after it.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>

namespace tycho::measure {

/// What was found, by name. A file that is not there, or is not of this schema, holds nothing: it
/// is found again.
nlohmann::json read_found(const std::filesystem::path& file, const char* schema);

/// Puts one more into the file, or in the place of what it held by this name.
void keep_found(const std::filesystem::path& file, const char* schema, const std::string& name,
                const nlohmann::json& found);

}  // namespace tycho::measure
