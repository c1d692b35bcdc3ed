// What changed between two JSON values, in words.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace tycho::campaign {

/// "a/b was 1 and is now 2; c was nothing and is now true; and 4 more": the first few changes, each
/// with its path below `root`; empty where the two are the same.
std::string changes(const nlohmann::json& was, const nlohmann::json& is,
                    const std::string& root = "");

}  // namespace tycho::campaign
