#include "harness/compare/noise.hpp"

#include <algorithm>
#include <cmath>

#include "harness/measure/statistics.hpp"

namespace tycho::compare {

namespace {

constexpr double kFastest = 0.1;
constexpr std::size_t kFewestForDrift = 8;
constexpr double kOneSided5 = 1.645;
// What correlates more strongly than this is a drift, and has a rule of its own.
constexpr double kStrongest = 0.5;

// Middle ranks, less their mean.
std::vector<double> centred_ranks(const Session& samples) {
  std::vector<double> sorted(samples);
  std::sort(sorted.begin(), sorted.end());
  std::vector<double> ranks;
  ranks.reserve(samples.size());
  const double mean = 0.5 * static_cast<double>(samples.size() - 1);
  for (const double value : samples) {
    const auto [first, last] = std::equal_range(sorted.begin(), sorted.end(), value);
    ranks.push_back(
        0.5 * static_cast<double>((first - sorted.begin()) + (last - sorted.begin()) - 1) - mean);
  }
  return ranks;
}

struct Correlation {
  double products = 0, squares = 0, count = 0, sessions = 0;

  void add(const Sessions& all) {
    for (const Session& session : all) {
      if (session.size() < 3) continue;
      const std::vector<double> ranks = centred_ranks(session);
      for (std::size_t i = 0; i < ranks.size(); ++i) {
        // Scaled, so that a long session weighs by its samples and not by their cube.
        const double scale = 1 / static_cast<double>(ranks.size() * ranks.size());
        squares += scale * ranks[i] * ranks[i];
        if (i > 0) products += scale * ranks[i] * ranks[i - 1];
      }
      count += static_cast<double>(session.size());
      sessions += 1;
    }
  }
};

bool holds_centrally(std::span<const double> samples, double value, double central) {
  return measure::quantile(samples, 0.5 - 0.5 * central) <= value &&
         value <= measure::quantile(samples, 0.5 + 0.5 * central);
}

}  // namespace

std::vector<double> pooled(const Sessions& sessions) {
  std::vector<double> all;
  for (const Session& session : sessions) all.insert(all.end(), session.begin(), session.end());
  return all;
}

double inflation(const Sessions& base, const Sessions& fresh) {
  Correlation found;
  found.add(base);
  found.add(fresh);
  if (found.squares == 0) return 1;
  // A mean taken out of n samples pulls the correlation down by 1 / n.
  const double r = found.products / found.squares + found.sessions / found.count;
  if (r <= kOneSided5 / std::sqrt(found.count)) return 1;
  const double taken = std::min(r, kStrongest);
  return (1 + taken) / (1 - taken);
}

bool within_spread(std::span<const double> base, std::span<const double> fresh, double central) {
  return holds_centrally(base, measure::quantile(fresh, 0.5), central) ||
         holds_centrally(fresh, measure::quantile(base, 0.5), central);
}

double floor_shift(std::span<const double> base, std::span<const double> fresh) {
  return measure::quantile(fresh, kFastest) - measure::quantile(base, kFastest);
}

double largest_drift(const Sessions& sessions) {
  double largest = 0;
  for (const Session& session : sessions) {
    if (session.size() < kFewestForDrift) continue;
    const std::span<const double> all(session);
    const double before = measure::quantile(all.first(all.size() / 2), 0.5);
    const double after = measure::quantile(all.last(all.size() / 2), 0.5);
    largest = std::max(largest, std::abs(after - before));
  }
  return largest;
}

double session_range(const Sessions& sessions) {
  std::vector<double> medians;
  for (const Session& session : sessions)
    if (!session.empty()) medians.push_back(measure::quantile(session, 0.5));
  if (medians.size() < 2) return 0;
  const auto [low, high] = std::minmax_element(medians.begin(), medians.end());
  return *high - *low;
}

}  // namespace tycho::compare
