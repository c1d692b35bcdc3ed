// A name that is fit to be a file's: whoever reads it from a file may write to <name>.json and
// stays in the folder.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace tycho::result {

/// The pattern of a plain name, as JSON Schema spells it.
inline constexpr const char* kPlainNamePattern = "^[A-Za-z0-9_-][A-Za-z0-9._-]*$";
inline constexpr const char* kPlainNameInWords =
    "a name of letters, digits and - _ . that does not begin with a dot";

inline bool is_plain_name(std::string_view text) {
  return !text.empty() && text.front() != '.' && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == '.';
  });
}

/// The id of a run as the name of a file.
inline std::string as_file_name(std::string id) {
  std::replace(id.begin(), id.end(), '/', '_');
  return id;
}

}  // namespace tycho::result
