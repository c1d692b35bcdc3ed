// A number with the digits that samples and series are stored with.
#pragma once

#include <cstdio>
#include <string>

namespace tycho::result {

inline std::string seven_digits(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.7g", value);
  return buffer;
}

}  // namespace tycho::result
