// Patterns of run and stage names: * stands for any text, slashes too, ? for one character.
#pragma once

#include <fnmatch.h>

#include <string>

namespace tycho::compare {

inline bool matches(const std::string& pattern, const std::string& text) {
  return ::fnmatch(pattern.c_str(), text.c_str(), 0) == 0;
}

}  // namespace tycho::compare
