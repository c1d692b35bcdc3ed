// Errors repeat names and values out of files, which may hold anything.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace tycho::result {

/// The text with a space for every control character, so that it is one line of a terminal.
inline std::string one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; }, ' ');
  return text;
}

/// Characters of a file or of the command line that an error repeats at most.
inline constexpr std::size_t kMostEchoed = 200;

/// The text, or its beginning and "...", cut between two characters of UTF-8.
inline std::string brief(std::string_view text, std::size_t most = kMostEchoed) {
  if (text.size() <= most) return std::string(text);
  std::size_t end = most - 3;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  return std::string(text.substr(0, end)) + "...";
}

}  // namespace tycho::result
