// A number as findings show it: with the digits that samples are stored with.
#pragma once

#include <cstdio>
#include <string>

namespace tycho::verify {

inline std::string seven_digits(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.7g", value);
  return buffer;
}

}  // namespace tycho::verify
