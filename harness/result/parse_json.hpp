// JSON that somebody else may have written.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace tycho::result {

/// How deep objects and lists may lie in one another: seven times what our files need. Whatever
/// copies, prints or searches a value calls itself once a level, and a file of nothing but brackets
/// would use up its stack.
inline constexpr std::size_t kDeepest = 64;

/// "nested deeper than 64 levels".
std::string too_deep();

/// What the parser said, without its tag ("[json.exception.parse_error.101] ").
std::string without_tag(const nlohmann::json::exception& error);

/// Throws UsageError: bad JSON, a number that no double holds, or nesting beyond kDeepest.
nlohmann::json parse_json(std::string_view text);

/// The JSON of a file. Throws UsageError naming the file: as parse_json, and where it cannot be
/// read.
nlohmann::json parse_json_file(const std::filesystem::path& file);

}  // namespace tycho::result
