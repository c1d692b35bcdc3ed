#include "harness/compare/noise.hpp"

#include <cmath>
#include <numeric>

#include "harness/measure/statistics.hpp"

namespace tycho::compare {

namespace {

constexpr double kFastest = 0.1;
constexpr std::size_t kFewestForDrift = 4;

bool holds_centrally(std::span<const double> samples, double value, double central) {
  return measure::quantile(samples, 0.5 - 0.5 * central) <= value &&
         value <= measure::quantile(samples, 0.5 + 0.5 * central);
}

}  // namespace

bool within_spread(std::span<const double> base, std::span<const double> fresh, double central) {
  return holds_centrally(base, measure::quantile(fresh, 0.5), central) ||
         holds_centrally(fresh, measure::quantile(base, 0.5), central);
}

double scatter_of(std::span<const double> samples) {
  const double middle = measure::quantile(samples, 0.5);
  const double span = measure::quantile(samples, 0.9) - measure::quantile(samples, 0.1);
  return middle > 0 ? 0.5 * span / middle : 0;
}

std::optional<double> scatter_one_by_one(const Sessions& base, const Sessions& fresh) {
  const std::size_t windows = base.empty() ? 0 : base.front().size();
  const auto sum_into = [&](Session& sum, const Sessions& sessions) {
    for (const Session& session : sessions) {
      if (session.size() != windows) return false;
      for (std::size_t i = 0; i < windows; ++i)
        sum[i] += session[i] / static_cast<double>(sessions.size());
    }
    return !sessions.empty();
  };
  Session before(windows), after(windows);
  if (windows < 2 || !sum_into(before, base) || !sum_into(after, fresh)) return std::nullopt;
  const double all_before = std::accumulate(before.begin(), before.end(), 0.0);
  const double all_after = std::accumulate(after.begin(), after.end(), 0.0);
  if (!(all_before > 0 && all_after > 0)) return std::nullopt;
  // The standard error of a ratio of two sums: what is left of each window where all change alike.
  double squares = 0;
  for (std::size_t i = 0; i < windows; ++i) {
    const double off = after[i] - all_after / all_before * before[i];
    squares += off * off;
  }
  const double count = static_cast<double>(windows);
  return std::sqrt(squares * count / (count - 1)) / all_after;
}

double floor_shift(std::span<const double> base, std::span<const double> fresh) {
  return measure::quantile(fresh, kFastest) - measure::quantile(base, kFastest);
}

double drift(const Sessions& sessions) {
  double squares = 0, count = 0;
  for (const Session& session : sessions) {
    if (session.size() < kFewestForDrift) continue;
    const std::span<const double> all(session);
    const double before = measure::quantile(all.first(all.size() / 2), 0.5);
    const double after = measure::quantile(all.last(all.size() / 2), 0.5);
    squares += 4 * (after - before) * (after - before);
    count += 1;
  }
  return count > 0 ? std::sqrt(squares) / count : 0;
}

}  // namespace tycho::compare
