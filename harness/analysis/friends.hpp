// Groups of friends of friends (Davis et al. 1985) in a periodic box: particles closer than a
// linking length are friends, and so are the friends of a friend.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/particles.hpp"

namespace tycho::analysis {

/// Groups, the largest first; of equal groups the one of the particle with the lowest index.
struct Groups {
  std::vector<std::uint32_t> members;  // indices of particles, group by group, rising in each
  std::vector<std::size_t> first;      // of each group in `members`, and one past the last

  std::size_t size() const { return first.size() - 1; }
  std::span<const std::uint32_t> operator[](std::size_t group) const {
    return std::span(members).subspan(first[group], first[group + 1] - first[group]);
  }
};

/// Groups of at least `fewest` particles. The linking length must be positive and at most a quarter
/// of the box, else it throws UsageError.
Groups friends_of_friends(const Particles& particles, double box, double linking_length,
                          std::size_t fewest);

}  // namespace tycho::analysis
