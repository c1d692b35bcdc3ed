#include "harness/statistics/correction.hpp"

#include <algorithm>
#include <numeric>

namespace tycho::statistics {

std::vector<double> holm(std::span<const double> p) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return p[a] < p[b]; });
  std::vector<double> adjusted(p.size());
  double largest = 0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    const double one = static_cast<double>(order.size() - k) * p[order[k]];
    largest = std::min(1.0, std::max(largest, one));
    adjusted[order[k]] = largest;
  }
  return adjusted;
}

}  // namespace tycho::statistics
