#include "harness/statistics/spread.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <optional>

namespace tycho::statistics {

namespace {

// The first two derivatives of the logarithm of the gamma function: up to where Stirling's series
// holds, and by it. Abramowitz & Stegun (1964), eqs. 6.3.5, 6.3.18, 6.4.6 and 6.4.12.
constexpr double kStirling = 8;

double digamma(double x) {
  double below = 0;
  for (; x < kStirling; ++x) below += 1 / x;
  const double square = 1 / (x * x);
  return std::log(x) - 0.5 / x - square * (1. / 12 - square * (1. / 120 - square / 252)) - below;
}

double trigamma(double x) {
  double below = 0;
  for (; x < kStirling; ++x) below += 1 / (x * x);
  const double square = 1 / (x * x);
  return (1 + 0.5 / x + square * (1. / 6 - square * (1. / 30 - square / 42))) / x + below;
}

// Trigamma falls from infinity to 0.
double where_trigamma_is(double value) {
  double low = 1e-3, high = 1e6;
  for (int i = 0; i < 100; ++i) {
    const double middle = std::sqrt(low * high);
    (trigamma(middle) > value ? low : high) = middle;
  }
  return low;
}

double variance_of(const Scatter& scatter) {
  const double measured = scatter.squares / scatter.degrees_of_freedom;
  return std::max(measured, kLeastSpread * kLeastSpread);
}

// What the rows of a kind have in common.
struct Common {
  double variance = 0;
  double degrees_of_freedom = 0;
};

// Smyth (2004), section 6.2: the logarithms of variances of equal spreads scatter by a known
// amount; what they scatter by beyond it is the rows' own.
Common common_of(const std::vector<Scatter>& known) {
  if (known.size() < 2) return {};
  std::vector<double> logarithms;
  double expected = 0;
  for (const Scatter& one : known) {
    const double half = 0.5 * one.degrees_of_freedom;
    logarithms.push_back(std::log(variance_of(one)) - digamma(half) + std::log(half));
    expected += trigamma(half);
  }
  const auto count = static_cast<double>(known.size());
  const double mean = std::accumulate(logarithms.begin(), logarithms.end(), 0.0) / count;
  double found = 0;
  for (const double one : logarithms) found += (one - mean) * (one - mean);
  const double beyond = found / (count - 1) - expected / count;
  if (beyond <= 0) return {std::exp(mean), std::numeric_limits<double>::infinity()};
  const double half = where_trigamma_is(beyond);
  return {std::exp(mean + digamma(half) - std::log(half)), 2 * half};
}

double median_variance(const std::vector<Scatter>& known) {
  std::vector<double> variances;
  for (const Scatter& one : known) variances.push_back(variance_of(one));
  const auto middle = variances.begin() + static_cast<std::ptrdiff_t>(variances.size() / 2);
  std::nth_element(variances.begin(), middle, variances.end());
  return *middle;
}

// A machine with two modes: three processes of a side fall into one of them by chance, and their
// row looks quiet among others that are not.
constexpr int kEnoughOfItsOwn = 8;
constexpr std::size_t kFewestRuns = 3;

// The rows of one kind.
struct Kind {
  std::vector<Scatter> known;
  std::map<int, int> of_runs;  // degrees of freedom of a run's processes
  Common common;
  double median = 0;  // of the rows' variances; 0 where the runs are too few

  void conclude() {
    common = common_of(known);
    if (of_runs.size() >= kFewestRuns) median = median_variance(known);
  }

  int of_others(int run) const {
    int sum = 0;
    for (const auto& [other, degrees] : of_runs)
      if (other != run) sum += degrees;
    return sum;
  }
};

}  // namespace

void Scatter::add(std::span<const double> group) {
  if (group.size() < 2) return;
  const double mean =
      std::accumulate(group.begin(), group.end(), 0.0) / static_cast<double>(group.size());
  for (const double one : group) squares += (one - mean) * (one - mean);
  degrees_of_freedom += static_cast<int>(group.size()) - 1;
}

void Scatter::add(const Scatter& other) {
  squares += other.squares;
  degrees_of_freedom += other.degrees_of_freedom;
}

std::vector<Spread> learn_spreads(std::span<const RowScatter> rows) {
  std::map<std::string, Kind> kinds;
  for (const RowScatter& row : rows) {
    if (row.scatter.degrees_of_freedom == 0) continue;
    Kind& kind = kinds[row.kind];
    kind.known.push_back(row.scatter);
    int& of_run = kind.of_runs[row.run];
    of_run = std::max(of_run, row.scatter.degrees_of_freedom);
  }
  for (auto& [name, kind] : kinds) kind.conclude();

  std::vector<Spread> spreads;
  for (const RowScatter& row : rows) {
    const Kind& kind = kinds[row.kind];
    const double lent = std::min<double>(kind.common.degrees_of_freedom, kind.of_others(row.run));
    const int own = row.scatter.degrees_of_freedom;
    Spread& spread = spreads.emplace_back();
    spread.degrees_of_freedom = own + static_cast<int>(lent);
    if (spread.degrees_of_freedom == 0) continue;
    const double of_its_own = own > 0 ? own * variance_of(row.scatter) : 0;
    const double variance = (lent * kind.common.variance + of_its_own) / (lent + own);
    spread.sigma = std::sqrt(own < kEnoughOfItsOwn ? std::max(variance, kind.median) : variance);
  }
  return spreads;
}

}  // namespace tycho::statistics
