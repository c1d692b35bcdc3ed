// Are the times of one set of samples longer than those of another? Ranks only, since timings have
// long tails and no distribution anybody could name.
#pragma once

#include <span>

namespace tycho::compare {

/// Mann and Whitney's test of two sets of samples, two-sided.
struct RankTest {
  double p = 1;        // chance of ranks at least as far apart if nothing had changed
  double least_p = 1;  // the smallest p that sets of these sizes could give
  /// Cliff's delta: P(second > first) - P(second < first). 1: every second sample is longer.
  double delta = 0;
  bool exact = false;  // counted, or the normal approximation with its correction for ties
};

/// Exact where there are no ties and neither set has more than kMostExact samples. `inflation`
/// widens the distribution of the rank sum where samples are not independent (noise.hpp): 1 where
/// they are. A set without samples gives p = 1.
RankTest mann_whitney(std::span<const double> first, std::span<const double> second,
                      double inflation = 1);

inline constexpr std::size_t kMostExact = 30;

/// Hodges and Lehmann's shift: the median of all differences second - first, with the interval
/// that goes with the rank test.
struct Shift {
  double middle = 0;
  double low = 0, high = 0;
  double confidence = 0;  // of the interval: 0.95, or less where the samples are too few for it
};

/// Needs samples in both sets.
Shift hodges_lehmann(std::span<const double> first, std::span<const double> second,
                     double inflation = 1);

}  // namespace tycho::compare
