// Parts of a result that are only read. json::value would copy them, samples and all.
#pragma once

#include <nlohmann/json.hpp>

namespace tycho::compare {

/// What stands under the key; without it nothing to iterate over.
inline const nlohmann::json& part(const nlohmann::json& whole, const char* key) {
  static const nlohmann::json nothing;
  const auto found = whole.find(key);
  return found == whole.end() ? nothing : *found;
}

}  // namespace tycho::compare
