// Which part of a row of N bodies is whose: equal parts in the order of the ranks, cut where a
// group ends. Loops that take a few targets together then take the same ones together at any number
// of ranks, and round alike. With few bodies some ranks have none.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "core/ranks/ranks.hpp"

namespace tycho {

/// Bodies: a multiple of 1, 2, 3 and 4, the numbers of targets that a loop may take together.
inline constexpr std::size_t kShareGroup = 12;

struct Share {
  std::size_t first = 0, last = 0;
  std::size_t size() const { return last - first; }
};

inline Share share_of(std::size_t n, int rank, int size) {
  const std::size_t groups = (n + kShareGroup - 1) / kShareGroup;
  const std::size_t each = groups / static_cast<std::size_t>(size);
  const std::size_t more = groups % static_cast<std::size_t>(size);
  const auto begin = [&](int r) {
    const auto before = static_cast<std::size_t>(r);
    return std::min(n, kShareGroup * (each * before + std::min(before, more)));
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
