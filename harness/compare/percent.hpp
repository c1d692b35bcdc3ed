// Changes as people read them.
#pragma once

#include <cmath>
#include <cstdio>
#include <string>

namespace tycho::compare {

/// "5.2%", "0.04%"; what is more than three times as long as "x4.1".
inline std::string percent(double part) {
  char text[32];
  if (part > 2) {
    std::snprintf(text, sizeof text, "x%.3g", 1 + part);
    return text;
  }
  const double value = 100 * part;
  std::snprintf(text, sizeof text, std::abs(value) < 0.1 ? "%.2f%%" : "%.1f%%", value);
  return text;
}

/// "+5.2%", "-0.3%".
inline std::string signed_percent(double part) {
  return (part >= 0 && part <= 2 ? "+" : "") + percent(part);
}

inline std::string short_number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2g", value);
  return text;
}

}  // namespace tycho::compare
