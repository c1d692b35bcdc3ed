#include "harness/checks/places.hpp"

#include <algorithm>
#include <iterator>

namespace tycho::checks {

Places::Places(std::span<const std::uint64_t> ids) : particles_(ids.size()) {
  const std::uint64_t most = ids.empty() ? 0 : *std::max_element(ids.begin(), ids.end());
  if (most < 2 * ids.size() + 1024) numbered_.assign(most + 1, kNowhere);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (numbered_.empty())
      named_[ids[i]] = i;
    else
      numbered_[ids[i]] = i;
  }
}

std::vector<std::size_t> Places::in_order() const {
  std::vector<std::size_t> places;
  places.reserve(particles_);
  std::copy_if(numbered_.begin(), numbered_.end(), std::back_inserter(places),
               [](std::size_t place) { return place != kNowhere; });
  if (places.size() < particles_) places.clear();  // of ids that stand twice, one is lost
  return places;
}

}  // namespace tycho::checks
