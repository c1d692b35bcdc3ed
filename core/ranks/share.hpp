// Which part of a row of N bodies is whose: equal parts in the order of the ranks, of which some
// are one body longer. With more ranks than bodies some have none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/ranks/ranks.hpp"

namespace tycho {

struct Share {
  std::size_t first = 0, last = 0;
  std::size_t size() const { return last - first; }
};

inline Share share_of(std::size_t n, int rank, int size) {
  const auto begin = [&](int r) {
    return n / static_cast<std::size_t>(size) * static_cast<std::size_t>(r) +
           n % static_cast<std::size_t>(size) * static_cast<std::size_t>(r) /
               static_cast<std::size_t>(size);
  };
  return {begin(rank), begin(rank + 1)};
}

inline Share share_of(std::size_t n, const Ranks& ranks) {
  return share_of(n, ranks.rank(), ranks.size());
}

inline std::vector<std::size_t> share_sizes(std::size_t n, int size) {
  std::vector<std::size_t> sizes;
  for (int r = 0; r < size; ++r) sizes.push_back(share_of(n, r, size).size());
  return sizes;
}

}  // namespace tycho
