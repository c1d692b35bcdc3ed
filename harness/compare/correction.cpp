#include "harness/compare/correction.hpp"

#include <algorithm>
#include <numeric>

namespace tycho::compare {

namespace {

// Tarone's K: the smallest number such that no more than K tests can reach alpha / K.
std::size_t counted_tests(std::span<const Tested> tests, double alpha) {
  for (std::size_t k = 1;; ++k) {
    const double threshold = alpha / static_cast<double>(k);
    const auto reaching = std::count_if(
        tests.begin(), tests.end(), [&](const Tested& test) { return test.least_p <= threshold; });
    if (static_cast<std::size_t>(reaching) <= k) return k;
  }
}

}  // namespace

std::vector<Corrected> correct(std::span<const Tested> tests, double alpha) {
  std::vector<Corrected> corrected(tests.size());
  const double threshold = alpha / static_cast<double>(counted_tests(tests, alpha));
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < tests.size(); ++i) {
    corrected[i].testable = tests[i].least_p <= threshold;
    if (corrected[i].testable) order.push_back(i);
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return tests[a].p < tests[b].p; });
  double largest = 0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    const double adjusted = static_cast<double>(order.size() - k) * tests[order[k]].p;
    largest = std::min(1.0, std::max(largest, adjusted));
    corrected[order[k]].p = largest;
  }
  return corrected;
}

}  // namespace tycho::compare
