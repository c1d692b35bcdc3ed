// Errors repeat names and values out of files, which may hold anything.
#pragma once

#include <algorithm>
#include <string>

namespace tycho::result {

/// The text with a space for every control character, so that it is one line of a terminal.
inline std::string one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; }, ' ');
  return text;
}

}  // namespace tycho::result
