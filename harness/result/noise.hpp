// When the interval of a time is too wide for anything to be decided by the time: the noise gate
// of docs/timing.md.
#pragma once

namespace tycho::result {

/// The widest 95% interval, from end to end and in parts of the value, that still decides.
inline constexpr double kWidestInterval = 0.10;

inline bool too_wide(double value, double low, double high) {
  return high - low > kWidestInterval * value;
}

}  // namespace tycho::result
