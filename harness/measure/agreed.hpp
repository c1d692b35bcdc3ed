// Times that several ranks agree on. A decision by a clock (how many steps fit, whether a time is
// noisy, when to stop) must be the same on all ranks, or some wait for the others for ever. So
// every duration is replaced by that of the slowest rank before anything depends on it. With one
// rank nothing changes.
#pragma once

#include <span>
#include <vector>

#include "core/ranks/ranks.hpp"
#include "harness/measure/timing.hpp"

namespace tycho::measure {

/// Every value becomes the largest that a rank has in its place. As many values on every rank.
void agree(Ranks& ranks, std::span<double> values);

/// Of every value the mean over the ranks.
std::vector<double> mean_over(Ranks& ranks, std::span<const double> values);

/// Seconds of the host's clock, agreed on.
inline double agreed_since(Ranks& ranks, HostTime::time_point start) {
  return ranks.agree(seconds_since(start));
}

}  // namespace tycho::measure
