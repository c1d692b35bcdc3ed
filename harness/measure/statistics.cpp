#include "harness/measure/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace tycho::measure {

namespace {

double place_of(std::size_t samples, double p) { return p * static_cast<double>(samples - 1); }

double sorted_quantile(const std::vector<double>& sorted, double p) {
  const double place = place_of(sorted.size(), p);
  const std::size_t below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

// The largest k with P(Binomial(n, 1/2) < k) <= 0.025: the k-th smallest and k-th largest of n
// samples (counted from 1) hold the median between them with at least 95% certainty. 0: none do.
std::size_t interval_rank(std::size_t n) {
  double term = std::pow(0.5, static_cast<double>(n));  // P(X = 0)
  if (term == 0) {  // beyond a thousand samples: the normal approximation
    const double count = static_cast<double>(n);
    return static_cast<std::size_t>(0.5 * count - 0.98 * std::sqrt(count));
  }
  double below = 0;
  std::size_t k = 0;
  while (below + term <= 0.025) {
    below += term;
    term *= static_cast<double>(n - k) / static_cast<double>(k + 1);
    ++k;
  }
  return k;
}

}  // namespace

double mean(std::span<const double> samples) {
  return std::accumulate(samples.begin(), samples.end(), 0.0) / static_cast<double>(samples.size());
}

Summary summarize(std::span<const double> samples) {
  if (samples.empty()) throw std::invalid_argument("no samples to summarise");
  std::vector<double> sorted(samples.begin(), samples.end());
  std::sort(sorted.begin(), sorted.end());
  Summary summary;
  summary.median = sorted_quantile(sorted, 0.5);
  summary.minimum = sorted.front();
  const std::size_t rank = std::max<std::size_t>(interval_rank(sorted.size()), 1);
  summary.low = sorted[rank - 1];
  summary.high = sorted[sorted.size() - rank];
  for (double& value : sorted) value = std::abs(value - summary.median);
  std::sort(sorted.begin(), sorted.end());
  summary.spread = 1.4826 * sorted_quantile(sorted, 0.5);
  return summary;
}

Summary summarize(std::span<const double> samples, const VisitMedians& visits) {
  Summary summary = summarize(samples);
  for (const double median : visits.counted) {
    // A median that was written and read again may be rounded to below its only sample.
    summary.low = std::max(summary.minimum, std::min(summary.low, median));
    summary.high = std::max(summary.high, median);
  }
  if (visits.counted.size() == 1 && !visits.left_out.empty())
    summary.high =
        std::max(summary.high, *std::min_element(visits.left_out.begin(), visits.left_out.end()));
  return summary;
}

double relative_half_width(const Summary& summary) {
  if (summary.median == 0) return std::numeric_limits<double>::infinity();
  return 0.5 * (summary.high - summary.low) / summary.median;
}

double quantile(std::span<const double> samples, double p) {
  if (samples.empty()) throw std::invalid_argument("no samples to take a quantile of");
  // Sorted as far as the two samples around the place: the rest need not be.
  std::vector<double> sorted(samples.begin(), samples.end());
  const auto below = sorted.begin() + static_cast<std::ptrdiff_t>(place_of(sorted.size(), p));
  std::nth_element(sorted.begin(), below, sorted.end());
  if (below + 1 != sorted.end())
    std::iter_swap(below + 1, std::min_element(below + 1, sorted.end()));
  return sorted_quantile(sorted, p);
}

}  // namespace tycho::measure
