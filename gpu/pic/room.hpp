// How much room to give to what varies from group to group and from step to step.
#pragma once

#include <algorithm>
#include <cmath>

namespace tycho::gpu::pic {

/// For a number that is `mean` on average and scatters as counts do: eight standard deviations more
/// than the mean, so that one of a million groups hardly ever needs more.
inline int ample(double mean) {
  return static_cast<int>(std::ceil(mean + 8 * std::sqrt(mean))) + 8;
}

/// More room than before, and some more than was found wanting.
inline int grown(int capacity, unsigned wanted) {
  const double more = std::ceil(1.5 * capacity);
  const double enough = 1.1 * static_cast<double>(wanted) + 4;
  return static_cast<int>(std::min(std::max(more, enough), 2147483647.0));
}

}  // namespace tycho::gpu::pic
