#include "harness/compare/rank_test.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <vector>

namespace tycho::compare {

namespace {

double two_sided(double z) { return std::erfc(std::abs(z) / std::sqrt(2.0)); }

// The z whose two-sided p this is.
double z_of(double p) {
  double low = 0, high = 40;
  for (int i = 0; i < 80; ++i) {
    const double middle = 0.5 * (low + high);
    (two_sided(middle) > p ? low : high) = middle;
  }
  return low;
}

// P(U <= u) for u = 0, 1, ... where nothing differs and there are no ties. Of c(i, j, u), the
// number of ways to arrange i and j samples that give U = u, the largest sample is of the one set
// or of the other: c(i, j, u) = c(i - 1, j, u - j) + c(i, j - 1, u).
std::vector<double> cumulative(std::size_t n, std::size_t m) {
  const std::size_t most = n * m;
  std::vector<std::vector<double>> ways(m + 1, std::vector<double>(most + 1));
  for (auto& row : ways) row[0] = 1;  // no samples of the first set
  for (std::size_t i = 1; i <= n; ++i) {
    // ways[j] is c(i - 1, j, .) before its turn and c(i, j, .) after it.
    for (std::size_t j = 1; j <= m; ++j)
      for (std::size_t u = most + 1; u-- > 0;)
        ways[j][u] = (u >= j ? ways[j][u - j] : 0) + ways[j - 1][u];
  }
  std::vector<double>& sums = ways[m];
  for (std::size_t u = 1; u <= most; ++u) sums[u] += sums[u - 1];
  const double all = sums.back();
  for (double& sum : sums) sum /= all;
  return sums;
}

const std::vector<double>& cumulative_of(std::size_t n, std::size_t m) {
  thread_local std::map<std::pair<std::size_t, std::size_t>, std::vector<double>> known;
  const std::pair<std::size_t, std::size_t> key = std::minmax(n, m);
  const auto found = known.find(key);
  if (found != known.end()) return found->second;
  return known.emplace(key, cumulative(key.first, key.second)).first->second;
}

struct Ranked {
  double u = 0;     // pairs in which the second sample is longer; a tie counts half
  double ties = 0;  // sum of t^3 - t over groups of t equal samples
};

Ranked rank(std::span<const double> first, std::span<const double> second) {
  std::vector<std::pair<double, bool>> all;  // value, whether of the second set
  all.reserve(first.size() + second.size());
  for (const double value : first) all.emplace_back(value, false);
  for (const double value : second) all.emplace_back(value, true);
  std::sort(all.begin(), all.end());
  Ranked ranked;
  double below = 0;  // of the first set
  for (std::size_t i = 0; i < all.size();) {
    std::size_t end = i;
    double of_first = 0, of_second = 0;
    for (; end < all.size() && all[end].first == all[i].first; ++end)
      (all[end].second ? of_second : of_first) += 1;
    ranked.u += of_second * (below + 0.5 * of_first);
    const double t = of_first + of_second;
    ranked.ties += t * t * t - t;
    below += of_first;
    i = end;
  }
  return ranked;
}

double rank_sigma(double n, double m, double ties) {
  const double all = n + m;
  return std::sqrt(n * m / 12 * (all + 1 - ties / (all * std::max(all - 1, 1.0))));
}

// Calls `with` for each of `first` with how many of `second` are farther off by at most
// `difference`; both sets sorted.
template <typename With>
void count_below(const std::vector<double>& first, const std::vector<double>& second,
                 double difference, const With& with) {
  std::size_t j = 0;
  for (std::size_t i = 0; i < first.size(); ++i) {
    while (j < second.size() && second[j] - first[i] <= difference) ++j;
    with(i, j);
  }
}

// The k-th smallest of all differences second - first, counted from 1. Halves the interval that
// holds it until no more differences lie in there than there are samples, and looks at those.
double kth_difference(const std::vector<double>& first, const std::vector<double>& second,
                      std::int64_t k) {
  const auto few = static_cast<std::int64_t>(first.size() + second.size());
  double low = std::nextafter(second.front() - first.back(), -HUGE_VAL);
  double high = second.back() - first.front();
  std::int64_t below_low = 0, below_high = static_cast<std::int64_t>(first.size() * second.size());
  while (below_high - below_low > few) {
    const double middle = low + 0.5 * (high - low);
    if (!(middle > low && middle < high)) return high;  // neighbours: all that is left is equal
    std::int64_t count = 0;
    count_below(first, second, middle,
                [&](std::size_t, std::size_t j) { count += static_cast<std::int64_t>(j); });
    (count >= k ? high : low) = middle;
    (count >= k ? below_high : below_low) = count;
  }
  std::vector<std::size_t> begin;
  begin.reserve(first.size());
  count_below(first, second, low, [&](std::size_t, std::size_t j) { begin.push_back(j); });
  std::vector<double> left;
  left.reserve(static_cast<std::size_t>(below_high - below_low));
  count_below(first, second, high, [&](std::size_t i, std::size_t end) {
    for (std::size_t j = begin[i]; j < end; ++j) left.push_back(second[j] - first[i]);
  });
  const auto wanted = left.begin() + (k - below_low - 1);
  std::nth_element(left.begin(), wanted, left.end());
  return *wanted;
}

constexpr double kConfidence = 0.95, kQuantile = 1.959963984540054;

}  // namespace

RankTest mann_whitney(std::span<const double> first, std::span<const double> second,
                      double inflation) {
  RankTest test;
  if (first.empty() || second.empty()) return test;
  const double n = static_cast<double>(first.size()), m = static_cast<double>(second.size());
  const Ranked ranked = rank(first, second);
  test.delta = 2 * ranked.u / (n * m) - 1;
  test.exact = ranked.ties == 0 && std::max(first.size(), second.size()) <= kMostExact;
  if (test.exact) {
    const std::vector<double>& below = cumulative_of(first.size(), second.size());
    const double smaller = std::min(ranked.u, n * m - ranked.u);
    test.p = std::min(1.0, 2 * below[static_cast<std::size_t>(smaller)]);
    test.least_p = std::min(1.0, 2 * below[0]);
  } else {
    const double sigma = rank_sigma(n, m, ranked.ties);
    if (sigma == 0) return test;  // all samples are equal
    const auto p_of = [&](double off) { return two_sided(std::max(0.0, off - 0.5) / sigma); };
    test.p = p_of(std::abs(ranked.u - 0.5 * n * m));
    test.least_p = p_of(0.5 * n * m);
  }
  if (inflation > 1 && test.p < 1)
    test.p = test.p > 0 ? two_sided(z_of(test.p) / std::sqrt(inflation)) : 0;
  return test;
}

Shift hodges_lehmann(std::span<const double> first, std::span<const double> second,
                     double inflation) {
  if (first.empty() || second.empty()) throw std::invalid_argument("a shift needs samples");
  std::vector<double> a(first.begin(), first.end()), b(second.begin(), second.end());
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  const auto pairs = static_cast<std::int64_t>(a.size() * b.size());
  Shift shift;
  shift.middle =
      0.5 * (kth_difference(a, b, (pairs + 1) / 2) + kth_difference(a, b, pairs / 2 + 1));
  const double n = static_cast<double>(a.size()), m = static_cast<double>(b.size());
  const double half = kQuantile * std::sqrt(inflation) * rank_sigma(n, m, 0);
  const auto outside = static_cast<std::int64_t>(0.5 * n * m - half);
  shift.low = kth_difference(a, b, std::max<std::int64_t>(outside, 1));
  shift.high = kth_difference(a, b, pairs + 1 - std::max<std::int64_t>(outside, 1));
  // All differences hold the shift unless one set lies wholly beyond the other.
  shift.confidence = kConfidence;
  if (outside < 1) {
    double whole = 1;  // 1 / C(n + m, n)
    for (double k = 1; k <= n; ++k) whole *= k / (m + k);
    shift.confidence = std::min(kConfidence, 1 - 2 * whole);
  }
  return shift;
}

}  // namespace tycho::compare
