#include "harness/measure/as_loaded.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

namespace tycho::measure {

namespace {

constexpr std::size_t kNowhere = std::numeric_limits<std::size_t>::max();

/// Where a particle stands, by its id. Ids that are as many as the particles, or nearly, are
/// numbers of places; a sort of millions would take longer than the steps that are timed.
class Places {
 public:
  explicit Places(const std::vector<std::uint64_t>& ids) {
    const std::uint64_t most = ids.empty() ? 0 : *std::max_element(ids.begin(), ids.end());
    if (most < 2 * ids.size() + 1024) numbered_.assign(most + 1, kNowhere);
    for (std::size_t i = 0; i < ids.size(); ++i) {
      if (numbered_.empty())
        named_[ids[i]] = i;
      else
        numbered_[ids[i]] = i;
    }
  }
  std::size_t of(std::uint64_t id) const {
    if (!numbered_.empty()) return id < numbered_.size() ? numbered_[id] : kNowhere;
    const auto found = named_.find(id);
    return found == named_.end() ? kNowhere : found->second;
  }

 private:
  std::vector<std::size_t> numbered_;
  std::unordered_map<std::uint64_t, std::size_t> named_;
};

}  // namespace

Particles as_loaded(const Particles& initial, Particles state) {
  if (state.size() != initial.size())
    throw std::runtime_error("a state of " + std::to_string(state.size()) + " particles, not " +
                             std::to_string(initial.size()));
  if (state.id == initial.id) {
    state.mass = initial.mass;
    state.species = initial.species;
    state.softening = initial.softening;
    return state;
  }
  const Places places(state.id);
  Particles ordered = initial;
  for (std::size_t i = 0; i < initial.size(); ++i) {
    const std::size_t at = places.of(initial.id[i]);
    if (at == kNowhere)
      throw std::runtime_error("a state without the particle " + std::to_string(initial.id[i]) +
                               ", which was loaded");
    ordered.set_position(i, state.position(at));
    ordered.set_velocity(i, state.velocity(at));
  }
  return ordered;
}

}  // namespace tycho::measure
