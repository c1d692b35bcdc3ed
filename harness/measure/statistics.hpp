// What a set of repeated measurements says: robust numbers only, since timings have long tails.
#pragma once

#include <span>

namespace tycho::measure {

struct Summary {
  double median = 0;
  double low = 0, high = 0;  // 95% interval of the median, from order statistics
  double minimum = 0;
  double spread = 0;  // 1.4826 times the median absolute deviation: sigma, were the noise normal
};

/// Needs at least one sample.
double mean(std::span<const double> samples);

/// Needs at least one sample. With fewer than six, no two order statistics hold the median with 95%
/// certainty, and the interval is the whole range.
Summary summarize(std::span<const double> samples);

/// Half the interval's width relative to the median.
double relative_half_width(const Summary& summary);

/// The p-th quantile, 0 <= p <= 1, by linear interpolation between order statistics.
double quantile(std::span<const double> samples, double p);

}  // namespace tycho::measure
