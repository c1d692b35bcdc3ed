// What a set of repeated measurements says: robust numbers only, since timings have long tails.
#pragma once

#include <span>
#include <vector>

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

/// What several processes found of one time (visits.hpp): the median of each. Those that others
/// disturbed are left out.
struct VisitMedians {
  std::vector<double> counted, left_out;
};

/// Of the samples of the visits that count. The interval also holds what differs from process to
/// process: the medians of these visits; that of a single one reaches up to the fastest left out.
Summary summarize(std::span<const double> samples, const VisitMedians& visits);

/// Half the interval's width relative to the median.
double relative_half_width(const Summary& summary);

/// The p-th quantile, 0 <= p <= 1, by linear interpolation between order statistics.
double quantile(std::span<const double> samples, double p);

}  // namespace tycho::measure
