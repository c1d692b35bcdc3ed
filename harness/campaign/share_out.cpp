#include "harness/campaign/share_out.hpp"

#include <algorithm>
#include <numeric>

namespace tycho::campaign {

std::vector<Seconds> share_out(std::span<const Seconds> needs, Seconds time) {
  constexpr Seconds kLeast{0.05};
  // Runs that need least first: the time they leave is shared by all runs that come after.
  std::vector<std::size_t> order(needs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return needs[a] < needs[b]; });
  std::vector<Seconds> shares(needs.size());
  std::size_t left = needs.size();
  for (const std::size_t index : order) {
    shares[index] = std::max(kLeast, time / static_cast<double>(left--));
    time -= std::min(needs[index], shares[index]);
  }
  return shares;
}

}  // namespace tycho::campaign
