// Ids tell the particles of a snapshot apart.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

namespace tycho::snapshot {

/// An id that stands twice, where one does.
inline std::optional<std::uint64_t> id_that_stands_twice(std::vector<std::uint64_t> ids) {
  std::sort(ids.begin(), ids.end());
  const auto twice = std::adjacent_find(ids.begin(), ids.end());
  if (twice == ids.end()) return std::nullopt;
  return *twice;
}

}  // namespace tycho::snapshot
