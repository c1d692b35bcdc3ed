#include "harness/measure/agreed.hpp"

#include <algorithm>

namespace tycho::measure {

void agree(Ranks& ranks, std::span<double> values) {
  if (ranks.alone() || values.empty()) return;
  const std::vector<double> all = ranks.all_gather(std::span<const double>(values));
  for (std::size_t k = 0; k < all.size(); ++k)
    values[k % values.size()] = std::max(values[k % values.size()], all[k]);
}

std::vector<double> mean_over(Ranks& ranks, std::span<const double> values) {
  if (ranks.alone() || values.empty()) return {values.begin(), values.end()};
  const std::vector<double> all = ranks.all_gather(values);
  std::vector<double> mean(values.size(), 0.0);
  for (std::size_t k = 0; k < all.size(); ++k) mean[k % mean.size()] += all[k] / ranks.size();
  return mean;
}

}  // namespace tycho::measure
