// Where a particle stands, by its id.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <unordered_map>
#include <vector>

namespace tycho::checks {

inline constexpr std::size_t kNowhere = std::numeric_limits<std::size_t>::max();

/// Ids that are as many as the particles, or nearly, are numbers of places: to sort or to hash
/// millions of them would take longer than the steps between two looks.
class Places {
 public:
  explicit Places(std::span<const std::uint64_t> ids);

  /// Of several particles with this id the last.
  std::size_t of(std::uint64_t id) const {
    if (!numbered_.empty()) return id < numbered_.size() ? numbered_[id] : kNowhere;
    const auto found = named_.find(id);
    return found == named_.end() ? kNowhere : found->second;
  }

  /// All places by rising id; empty where they are not to be had without sorting.
  std::vector<std::size_t> in_order() const;

 private:
  std::size_t particles_;
  std::vector<std::size_t> numbered_;
  std::unordered_map<std::uint64_t, std::size_t> named_;
};

}  // namespace tycho::checks
